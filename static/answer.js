/**
 * A model's answer on the screen. While it comes, what was read stays as it is: only the last blocks of its
 * Markdown are made anew, at a pace that leaves the page its time. When it has ended it is made once more, with
 * its citations as the engine found them.
 */

import { CHECKED, blocksOf, placeName, renderBlocks } from "./markdown.js";
import { textOf, watchText } from "./texts.js";

/**
 * `start` and `end` count code points of the text. `href` is there where the citation is right.
 * @typedef {{start: number, end: number, path: string, first: number, last: number, reason: string,
 *   href: string}} Citation
 * @typedef {{token: string, live?: boolean, citations?: Citation[]}} Answer
 */

/** Characters that are formatted; what an answer has beyond them is shown as it came. */
const FORMATTED = 100_000;
/** Milliseconds between two looks at an answer that comes, and how many times its cost that is at least. */
const PACE = 40;
const REST = 4;
/** How near to the end a reader has to be to be taken along, in pixels. */
const NEAR = 64;

/** @type {WeakMap<Element, () => void>} */
const ends = new WeakMap();

/**
 * Show an answer in an element, in place of what was shown there.
 * @param {HTMLElement} element
 * @param {Answer} answer
 */
export function showAnswer(element, { token, live, citations = [] }) {
  ends.get(element)?.();
  ends.delete(element);
  if (live) ends.set(element, follow(element, token));
  else keepingPlace(element, () => element.replaceChildren(...whole(textOf(token), citations)));
}

/**
 * Show a text as it grows. Returns what ends that.
 * @param {HTMLElement} element
 * @param {string} token
 */
function follow(element, token) {
  // The text before `settled` is on the screen for good; the nodes from `tail` on are made anew.
  let settled = 0;
  let tail = 0;
  let timer = 0;
  let cost = 0;
  element.replaceChildren();

  const update = () => {
    timer = 0;
    const begun = performance.now();
    const text = unmarked(textOf(token));
    const blocks = blocksOf(text.slice(settled, FORMATTED));
    const open = openFrom(blocks);
    const closed = blocks.slice(0, open);
    keepingPlace(element, () => {
      while (element.childNodes.length > tail) element.lastChild?.remove();
      if (closed.length) {
        element.append(renderBlocks(closed));
        tail = element.childNodes.length;
        settled += closed.reduce((length, { raw }) => length + raw.length, 0);
      }
      element.append(...growing(blocks.slice(open)), ...beyond(text));
    });
    cost = performance.now() - begun;
  };
  const changed = () => {
    if (!element.isConnected) stop();
    else timer ||= window.setTimeout(update, Math.max(PACE, REST * cost));
  };
  const unwatch = watchText(token, changed);
  const stop = () => {
    unwatch();
    clearTimeout(timer);
  };
  update();
  return stop;
}

/**
 * The first block that may still become another: the text's last two, since a line below can change what the one
 * above is.
 * @param {import("./markdown.js").Token[]} blocks
 */
function openFrom(blocks) {
  const filled = blocks.flatMap(({ type }, index) => (type === "space" ? [] : [index]));
  return filled.at(-2) ?? 0;
}

/** A diagram is drawn when it is whole; until then it is code. @param {import("./markdown.js").Token[]} blocks */
function growing(blocks) {
  const plain = blocks.map((block) => (block.type === "code" ? { ...block, lang: "" } : block));
  return renderBlocks(plain).childNodes;
}

/** @param {string} text @returns {Node[]} */
function beyond(text) {
  if (text.length <= FORMATTED) return [];
  const rest = document.createElement("pre");
  rest.className = "beyond";
  rest.textContent = text.slice(FORMATTED);
  return [rest];
}

