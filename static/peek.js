/**
 * The lines that a citation names, beside it while it is pointed at or has the focus, and what is wrong with one
 * that names none. The code comes from Python, which has it at hand or asks for it.
 */

import { markLines, renderCode } from "./code.js";
import { act } from "./dom.js";
import { textOf } from "./texts.js";

/** Milliseconds of rest on a citation, and until what it showed goes. */
const BEFORE = 150;
const AFTER = 200;
/** Lines that are shown, and of them those above the first that is cited. */
const LINES = 12;
const ABOVE = 1;
/** Pixels between a citation and its lines, and to the window's edges. */
const GAP = 6;

/** The citation that is looked at. @type {HTMLElement | null} */
let current = null;
let opening = 0;
let hiding = 0;

/** @returns {HTMLElement | null} */
const panel = () => document.querySelector("#peek");

/** @param {HTMLElement} citation @param {number} delay */
function look(citation, delay) {
  clearTimeout(hiding);
  if (citation === current) return;
  hide();
  current = citation;
  opening = window.setTimeout(() => {
    const { path = "", line = "", end = "", reason } = citation.dataset;
    if (reason !== undefined) open(sentence(reason));
    else act("peek", { path, line, end });
  }, delay);
}

function hide() {
  clearTimeout(opening);
  clearTimeout(hiding);
  const shown = panel();
  if (shown?.matches(":popover-open")) shown.hidePopover();
  current?.removeAttribute("aria-describedby");
  current = null;
}

/** @param {string} reason */
function sentence(reason) {
  const words = document.createElement("p");
  words.textContent = `Not a source: ${reason}`;
  return words;
}

/**
 * Show lines of a file beside the citation that they were asked for, if it is still looked at.
 * @param {string} json {path, line, end, token, language}
 */
export function showPeek(json) {
  const { path, line, end, token, language } = JSON.parse(json);
  if (current?.dataset.path !== path || current?.dataset.line !== String(line)) return;
  const lines = textOf(token).split("\n");
  const first = Math.max(1, line - ABOVE);
  const shown = lines.slice(first - 1, first - 1 + LINES).join("\n");
  const title = document.createElement("p");
  title.className = "peek-title";
  const name = document.createElement("bdi");
  name.textContent = path;
  title.append(name, `:${line}${end > line ? `–${end}` : ""}`);
  const code = document.createElement("div");
  code.className = "snippet";
  code.append(renderCode({ text: shown, language, start: first }));
  open(title, code);
  markLines(code, line - first + 1, Math.min(end, first + LINES - 1) - first + 1);
}

/** @param {Node[]} content */
function open(...content) {
  const shown = panel();
  if (!shown || !current) return;
  shown.replaceChildren(...content);
  shown.showPopover();
  current.setAttribute("aria-describedby", "peek");
  const spot = current.getClientRects()[0] ?? current.getBoundingClientRect();
  const { width, height } = shown.getBoundingClientRect();
  const below = spot.bottom + GAP + height < innerHeight || spot.top < height + GAP;
  shown.style.left = `${Math.max(GAP, Math.min(spot.left, innerWidth - width - GAP))}px`;
  shown.style.top = `${below ? spot.bottom + GAP : spot.top - height - GAP}px`;
}

/** @param {Event} event @returns {HTMLElement | null} */
function citationOf({ target }) {
  const found = target instanceof Element ? target.closest(".citation") : null;
  return found instanceof HTMLElement ? found : null;
}

/** @param {EventTarget | null} target */
const isInPanel = (target) => target instanceof Node && Boolean(panel()?.contains(target));

/** Wire the page's citations. */
export function start() {
  document.addEventListener("pointerover", (event) => {
    const citation = event.pointerType === "touch" ? null : citationOf(event);
    if (citation) look(citation, BEFORE);
    else if (isInPanel(event.target)) clearTimeout(hiding);
    else if (current && current !== document.activeElement) {
      clearTimeout(hiding);
      hiding = window.setTimeout(hide, AFTER);
    }
  });
  document.addEventListener("focusin", (event) => {
    const citation = citationOf(event);
    if (citation?.matches(":focus-visible")) look(citation, 0);
    else if (current) hide();
  });
  document.addEventListener("click", (event) => citationOf(event) && hide());
  document.addEventListener("scroll", (event) => !isInPanel(event.target) && hide(), {
    capture: true,
    passive: true,
  });
  document.addEventListener(
    "keydown",
    (event) => {
      // Escape takes the lines away first; what else it does comes with the next.
      if (event.key !== "Escape" || !panel()?.matches(":popover-open")) return;
      hide();
      event.stopImmediatePropagation();
      event.preventDefault();
    },
    { capture: true },
  );
}
