/**
 * Puts a page's parts on the screen from plain data, and hands on what a person does with them.
 *
 * The Python UI describes every part as a *spec*, sent as JSON:
 *
 *     [tag, attributes, ...children]      a child is a spec, a string, or null (left out)
 *
 * `tag` may carry classes: "div.row.quiet". Strings become text nodes and attributes go through
 * `setAttribute`, so nothing from a repository is ever read as HTML. Attributes that begin with `$` are ours:
 * `$key` (identity among siblings), `$icon` (a symbol of index.html), `$markdown` (see markdown.js), `$answer`
 * (see answer.js), `$code` (see code.js), `$text` (the text of a token, see texts.js), `$time` (seconds of Unix,
 * as the clock here shows them) and `$width` (a percentage). Specs are patched into the page: what did not change
 * keeps its focus.
 *
 * What a person does arrives at one listener as (action, detail): the value of the nearest `data-click`,
 * `data-submit` or `data-input` attribute and the element's data with a form's fields, or a fold's
 * `data-toggle` and whether it is open.
 * Before the Python UI is up, actions wait in a queue, so nothing is lost.
 */

import { showAnswer } from "./answer.js";
import { markLines, renderCode } from "./code.js";
import { renderMarkdown } from "./markdown.js";
import { textOf } from "./texts.js";

/** @typedef {Record<string, string>} Detail */
/** @typedef {(action: string, detail: string) => void} Listener */
/** @typedef {[string, Record<string, any> | null, ...any[]]} Spec */

