/**
 * The keys of the question's filters: a typed filter becomes a chip at the blank behind it, a half-typed one
 * is completed from a list, chips and the menu are gone through with arrows. What the filters are is known
 * by app/ui/filtering.py alone.
 */

import { act } from "./dom.js";

/** A filter up to the end of a text; its last group is the value. Quotes may still be open. */
const WORD = /(?:^|\s)(-?(?:lang|languages?|path|file|kind|tests?):("[^"\n]*"?|[^\s"]*))$/i;

/** @returns {HTMLTextAreaElement} */
function field() {
  return /** @type {HTMLTextAreaElement} */ (document.querySelector("#question"));
}

/** @param {string} selector @returns {HTMLElement[]} */
function all(selector) {
  return [...document.querySelectorAll(selector)].filter((found) => found instanceof HTMLElement);
}

/** The filter that ends at an offset, where no quotation is open before it. @param {string} text */
function wordAtEnd(text) {
  const match = WORD.exec(text);
  if (!match) return null;
  const start = text.length - match[1].length;
  const isQuoted = (text.slice(0, start).split('"').length - 1) % 2 === 1;
  return isQuoted ? null : { start, word: match[1], value: match[2] };
}

let isListed = false;

/** @param {string} word "" takes the list away */
function complete(word) {
  if (!word && !isListed) return;
  isListed = word !== "";
  act("complete-filter", { word });
}

/** Follow what is typed: a blank ends a filter, anything else may begin or lengthen one. */
function typed() {
  const area = field();
  const caret = area.selectionStart;
  const before = area.value.slice(0, caret);
  const blank = /\s$/.test(before);
  const found = wordAtEnd(blank ? before.slice(0, -1) : before);
  if (!found) return complete("");
  const isWhole = /^"[^"]+"$|^[^"\s]+$/.test(found.value);
  if (!blank && !/^".+"$/.test(found.value)) return complete(found.word);
  if (!isWhole) return complete("");
  area.setRangeText("", found.start, caret, "end");
  complete("");
  act("add-filter", { filter: found.word });
}

/** Take a completion in place of the half-typed word. @param {HTMLElement} option */
function take(option) {
  const area = field();
  const caret = area.selectionStart;
  const found = wordAtEnd(area.value.slice(0, caret));
  if (found) area.setRangeText("", found.start, caret, "end");
  complete("");
  act("add-filter", { filter: option.dataset.filter ?? "" });
  area.focus();
}

/** @param {HTMLElement[]} options @param {number} step */
function choose(options, step) {
  const now = options.findIndex((option) => option.getAttribute("aria-selected") === "true");
  const next = options[(now + step + options.length) % options.length];
  options[now]?.setAttribute("aria-selected", "false");
  next.setAttribute("aria-selected", "true");
  next.scrollIntoView({ block: "nearest" });
  field().setAttribute("aria-activedescendant", next.id);
}

/** @param {KeyboardEvent} event @returns {boolean} whether the key was ours */
function fieldKey(event) {
  const area = field();
  const options = isListed ? all("#completions .completion") : [];
  if (options.length && !event.isComposing) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) return (choose(options, step), true);
    if (event.key === "Escape") return (complete(""), true);
    if ((event.key === "Enter" && !event.shiftKey) || event.key === "Tab") {
      const chosen = options.find((option) => option.getAttribute("aria-selected") === "true");
      return (take(chosen ?? options[0]), true);
    }
  }
  const isAtStart = area.selectionStart === 0 && area.selectionEnd === 0;
  if (event.key === "Backspace" && isAtStart) return (act("remove-last-filter"), area.value === "");
  if (event.key === "ArrowLeft" && isAtStart && !event.shiftKey) {
    const last = all("#filters [data-filter]").at(-1);
    return last ? (last.focus(), true) : false;
  }
  return false;
}

/** Among the chips; what is behind the last one is the field. @param {KeyboardEvent} event @param {HTMLElement} chip */
function chipKey(event, chip) {
  const chips = all("#filters button");
  const at = chips.indexOf(chip);
  if (event.key === "ArrowLeft") return (chips[Math.max(at - 1, 0)].focus(), true);
  if (event.key === "ArrowRight") return ((chips[at + 1] ?? field()).focus(), true);
  if ((event.key === "Delete" || event.key === "Backspace") && chip.dataset.filter)
    return (chip.click(), true);
  return false;
}

/** Switches are gone through in their order, whatever lines they stand in. @param {KeyboardEvent} event @param {HTMLElement} from */
function menuKey(event, from) {
  if (event.key === "Escape") return (closeMenu(true), true);
  const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
  if (step === undefined) return false;
  const switches = all("#filter-menu button");
  switches.at((switches.indexOf(from) + step) % switches.length)?.focus();
  return true;
}

/** @param {boolean} withFocus whether it goes back to what opened the menu */
function closeMenu(withFocus) {
  if (!document.querySelector("#filter-menu > *")) return;
  act("filter-menu", { close: "" });
  if (withFocus) all(".filter-opener")[0]?.focus();
}

/** @param {KeyboardEvent} event */
function route(event) {
  const target = event.target;
  if (!(target instanceof HTMLElement) || event.ctrlKey || event.metaKey || event.altKey) return false;
  if (target.id === "question") return fieldKey(event);
  if (target.closest("#filter-menu")) return menuKey(event, target);
  if (!target.closest("#filters")) return false;
  if (event.key === "Escape" && document.querySelector("#filter-menu > *")) return (closeMenu(true), true);
  return chipKey(event, target);
}

// Before the page's other keys: Enter sends a question, and Escape leaves its field.
document.addEventListener(
  "keydown",
  (event) => {
    if (!route(event)) return;
    event.preventDefault();
    event.stopPropagation();
  },
  true,
);
document.addEventListener("input", (event) => {
  if (event.target === field()) typed();
});
document.addEventListener("submit", () => complete(""));
document.addEventListener("pointerdown", (event) => {
  const target = event.target;
  if (!(target instanceof Element)) return;
  const option = target.closest("#completions .completion");
  if (option instanceof HTMLElement) {
    // The field keeps the focus, and with it a phone its keyboard.
    event.preventDefault();
    take(option);
  } else if (target !== field()) complete("");
  if (!target.closest("#filter-menu, .filter-opener")) closeMenu(false);
});