/** @param {string} text @param {Citation[]} citations @returns {Node[]} */
function whole(text, citations) {
  const clean = unmarked(text);
  const places = inUnits(clean, citations);
  let source = "";
  let at = 0;
  for (const [number, [start, end]] of places.entries()) {
    if (start < at) continue; // one inside another
    source += `${clean.slice(at, start)}\ue000${number}\ue001`;
    at = end;
  }
  source += clean.slice(at);
  const spelled = places.map(([start, end]) => clean.slice(start, end));
  const made = renderBlocks(blocksOf(source.slice(0, FORMATTED)), (fragment) =>
    placeCitations(fragment, citations, spelled),
  );
  return [...made.childNodes, ...beyond(spell(source, spelled))];
}

/** A text without the characters that mark citations, as long as before. @param {string} text */
function unmarked(text) {
  return text.replace(/[\ue000\ue001]/g, "\ufffd").replace(/\r/g, " ");
}

/**
 * Where citations stand, in the units of JavaScript's strings.
 * @param {string} text
 * @param {Citation[]} citations in the order of their starts
 */
function inUnits(text, citations) {
  let point = 0;
  let unit = 0;
  /** @param {number} goal */
  const reach = (goal) => {
    for (; point < goal && unit < text.length; point += 1)
      unit += /** @type {number} */ (text.codePointAt(unit)) > 0xffff ? 2 : 1;
    return unit;
  };
  return citations.map(({ start, end }) => /** @type {[number, number]} */ ([reach(start), reach(end)]));
}

/** @param {string} text @param {string[]} spelled the citations as the model wrote them */
function spell(text, spelled) {
  return text.replace(new RegExp(CHECKED, "g"), (_, number) => spelled[number]);
}

/**
 * Put the citations where their numbers stand. In code and in formulas they are the text that they were.
 * @param {DocumentFragment} fragment
 * @param {Citation[]} citations
 * @param {string[]} spelled
 */
function placeCitations(fragment, citations, spelled) {
  for (const spot of fragment.querySelectorAll("[data-cite]"))
    spot.replaceWith(link(citations[Number(spot.getAttribute("data-cite"))]));
  for (const code of fragment.querySelectorAll(":not(pre) > code")) {
    const alone = new RegExp(`^${CHECKED.source}$`).exec(code.textContent ?? "");
    if (alone) code.replaceWith(link(citations[Number(alone[1])]));
  }
  const walker = document.createTreeWalker(fragment, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode())
    if (CHECKED.test(node.nodeValue ?? "")) node.nodeValue = spell(node.nodeValue ?? "", spelled);
}

/** @param {Citation} citation */
function link({ path, first, last, reason, href }) {
  const made = document.createElement(href ? "a" : "span");
  const name = document.createElement(href ? "bdi" : "s");
  name.textContent = placeName(path, first, last);
  made.append(name);
  made.className = "citation";
  if (href) {
    made.setAttribute("href", href);
    Object.assign(made.dataset, { click: "open-file", path, line: String(first), end: String(last) });
    made.title = `${path}:${first}`;
  } else {
    made.classList.add("wrong");
    made.tabIndex = 0;
    made.setAttribute("role", "note");
    made.setAttribute("aria-label", `${placeName(path, first, last)}, not a source: ${reason}`);
    made.dataset.reason = reason;
  }
  return made;
}

/**
 * Change an element below which others stand, and take a reader along who was at its end.
 * @param {HTMLElement} element
 * @param {() => void} change
 */
function keepingPlace(element, change) {
  const scroller = element.closest(".repository");
  const bottom = () => document.querySelector(".ask")?.getBoundingClientRect().top ?? innerHeight;
  const wasAtEnd = element.isConnected && overshoot(element, bottom()) < NEAR;
  change();
  const over = wasAtEnd ? overshoot(element, bottom()) : 0;
  if (scroller && over > 0) scroller.scrollTop += over;
}

/** How far an element's end is below a line, in pixels. @param {Element} element @param {number} line */
function overshoot(element, line) {
  return element.getBoundingClientRect().bottom - line;
}
