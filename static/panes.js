/**
 * The three panes: folding, widths and, on a phone, which one is shown. Everything is remembered
 * in localStorage, and works before Python does.
 */

const STORED = "understory.panes";
const LIMITS = { left: [180, 480], right: [280, 1200] };
const STEP = 24;
/** The share of the window that one side may take. */
const MOST = 0.45;

/** @typedef {"left" | "right"} Side */
/**
 * A width is there once a person has chosen it; until then the style sheet's fits the window.
 * @typedef {{left?: number, right?: number, leftFolded: boolean, rightFolded: boolean}} Layout
 */

/** @type {Layout} */
const layout = { leftFolded: false, rightFolded: false, ...read() };

/** @returns {Partial<Layout>} */
function read() {
  try {
    return JSON.parse(localStorage.getItem(STORED) ?? "{}");
  } catch {
    return {}; // storage is blocked or holds what we did not write: the defaults do
  }
}

/** @param {Side} side */
function applySide(side) {
  const root = document.documentElement;
  const folded = side === "left" ? layout.leftFolded : layout.rightFolded;
  root.toggleAttribute(`data-${side}-folded`, folded);
  document.querySelector(`[data-fold="${side}"]`)?.setAttribute("aria-expanded", String(!folded));
  const width = layout[side];
  if (width === undefined) return;
  root.style.setProperty(`--${side}`, `min(${width}px, ${MOST * 100}vw)`);
  document.querySelector(`[data-splitter="${side}"]`)?.setAttribute("aria-valuenow", String(width));
}

function apply() {
  applySide("left");
  applySide("right");
}

function save() {
  apply();
  try {
    localStorage.setItem(STORED, JSON.stringify(layout));
  } catch {
    // Blocked storage: the layout lasts as long as the page.
  }
}

/** @param {Side} side @param {boolean} [folded] what it becomes; the opposite of what it is if left out */
export function fold(side, folded) {
  /** @type {"leftFolded" | "rightFolded"} */
  const key = side === "left" ? "leftFolded" : "rightFolded";
  layout[key] = folded ?? !layout[key];
  save();
}

/**
 * Show a pane: on a phone it becomes the only one, elsewhere it is unfolded.
 * @param {string} name shelf, conversation or code
 */
export function show(name) {
  document.documentElement.dataset.pane = name;
  for (const button of document.querySelectorAll("[data-show]")) {
    const on = button instanceof HTMLElement && button.dataset.show === name;
    button.setAttribute("aria-current", String(on));
  }
  if (name === "shelf") fold("left", false);
  if (name === "code") fold("right", false);
}

/** @param {Side} side @param {number} width */
function resize(side, width) {
  const [least, most] = LIMITS[side];
  layout[side] = Math.round(Math.min(Math.max(width, least), Math.min(most, innerWidth * MOST)));
}

/** Let a splitter set the width of the pane beside it. @param {HTMLElement} splitter */
function draggable(splitter) {
  const side = /** @type {Side} */ (splitter.dataset.splitter);
  const pane = side === "left" ? splitter.previousElementSibling : splitter.nextElementSibling;
  const sign = side === "left" ? 1 : -1;
  const width = () => pane?.getBoundingClientRect().width ?? 0;
  splitter.addEventListener("focus", () => {
    splitter.setAttribute("aria-valuenow", String(Math.round(width())));
  });
  splitter.addEventListener("pointerdown", (down) => {
    const from = width();
    splitter.setPointerCapture(down.pointerId);
    /** @param {PointerEvent} move */
    const follow = (move) => {
      resize(side, from + sign * (move.clientX - down.clientX));
      apply();
    };
    splitter.addEventListener("pointermove", follow);
    splitter.addEventListener(
      "lostpointercapture",
      () => {
        splitter.removeEventListener("pointermove", follow);
        save();
      },
      { once: true },
    );
  });
  splitter.addEventListener("keydown", (event) => {
    const step = { ArrowLeft: -STEP, ArrowRight: STEP }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    resize(side, width() + sign * step);
    save();
  });
  splitter.addEventListener("dblclick", () => fold(side));
}

/** Wire the page's buttons, tabs and splitters. */
export function start() {
  apply();
  for (const splitter of document.querySelectorAll("[data-splitter]")) {
    draggable(/** @type {HTMLElement} */ (splitter));
  }
  document.addEventListener("click", (event) => {
    const target = event.target instanceof Element ? event.target.closest("[data-fold], [data-show]") : null;
    if (!(target instanceof HTMLElement)) return;
    if (target.dataset.fold) fold(/** @type {Side} */ (target.dataset.fold));
    if (target.dataset.show) show(target.dataset.show);
  });
}
