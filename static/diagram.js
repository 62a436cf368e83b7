/**
 * Draws diagrams for the page around this document (diagrams.js), which sends {id, source, theme} and is sent
 * {id, drawing} or {id, reason}. Mermaid is handed text of models and repositories: the policy of this document
 * lets it write styles, and neither run what the text holds nor ask anybody for anything.
 */

/** Fields that a diagram's own settings may not change. */
const FIXED = [
  "secure",
  "securityLevel",
  "startOnLoad",
  "maxTextSize",
  "maxEdges",
  "suppressErrorRendering",
  "htmlLabels",
  "flowchart",
  "class",
  "theme",
  "themeCSS",
  "themeVariables",
  "fontFamily",
  "altFontFamily",
  "look",
];

/** @typedef {{variables: Record<string, string>, font: string, isDark: boolean}} Theme */

/** @type {Promise<typeof import("./vendor/mermaid/mermaid.esm.min.mjs").default>} */
const loading = import("./vendor/mermaid/mermaid.esm.min.mjs").then((module) => module.default);
/** Mermaid draws one at a time. @type {Promise<void>} */
let turn = Promise.resolve();

addEventListener("message", ({ source, origin, data }) => {
  if (source !== parent || origin !== location.origin) return;
  turn = turn.then(async () => {
    try {
      parent.postMessage({ id: data.id, drawing: await draw(data.source, data.theme) }, location.origin);
    } catch (error) {
      parent.postMessage({ id: data.id, reason: sentence(error) }, location.origin);
    }
  });
});

loading.then(
  () => parent.postMessage("ready", location.origin),
  () => parent.postMessage("failed", location.origin),
);

/**
 * @param {string} source
 * @param {Theme} theme
 */
async function draw(source, { variables, font, isDark }) {
  const mermaid = await loading;
  mermaid.initialize({
    startOnLoad: false,
    securityLevel: "strict",
    secure: FIXED,
    suppressErrorRendering: true,
    // Labels as text of the image: it is drawn the same wherever the image is shown.
    htmlLabels: false,
    flowchart: { htmlLabels: false },
    class: { htmlLabels: false },
    look: "classic",
    theme: "base",
    themeVariables: { ...variables, darkMode: isDark, fontFamily: font, fontSize: "14px" },
    fontFamily: font,
  });
  const { svg } = await mermaid.render("diagram", withoutMarkup(source));
  return image(svg);
}

/** A participant's links, for which Mermaid writes handlers: nobody can follow one in an image. */
const LINKS = /^[ \t]*(?:link\s+\S+:.*@|links\s+\S+:\s*\{).*$/gm;
/** What Mermaid would try as HTML where it measures, and what it means itself. */
const ANGLES = /<<\w+>>|<br\s*\/?>|<(?=[a-z/!?])|[&#]+(?:lt|0*60|x0*3c);/gi;

/** HTML in labels shows as what it is, but for line breaks. @param {string} source */
function withoutMarkup(source) {
  return source.replace(LINKS, "").replace(ANGLES, (found) => (/^<.*>$/.test(found) ? found : "‹"));
}

/** The drawing as the text of an image: well-formed, and as large as it means to be. @param {string} svg */
function image(svg) {
  const element = new DOMParser().parseFromString(svg, "text/html").querySelector("svg");
  if (!element) throw new Error("Mermaid drew nothing.");
  for (const part of element.querySelectorAll("*")) {
    if (part.matches("script, iframe")) part.remove();
    for (const { name, value } of [...part.attributes])
      if (name.startsWith("on") || (/href$/.test(name) && !value.startsWith("#"))) part.removeAttribute(name);
  }
  const { width, height } = element.viewBox.baseVal;
  element.setAttribute("width", String(width));
  element.setAttribute("height", String(height));
  return { svg: new XMLSerializer().serializeToString(element), width, height };
}

/** @param {unknown} error @returns {string} what Mermaid says, in one line */
function sentence(error) {
  const text = error instanceof Error ? error.message : String(error);
  const [first, ...rest] = text.split("\n").filter((line) => line.trim());
  const expected = rest.find((line) => line.startsWith("Expecting"));
  return (expected ? `${first} ${expected}` : first).slice(0, 300);
}
