/** The page's keys: global shortcuts, and moving about in trees, lists and place cards. */

import { act, closeDialog, openDialog } from "./dom.js";
import { fold, show } from "./panes.js";

/** Elements that take typing keep their plain keys. @param {EventTarget | null} target */
function isTyping(target) {
  return (
    target instanceof HTMLTextAreaElement ||
    target instanceof HTMLSelectElement ||
    (target instanceof HTMLInputElement && target.type !== "checkbox")
  );
}

export function openFinder() {
  openDialog("#finder");
  act("find-open");
  const input = document.querySelector("#finder input");
  if (input instanceof HTMLInputElement) {
    input.focus();
    input.select();
  }
}

/** The question's field, or the address's where no repository is open. */
function focusQuestion() {
  show("conversation");
  for (const field of document.querySelectorAll("#question, #address")) {
    if (field instanceof HTMLElement && field.offsetParent) field.focus();
  }
}

/** What had the focus in the conversation last: Escape goes back to it. @type {Element | null} */
let lastInConversation = null;

function focusConversation() {
  show("conversation");
  if (lastInConversation instanceof HTMLElement && lastInConversation.offsetParent)
    lastInConversation.focus();
  else focusQuestion();
}

function focusFiles() {
  show("shelf");
  const file = document.querySelector("#tree [tabindex='0']");
  const first = file ?? document.querySelector("#shelf button") ?? document.querySelector(".shelf button");
  if (first instanceof HTMLElement) first.focus();
}

function focusCode() {
  show("code");
  const code = document.querySelector("#code");
  if (code instanceof HTMLElement) code.focus();
}

/** The keys that no field takes. @type {Record<string, () => void>} */
const PLAIN = {
  "/": focusQuestion,
  "?": () => openDialog("#keys"),
  1: focusFiles,
  2: focusConversation,
  3: focusCode,
  j: () => moveCard(1),
  k: () => moveCard(-1),
  r: () => act("relate-here"),
};

/** @param {KeyboardEvent} event @returns {boolean} whether the key was ours */
function shortcut(event) {
  const command = event.ctrlKey || event.metaKey;
  if (command && event.key.toLowerCase() === "k") return (openFinder(), true);
  if (command && (event.code === "Backslash" || event.key === "\\"))
    return (fold(event.shiftKey ? "right" : "left"), true);
  if (command || event.altKey || isTyping(event.target) || document.querySelector("dialog[open]"))
    return false;
  if (!Object.hasOwn(PLAIN, event.key)) return false;
  PLAIN[event.key]();
  return true;
}

/** Move the focus among the place cards. @param {number} step */
function moveCard(step) {
  const cards = /** @type {HTMLElement[]} */ ([...document.querySelectorAll("[data-card]")]);
  if (!cards.length) return false;
  const current = cards.findIndex((card) => card.contains(document.activeElement));
  const newest = cards.findIndex((card) => card.closest(".turn:last-child"));
  const next = current < 0 ? Math.max(newest, 0) : Math.min(Math.max(current + step, 0), cards.length - 1);
  cards[next].focus();
  cards[next].scrollIntoView({ block: "nearest" });
  return true;
}

/** @param {KeyboardEvent} event @param {HTMLElement} card */
function cardKey(event, card) {
  if (event.target !== card) return false;
  if (event.key === "ArrowDown") return moveCard(1);
  if (event.key === "ArrowUp") return moveCard(-1);
  if (event.key === "Enter") {
    card.querySelector("a")?.click();
    return true;
  }
  return false;
}

/**
 * The tree pattern of the ARIA practices: up and down among what is visible, right opens, left closes
 * or goes to the parent.
 * @param {KeyboardEvent} event
 * @param {HTMLElement} tree
 */
function treeKey(event, tree) {
  const items = /** @type {HTMLElement[]} */ ([...tree.querySelectorAll("[role=treeitem]")]);
  const current = items.indexOf(/** @type {HTMLElement} */ (document.activeElement));
  if (current < 0) return false;
  const item = items[current];
  const expanded = item.getAttribute("aria-expanded");
  /** @param {HTMLElement | null | undefined} target */
  const go = (target) => {
    if (!target) return true;
    item.tabIndex = -1;
    target.tabIndex = 0;
    target.focus();
    return true;
  };
  switch (event.key) {
    case "ArrowDown":
      return go(items[current + 1]);
    case "ArrowUp":
      return go(items[current - 1]);
    case "Home":
      return go(items[0]);
    case "End":
      return go(items.at(-1));
    case "ArrowRight":
      if (expanded === "false") return (item.click(), true);
      return expanded === "true" ? go(items[current + 1]) : true;
    case "ArrowLeft": {
      if (expanded === "true") return (item.click(), true);
      const level = Number(item.getAttribute("aria-level"));
      return go(
        items.slice(0, current).findLast((other) => Number(other.getAttribute("aria-level")) < level),
      );
    }
    case "Enter":
    case " ":
      return (item.click(), true);
    default:
      return false;
  }
}