const SVG = "http://www.w3.org/2000/svg";
const SAFE_LINK = /^(https?:\/\/|#|\.\/)/i;

/** The spec attribute that a content node was last rendered from. @type {WeakMap<Element, string>} */
const rendered = new WeakMap();
/** @type {WeakMap<Element, string>} */
const keys = new WeakMap();

/** @type {[string, string][]} */
let queue = [];
/** @type {Listener | null} */
let listener = null;

/**
 * Attach the one listener; what was done before it is handed over first.
 * @param {Listener} callback
 */
export function listen(callback) {
  listener = callback;
  const waiting = queue;
  queue = [];
  for (const [action, detail] of waiting) callback(action, detail);
}

/**
 * Hand an action to the listener, or keep it until there is one.
 * @param {string} action
 * @param {Detail} [detail]
 */
export function act(action, detail = {}) {
  const json = JSON.stringify(detail);
  if (listener) listener(action, json);
  else queue.push([action, json]);
}

/**
 * Make the children of an element what the specs say.
 * @param {string} selector
 * @param {string} json a list of specs
 */
export function render(selector, json) {
  const target = document.querySelector(selector);
  if (target) patchChildren(target, JSON.parse(json));
}

/**
 * @param {string} selector
 * @param {string} name
 * @param {string | null} value null removes the attribute
 */
export function attribute(selector, name, value) {
  const target = document.querySelector(selector);
  if (!target) return;
  if (value === null) target.removeAttribute(name);
  else target.setAttribute(name, value);
}

/** @param {string} selector @param {string} text */
export function text(selector, text) {
  const target = document.querySelector(selector);
  if (target && target.textContent !== text) target.textContent = text;
}

/**
 * Bring the cursor to a field, except where that would make a keyboard cover the screen.
 * @param {string} selector
 */
export function focus(selector) {
  const target = document.querySelector(selector);
  if (target instanceof HTMLElement && !matchMedia("(pointer: coarse)").matches) target.focus();
}

/** @param {string} selector @param {string} value */
export function setValue(selector, value) {
  const target = document.querySelector(selector);
  if (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement) target.value = value;
}

/** @param {string} selector */
export function openDialog(selector) {
  const dialog = document.querySelector(selector);
  if (dialog instanceof HTMLDialogElement && !dialog.open) dialog.showModal();
}

/** @param {string} selector */
export function closeDialog(selector) {
  const dialog = document.querySelector(selector);
  if (dialog instanceof HTMLDialogElement) dialog.close();
}

/**
 * Bring an element into view within its scroller.
 * @param {string} selector
 * @param {ScrollLogicalPosition} block
 */
export function reveal(selector, block) {
  document.querySelector(selector)?.scrollIntoView({ block, behavior: "instant" });
}

/**
 * Mark the row of a path in a tree and bring it into view.
 * @param {string} selector
 * @param {string} path
 * @returns {boolean} whether there is such a row
 */
export function selectRow(selector, path) {
  const tree = document.querySelector(selector);
  const row = tree?.querySelector(`.file[data-path="${CSS.escape(path)}"]`);
  if (!tree || !row) return false;
  for (const old of tree.querySelectorAll("[aria-selected=true]")) old.setAttribute("aria-selected", "false");
  for (const old of tree.querySelectorAll("[tabindex='0']")) old.setAttribute("tabindex", "-1");
  row.setAttribute("aria-selected", "true");
  row.setAttribute("tabindex", "0");
  row.scrollIntoView({ block: "nearest", behavior: "instant" });
  return true;
}

/**
 * Set off lines of the code in a scroller and bring them into its upper third; 0 goes to the top.
 * @param {string} selector
 * @param {number} first
 * @param {number} last
 */
export function showLines(selector, first, last) {
  const scroller = document.querySelector(selector);
  if (!scroller) return;
  markLines(scroller, first, last);
  const mark = scroller.querySelector(".mark");
  if (!(mark instanceof HTMLElement)) {
    scroller.scrollTo(0, 0);
    return;
  }
  const above = mark.getBoundingClientRect().top - scroller.getBoundingClientRect().top;
  scroller.scrollTo(0, scroller.scrollTop + above - scroller.clientHeight / 3);
}

/**
 * Whether the top of an element of the conversation has been scrolled away.
 * @param {string} selector
 * @returns {boolean}
 */
export function isAbove(selector) {
  const element = document.querySelector(selector);
  const scroller = element?.closest(".repository");
  return Boolean(scroller && element && top(element) < top(scroller));
}

/** @param {Element} element */
function top(element) {
  return element.getBoundingClientRect().top;
}

/** @param {Element} parent @param {any[]} specs */
function patchChildren(parent, specs) {
  const wanted = specs.filter((spec) => spec !== null && spec !== undefined && spec !== "");
  /** @type {Map<string, Element>} */
  const keyed = new Map();
  for (const child of parent.children) {
    const key = keys.get(child);
    if (key !== undefined) keyed.set(key, child);
  }
  let at = parent.firstChild;
  for (const spec of wanted) {
    const found = reusable(spec, at, keyed);
    if (found) {
      patch(found, spec);
      if (found === at) at = at.nextSibling;
      else parent.insertBefore(found, at);
    } else {
      parent.insertBefore(create(spec), at);
    }
  }
  while (at) {
    const next = at.nextSibling;
    at.remove();
    at = next;
  }
}

/**
 * The node that a spec may be patched into, if any.
 * @param {any} spec
 * @param {ChildNode | null} at
 * @param {Map<string, Element>} keyed
 * @returns {ChildNode | null}
 */
function reusable(spec, at, keyed) {
  if (typeof spec === "string") return at instanceof Text ? at : null;
  const key = spec[1]?.$key;
  const tag = tagOf(spec[0]);
  if (key !== undefined) {
    const found = keyed.get(String(key));
    return found?.localName === tag ? found : null;
  }
  return at instanceof Element && at.localName === tag && !keys.has(at) ? at : null;
}

/** @param {string} name */
function tagOf(name) {
  return name.split(".", 1)[0];
}

/** @param {any} spec @returns {Node} */
function create(spec) {
  if (typeof spec === "string") return document.createTextNode(spec);
  const element = document.createElement(tagOf(spec[0]));
  patch(element, spec);
  return element;
}

/** @param {ChildNode} node @param {any} spec */
function patch(node, spec) {
  if (typeof spec === "string") {
    if (node.textContent !== spec) node.textContent = spec;
    return;
  }
  const element = /** @type {HTMLElement} */ (node);
  const [name, attributes, ...children] = /** @type {Spec} */ (spec);
  const classes = name.split(".").slice(1).join(" ");
  const wanted = new Map(classes ? [["class", classes]] : []);
  /** @type {Record<string, any>} */
  const special = {};
  for (const [key, value] of Object.entries(attributes ?? {})) {
    if (key.startsWith("$")) special[key] = value;
    else if (value !== null && value !== false && isAllowed(key, value))
      wanted.set(key, value === true ? "" : String(value));
  }
  for (const { name } of [...element.attributes]) {
    // `open` belongs to the person once a fold is there; `style` to `$width`.
    if (!wanted.has(name) && name !== "open" && name !== "style") element.removeAttribute(name);
  }
  const fresh = !rendered.has(element);
  for (const [key, value] of wanted) {
    if (key === "open" && !fresh) continue;
    if (element.getAttribute(key) !== value) element.setAttribute(key, value);
  }
  if ("$key" in special) keys.set(element, String(special.$key));
  if ("$width" in special) element.style.width = `${special.$width}%`;
  fill(element, special, children);
}

/** @param {HTMLElement} element @param {Record<string, any>} special @param {any[]} children */
function fill(element, special, children) {
  if (!Object.keys(special).some((name) => name in FILLED)) {
    rendered.set(element, "");
    patchChildren(element, children);
    return;
  }
  for (const [name, value] of Object.entries(special)) {
    const source = name + JSON.stringify(value);
    if (!(name in FILLED) || rendered.get(element) === source) continue;
    rendered.set(element, source);
    FILLED[name](element, value);
  }
}

/** What an element is filled with, by the special attribute. @type {Record<string, (element: HTMLElement, value: any) => void>} */
const FILLED = {
  $markdown: (element, source) => element.replaceChildren(renderMarkdown(source)),
  $answer: showAnswer,
  $code: (element, code) =>
    element.replaceChildren(renderCode({ ...code, text: code.token ? textOf(code.token) : code.text })),
  $text: (element, { token }) => (element.textContent = textOf(token)),
  $icon: (element, name) => element.replaceChildren(icon(name)),
  $time: (element, seconds) => {
    const date = new Date(seconds * 1000);
    const isToday = date.toDateString() === new Date().toDateString();
    element.textContent = isToday
      ? date.toLocaleTimeString([], { timeStyle: "short" })
      : date.toLocaleString([], { dateStyle: "medium", timeStyle: "short" });
  },
};

/** Attributes that could run code or leave the page unasked are dropped. @param {string} name @param {any} value */
function isAllowed(name, value) {
  const lower = name.toLowerCase();
  if (lower.startsWith("on") || lower === "style" || lower === "srcdoc" || lower === "src") return false;
  return lower !== "href" || SAFE_LINK.test(String(value));
}

/** @param {string} name */
function icon(name) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("class", "icon");
  svg.setAttribute("aria-hidden", "true");
  const use = document.createElementNS(SVG, "use");
  use.setAttribute("href", `#icon-${name}`);
  svg.append(use);
  return svg;
}

