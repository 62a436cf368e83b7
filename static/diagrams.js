/**
 * Diagrams that an answer describes for Mermaid. They are drawn in a frame of their own, whose document may use
 * the styles that Mermaid writes and can neither run what a label holds nor reach the network (diagram.html).
 * What comes back is shown as an image, in which nothing runs and nothing is loaded either.
 */

import { colour } from "./code.js";

/** Longer than any diagram that can be read. */
const LONGEST = 20_000;
/** Milliseconds in which the frame has to answer: the first time it loads Mermaid. */
const PATIENCE = 60_000;
/** How much smaller a wide drawing may become to fit; beyond that it scrolls, so that its labels can be read. */
const SMALLEST = 0.7;
/** What the colours of the page are called in Mermaid's theme. @type {Record<string, string>} */
const COLOURS = {
  background: "--surface",
  primaryColor: "--sunken",
  primaryTextColor: "--ink",
  primaryBorderColor: "--ink-3",
  secondaryColor: "--accent-soft",
  tertiaryColor: "--hover",
  lineColor: "--ink-3",
  textColor: "--ink",
  titleColor: "--ink",
  noteBkgColor: "--mark",
  noteTextColor: "--ink",
  noteBorderColor: "--mark-edge",
  edgeLabelBackground: "--surface",
  errorBkgColor: "--bad-soft",
  errorTextColor: "--bad",
};

/** @typedef {{svg: string, width: number, height: number}} Drawing */

/** @type {Promise<Window> | null} */
let frame = null;
let asked = 0;
/** Drawings of the theme of now, by source. @type {Map<string, Drawing>} */
let drawings = new Map();
/** The source of every diagram on the screen. @type {WeakMap<Element, string>} */
const sources = new WeakMap();

/**
 * A diagram with its source, drawn as soon as it can be.
 * @param {string} source
 * @returns {HTMLElement}
 */
export function drawDiagram(source) {
  const figure = document.createElement("figure");
  figure.className = "diagram";
  sources.set(figure, source);
  const fold = document.createElement("details");
  fold.className = "fold";
  const title = document.createElement("summary");
  title.textContent = "Source of the diagram";
  const lines = document.createElement("pre");
  lines.tabIndex = 0;
  lines.append(colour(source, ""));
  fold.append(title, lines);
  const waiting = document.createElement("p");
  waiting.className = "thinking";
  waiting.textContent = "Drawing …";
  figure.append(waiting, fold);
  void fill(figure, source);
  return figure;
}

/** @param {HTMLElement} figure @param {string} source */
async function fill(figure, source) {
  const known = drawings.get(source);
  if (known) {
    show(figure, source, known);
    return;
  }
  const current = drawings;
  try {
    if (source.length > LONGEST) throw new Error("It is too long.");
    const drawing = await draw(source);
    current.set(source, drawing);
    if (current === drawings) show(figure, source, drawing);
  } catch (error) {
    refuse(figure, error instanceof Error ? error.message : String(error));
  }
}

/** @param {HTMLElement} figure @param {string} source @param {Drawing} drawing */
function show(figure, source, { svg, width, height }) {
  const image = figure.querySelector("img") ?? document.createElement("img");
  image.src = `data:image/svg+xml,${encodeURIComponent(svg)}`;
  image.alt = `Diagram: ${source.split("\n", 1)[0].slice(0, 80)}. Its source follows.`;
  image.width = Math.ceil(width);
  image.height = Math.ceil(height);
  image.style.minWidth = `${Math.ceil(width * SMALLEST)}px`;
  figure.querySelector(".thinking")?.remove();
  if (image.parentElement) return;
  const scroller = document.createElement("div");
  scroller.className = "wide";
  scroller.tabIndex = 0;
  scroller.setAttribute("role", "group");
  scroller.setAttribute("aria-label", "Diagram");
  scroller.append(image);
  figure.prepend(scroller);
}

/** @param {HTMLElement} figure @param {string} reason */
function refuse(figure, reason) {
  figure.querySelector(".thinking")?.remove();
  const words = document.createElement("figcaption");
  words.textContent = `This diagram could not be drawn. ${reason}`;
  figure.prepend(words);
  const fold = figure.querySelector("details");
  if (fold) fold.open = true;
}

/** @param {string} source @returns {Promise<Drawing>} */
async function draw(source) {
  frame ??= openFrame();
  const there = await frame;
  const id = ++asked;
  return new Promise((resolve, reject) => {
    /** @param {MessageEvent} event */
    const take = ({ source: from, data }) => {
      if (from !== there || data.id !== id) return;
      done();
      if (data.reason === undefined) resolve(data.drawing);
      else reject(new Error(data.reason));
    };
    const timer = setTimeout(() => (done(), reject(new Error("It took too long."))), PATIENCE);
    const done = () => {
      clearTimeout(timer);
      removeEventListener("message", take);
    };
    addEventListener("message", take);
    there.postMessage({ id, source, theme: theme() }, location.origin);
  });
}

/** @returns {Promise<Window>} */
function openFrame() {
  const element = document.createElement("iframe");
  element.className = "diagram-frame";
  element.title = "Draws diagrams";
  element.tabIndex = -1;
  element.setAttribute("aria-hidden", "true");
  element.src = "./diagram.html";
  const ready = new Promise((resolve, reject) => {
    const timer = setTimeout(() => failed("The page that draws diagrams does not load."), PATIENCE);
    /** @param {string} reason */
    const failed = (reason) => {
      frame = null;
      element.remove();
      reject(new Error(reason));
    };
    addEventListener("message", function take({ source, data }) {
      if (source !== element.contentWindow || (data !== "ready" && data !== "failed")) return;
      removeEventListener("message", take);
      clearTimeout(timer);
      if (data === "ready") resolve(element.contentWindow);
      else failed("Mermaid, which draws diagrams, does not load. It is kept after its first use.");
    });
  });
  document.body.append(element);
  return /** @type {Promise<Window>} */ (ready);
}

/** The page's colours, font and whether it is dark, for Mermaid. */
function theme() {
  const style = getComputedStyle(document.documentElement);
  const variables = Object.fromEntries(
    Object.entries(COLOURS).map(([name, variable]) => [name, style.getPropertyValue(variable).trim()]),
  );
  return { variables, font: style.getPropertyValue("--sans").trim(), isDark: style.colorScheme === "dark" };
}

function drawAnew() {
  drawings = new Map();
  for (const figure of document.querySelectorAll(".diagram")) {
    const source = sources.get(figure);
    if (source !== undefined && figure instanceof HTMLElement && figure.querySelector("img"))
      void fill(figure, source);
  }
}

new MutationObserver(drawAnew).observe(document.documentElement, { attributeFilter: ["data-theme"] });
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", drawAnew);
