/** Formulas, as MathML: a page needs neither styles nor fonts of its own for it. Temml is loaded with the first. */

import DOMPurify from "./vendor/dompurify/purify.es.mjs";

/** @typedef {typeof import("./vendor/temml/temml.mjs").default} Temml */

/** A longer formula is shown as it is written. */
const LONGEST = 4000;
// Nothing in a formula may lead anywhere, load anything or grow without end.
const OPTIONS = {
  throwOnError: true,
  trust: false,
  maxExpand: 500,
  maxSize: /** @type {[number, number]} */ ([20, 20]),
};

/** `$$ … $$` and `\[ … \]`: a block. */
const BLOCK = /^ {0,3}(?:\$\$([^$]+?)\$\$|\\\[([\s\S]+?)\\\])[ \t]*(?:\n|$)/;
/** `$ … $` as Pandoc reads it, so that sums of money and variables of a shell are left alone; `\( … \)`. */
const INLINE = /^(?:\$\$([^$\n]+?)\$\$|\$(?![\s$])((?:\\.|[^\\$\n])+?)(?<!\s)\$(?![\d\w])|\\\((.+?)\\\))/;

/** What `marked` needs to know of formulas. @type {import("./vendor/marked/marked.esm.js").TokenizerAndRendererExtension[]} */
export const MATH = [
  {
    name: "formulaBlock",
    level: "block",
    start: (source) => /\$\$|\\\[/.exec(source)?.index,
    tokenizer(source) {
      const match = BLOCK.exec(source);
      return match ? { type: "formulaBlock", raw: match[0], text: match[1] ?? match[2] } : undefined;
    },
    renderer: ({ text }) => `<div class="math">${escape(text.trim())}</div>`,
  },
  {
    name: "formula",
    level: "inline",
    start: (source) => /\$|\\\(/.exec(source)?.index,
    tokenizer(source) {
      const match = INLINE.exec(source);
      return match ? { type: "formula", raw: match[0], text: match[1] ?? match[2] ?? match[3] } : undefined;
    },
    renderer: ({ text }) => `<span class="math">${escape(text.trim())}</span>`,
  },
];

/** @type {Temml | null} */
let temml = null;
/** @type {Promise<Temml> | null} */
let loading = null;

/** @returns {Promise<Temml>} */
async function load() {
  const style = document.createElement("link");
  style.rel = "stylesheet";
  style.href = "./vendor/temml/Temml-Local.css";
  document.head.append(style);
  temml = (await import("./vendor/temml/temml.mjs")).default;
  return temml;
}

/**
 * Make a formula of the TeX that an element holds; at once where that can be done. What is no formula, or
 * cannot be read, stays as it is written.
 * @param {Element} element
 */
export function fillMath(element) {
  const source = element.textContent ?? "";
  if (source.length > LONGEST) return;
  if (temml) fill(temml, element, source);
  else
    (loading ??= load()).then(
      (loaded) => fill(loaded, element, source),
      () => (loading = null),
    );
}

/** @param {Temml} engine @param {Element} element @param {string} source */
function fill(engine, element, source) {
  const box = document.createElement("span");
  try {
    engine.render(source, box, { ...OPTIONS, displayMode: element.localName === "div" });
  } catch (error) {
    element.classList.add("unread");
    if (element instanceof HTMLElement)
      element.title = error instanceof Error ? error.message : String(error);
    return;
  }
  const made = DOMPurify.sanitize(box, {
    RETURN_DOM_FRAGMENT: true,
    USE_PROFILES: { mathMl: true },
    ADD_ATTR: ["style"],
    FORBID_ATTR: ["href", "id"],
    FORBID_TAGS: ["annotation", "annotation-xml", "mglyph", "maction"],
  });
  made.querySelector("math")?.setAttribute("alttext", source);
  element.replaceChildren(made);
}

/** @param {string} text */
function escape(text) {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