/**
 * The data of an element with, for a form, its fields, and for an input, its value.
 * @param {HTMLElement} element
 * @returns {Detail}
 */
function detailOf(element) {
  /** @type {Detail} */
  const detail = {};
  for (const [key, value] of Object.entries(element.dataset)) detail[key] = value ?? "";
  if (element instanceof HTMLFormElement) {
    for (const [key, value] of new FormData(element)) detail[key] = String(value);
  } else if (element instanceof HTMLInputElement && element.type === "checkbox") {
    detail.value = element.checked ? "true" : "";
  } else if (
    element instanceof HTMLInputElement ||
    element instanceof HTMLTextAreaElement ||
    element instanceof HTMLSelectElement
  ) {
    detail.value = element.value;
  }
  return detail;
}

/** @param {Event} event @param {string} kind */
function delegate(event, kind) {
  const element = event.target instanceof Element ? event.target.closest(`[data-${kind}]`) : null;
  if (!(element instanceof HTMLElement)) return;
  if (event instanceof MouseEvent && (event.ctrlKey || event.metaKey || event.shiftKey)) return;
  if (kind !== "input") event.preventDefault();
  act(element.dataset[kind] ?? "", detailOf(element));
}

/** @param {Event} event */
function toggled(event) {
  const fold = event.target;
  if (fold instanceof HTMLDetailsElement && fold.dataset.toggle)
    act(fold.dataset.toggle, { open: String(fold.open) });
}

// The event does not bubble.
document.addEventListener("toggle", toggled, true);
document.addEventListener("click", (event) => delegate(event, "click"));
document.addEventListener("submit", (event) => delegate(event, "submit"));
document.addEventListener("input", (event) => delegate(event, "input"));
