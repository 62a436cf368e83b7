/**
 * Markdown, made safe: what comes out holds no markup that a repository or a model wrote, loads nothing, and
 * leads only where it says. Two who write it: the engine's summaries, and a model's answers, which also have
 * formulas, diagrams and citations that were checked (see answer.js).
 */

import { colour } from "./code.js";
import { drawDiagram } from "./diagrams.js";
import { MATH, fillMath } from "./math.js";
import DOMPurify from "./vendor/dompurify/purify.es.mjs";
import { Marked } from "./vendor/marked/marked.esm.js";

/** @typedef {import("./vendor/marked/marked.esm.js").Token} Token */

/** A citation as the engine writes it: [path:line] or [path:line-line]. */
const CITATION = /^\[([^[\]\n]+?):(\d+)(?:-(\d+))?\](?!\()/;

/** A longer paragraph is shown as it is written: the time that reading one takes grows with its square. */
const LONGEST = 4000;

/** Characters that turn the direction of the text around them. */
const TURNING = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

// Raw HTML can only be quoted text of a repository, and images are never loaded: both show as what they are.
const QUOTED = {
  html: (/** @type {{text: string}} */ { text }) => escape(text),
  image: (/** @type {{raw: string}} */ { raw }) => escape(raw),
};

/** @param {(token: any) => string} renderer how a citation looks */
const citation = (renderer) => ({
  name: "citation",
  level: /** @type {const} */ ("inline"),
  start: (/** @type {string} */ source) => source.indexOf("["),
  tokenizer(/** @type {string} */ source) {
    const match = CITATION.exec(source);
    if (!match) return undefined;
    return { type: "citation", raw: match[0], path: match[1], line: match[2], end: match[3] ?? match[2] };
  },
  renderer,
});

const summaries = new Marked({ gfm: true });
summaries.use({
  extensions: [
    citation(
      ({ path, line, end }) =>
        `<a class="citation" href="#" data-click="open-file" data-path="${escape(path)}" ` +
        `data-line="${line}" data-end="${end}">${escape(placeName(path, Number(line), Number(end)))}</a>`,
    ),
  ],
  renderer: QUOTED,
});

/**
 * In the source of an answer, a citation that the engine has looked at: its number between two characters of
 * private use, which a model's text never has (see answer.js).
 */
export const CHECKED = /\ue000(\d+)\ue001/;

const answers = new Marked({ gfm: true });
answers.use({
  extensions: [
    citation(
      ({ path, line, end }) =>
        `<span class="cited">${escape(placeName(path, Number(line), Number(end)))}</span>`,
    ),
    {
      name: "checked",
      level: "inline",
      start: (source) => source.indexOf("\ue000"),
      tokenizer(source) {
        const match = CHECKED.exec(source);
        return match?.index === 0 ? { type: "checked", raw: match[0], number: match[1] } : undefined;
      },
      renderer: ({ number }) => `<a data-cite="${number}"></a>`,
    },
    ...MATH,
  ],
  renderer: QUOTED,
});

/**
 * A summary that the engine wrote; its citations are right.
 * @param {string} source
 * @returns {DocumentFragment}
 */
export function renderMarkdown(source) {
  const fragment = sanitized(/** @type {string} */ (summaries.parse(source, { async: false })));
  finish(fragment);
  return fragment;
}

/**
 * The blocks of a model's answer, in order; `raw` of all of them together is the source.
 * @param {string} source
 * @returns {Token[]}
 */
export function blocksOf(source) {
  const lexer = new answers.Lexer(answers.defaults);
  const inline = lexer.inline.bind(lexer);
  lexer.inline = (text, tokens = []) => {
    if (text.length <= LONGEST) return inline(text, tokens);
    tokens.push({ type: "text", raw: text, text, escaped: false });
    return tokens;
  };
  return lexer.lex(source);
}

/**
 * @param {Token[]} blocks
 * @param {(fragment: DocumentFragment) => void} [prepare] is given the text before anything is made of it
 * @returns {DocumentFragment}
 */
export function renderBlocks(blocks, prepare) {
  const fragment = sanitized(answers.parser(blocks));
  prepare?.(fragment);
  for (const code of fragment.querySelectorAll("pre > code.language-mermaid"))
    code.parentElement?.replaceWith(drawDiagram((code.textContent ?? "").trimEnd()));
  for (const formula of fragment.querySelectorAll(".math")) fillMath(formula);
  finish(fragment);
  return fragment;
}

/** @param {string} html @returns {DocumentFragment} */
function sanitized(html) {
  return DOMPurify.sanitize(html, {
    RETURN_DOM_FRAGMENT: true,
    USE_PROFILES: { html: true },
    FORBID_TAGS: ["style", "img", "form", "input", "audio", "video", "picture", "source"],
    FORBID_ATTR: ["style"],
    // What a model links to is read by people: no other scheme is worth its risks.
    ALLOWED_URI_REGEXP: /^(?:https?:|#)/i,
  });
}

/** Colour the code, and have links of the web open beside the page. @param {DocumentFragment} fragment */
function finish(fragment) {
  for (const link of fragment.querySelectorAll("a")) {
    if (link.dataset.click) {
      link.title = `${link.dataset.path}:${link.dataset.line}`;
    } else if (/^https?:/i.test(link.getAttribute("href") ?? "")) {
      link.rel = "noopener noreferrer";
      link.target = "_blank";
      link.title = `Opens ${link.host}`;
    } else {
      link.replaceWith(...link.childNodes);
    }
  }
  for (const code of fragment.querySelectorAll("pre > code")) {
    const language = /language-(\S+)/.exec(code.className)?.[1] ?? "";
    // Long lines scroll, so the keyboard has to reach them.
    code.parentElement?.setAttribute("tabindex", "0");
    code.replaceWith(colour(code.textContent ?? "", language));
  }
  for (const table of fragment.querySelectorAll("table")) {
    const scroller = document.createElement("div");
    scroller.className = "wide";
    // A wide one scrolls, so the keyboard has to reach it.
    scroller.tabIndex = 0;
    scroller.setAttribute("role", "group");
    scroller.setAttribute("aria-label", "Table");
    table.replaceWith(scroller);
    scroller.append(table);
  }
}

/**
 * A place as running text names it: the last two parts of its path, enough to tell files apart.
 * @param {string} path
 * @param {number} first
 * @param {number} last
 */
export function placeName(path, first, last) {
  const short = path.split("/").slice(-2).join("/").replace(TURNING, "\ufffd");
  return `${short}:${first}${last > first ? `–${last}` : ""}`;
}

/** @param {string} text */
function escape(text) {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
