/** Code with its colours and line numbers, made safe: what comes out holds no markup that a repository wrote. */

import DOMPurify from "./vendor/dompurify/purify.es.mjs";
import hljs from "./vendor/highlight/highlight.min.js";
import scala from "./vendor/highlight/scala.min.js";

/** @typedef {{text: string, language?: string, start?: number}} Code */

hljs.registerLanguage("scala", scala);

/** Above this many characters code stays without colours, so that opening it never blocks the page. */
const COLOURED_LIMIT = 300_000;
/** Above this many it is shown at once and coloured when the page is idle. */
const AT_ONCE_LIMIT = 20_000;

/** Our language ids whose highlight.js grammar has another name; `""` has none. @type {Record<string, string>} */
const GRAMMARS = {
  jsx: "javascript",
  tsx: "typescript",
  c_sharp: "csharp",
  html: "xml",
  vue: "xml",
  svelte: "xml",
  toml: "ini",
};

/**
 * Lines of code beside their numbers, as one block; `start` is the first line's number.
 * @param {Code} code
 * @returns {DocumentFragment}
 */
export function renderCode({ text, language = "", start = 1 }) {
  const fragment = document.createDocumentFragment();
  const gutter = document.createElement("pre");
  gutter.className = "gutter";
  gutter.setAttribute("aria-hidden", "true");
  gutter.textContent = Array.from({ length: countLines(text) }, (_, index) => start + index).join("\n");
  const lines = document.createElement("pre");
  lines.className = "lines";
  if (text.length <= AT_ONCE_LIMIT) {
    lines.append(colour(text, language));
  } else {
    const plain = textOnly(text);
    lines.append(plain);
    whenIdle(() => plain.isConnected && plain.replaceWith(colour(text, language)));
  }
  fragment.append(gutter, lines);
  return fragment;
}

/** Lines as GitHub counts them: only a newline ends one. @param {string} text */
export function countLines(text) {
  if (!text) return 0;
  let count = 1;
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) count += 1;
  return text.endsWith("\n") ? count - 1 : count;
}

/** @param {() => void} work */
function whenIdle(work) {
  if ("requestIdleCallback" in globalThis) requestIdleCallback(work, { timeout: 1000 });
  else setTimeout(work, 50);
}

/**
 * Set off the lines first..last of a block that renderCode made; earlier marks go, and no lines (0) are none.
 * @param {Element} block what holds renderCode's result
 * @param {number} first
 * @param {number} last
 */
export function markLines(block, first, last) {
  const lines = block.querySelector(".lines");
  if (!lines) return;
  for (const old of lines.querySelectorAll(".mark")) old.remove();
  if (first > 0 && first <= countLines(lines.textContent ?? ""))
    lines.prepend(band(first - 1, Math.max(last, first) - first + 1));
}

/** @param {number} first @param {number} count */
function band(first, count) {
  const mark = document.createElement("span");
  mark.className = "mark";
  mark.style.top = `calc(${first} * var(--line))`;
  mark.style.height = `calc(${count} * var(--line))`;
  return mark;
}

/** @param {string} text @param {string} language an id of ours or of highlight.js */
export function colour(text, language) {
  const grammar = GRAMMARS[language] ?? language;
  if (!hljs.getLanguage(grammar) || text.length > COLOURED_LIMIT) return textOnly(text);
  const code = document.createElement("code");
  const html = hljs.highlight(text, { language: grammar, ignoreIllegals: true }).value;
  code.append(
    DOMPurify.sanitize(html, { RETURN_DOM_FRAGMENT: true, ALLOWED_TAGS: ["span"], ALLOWED_ATTR: ["class"] }),
  );
  return code;
}

/** @param {string} text */
function textOnly(text) {
  const code = document.createElement("code");
  code.textContent = text;
  return code;
}