/** @param {Element | undefined | null} hit the finder's match that Enter takes */
function selectHit(hit) {
  if (!hit) return;
  document.querySelector("#finder [aria-selected=true]")?.setAttribute("aria-selected", "false");
  hit.setAttribute("aria-selected", "true");
  document.querySelector("#finder input")?.setAttribute("aria-activedescendant", hit.id);
}

/** Arrow keys in the finder's field move through its matches, Enter takes one. @param {KeyboardEvent} event */
function finderKey(event) {
  const hits = [...document.querySelectorAll("#finder [role=option]")];
  const current = hits.findIndex((hit) => hit.getAttribute("aria-selected") === "true");
  if (event.key === "Enter") {
    const hit = hits[Math.max(current, 0)];
    if (hit instanceof HTMLElement) hit.click();
    return true;
  }
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step === undefined) return false;
  const next = hits.at((current + step) % hits.length);
  selectHit(next);
  next?.scrollIntoView({ block: "nearest" });
  return true;
}

/** Enter sends a question, Shift+Enter breaks the line. @param {KeyboardEvent} event @param {HTMLTextAreaElement} area */
function questionKey(event, area) {
  if (event.key !== "Enter" || event.shiftKey || event.isComposing) return false;
  area.form?.requestSubmit();
  return true;
}

/**
 * Escape stops an answer that is being written, else leaves a field, and otherwise a side pane for the
 * conversation.
 * @param {HTMLElement} target
 */
function escapeKey(target) {
  // The browser closes a dialog, wherever the focus is.
  if (document.querySelector("dialog[open]")) return false;
  const editor = target.closest(".editor");
  if (editor instanceof HTMLElement) return (act("cancel-edit", { turn: editor.dataset.turn ?? "" }), true);
  if (document.querySelector(".ask[data-writing]")) return (act("stop-answer"), true);
  if (isTyping(target)) target.blur();
  else if (target.closest(".pane:not(.conversation)")) focusConversation();
  return true;
}

/** @param {KeyboardEvent} event */
function route(event) {
  if (shortcut(event)) return true;
  const target = event.target;
  if (!(target instanceof HTMLElement)) return false;
  if (target.closest("#finder")) return finderKey(event);
  if (event.key === "Escape") return escapeKey(target);
  if (target instanceof HTMLTextAreaElement && "sends" in target.dataset) return questionKey(event, target);
  if (event.ctrlKey || event.metaKey || event.altKey) return false;
  const tree = target.closest("[role=tree]");
  if (tree instanceof HTMLElement) return treeKey(event, tree);
  const card = target.closest("[data-card]");
  return card instanceof HTMLElement && cardKey(event, card);
}

export function start() {
  document.addEventListener("keydown", (event) => {
    if (route(event)) event.preventDefault();
  });
  document.addEventListener("focusin", (event) => {
    if (event.target instanceof Element && event.target.closest(".pane.conversation"))
      lastInConversation = event.target;
  });
  document.addEventListener("pointermove", (event) => {
    if (event.target instanceof Element) selectHit(event.target.closest("#finder [role=option]"));
  });
  document.addEventListener("submit", () => {
    // On a phone the keyboard would go on covering what was asked for.
    if (matchMedia("(pointer: coarse)").matches && document.activeElement instanceof HTMLElement)
      document.activeElement.blur();
  });
  document.addEventListener("click", (event) => {
    if (!(event.target instanceof Element)) return;
    if (event.target.closest("[data-finder]")) openFinder();
    const opener = event.target.closest("[data-dialog]");
    if (opener instanceof HTMLElement) {
      openDialog(`#${opener.dataset.dialog}`);
      act(`${opener.dataset.dialog}-open`);
    }
    const closer = event.target.closest("[data-close]");
    if (closer instanceof HTMLElement) closeDialog(`#${closer.dataset.close}`);
    // A click on the backdrop lands on the dialog itself.
    if (event.target instanceof HTMLDialogElement) event.target.close();
  });
}
