/**
 * The three panes: folding, widths and, on a phone, which one is shown. Everything is remembered
 * in localStorage, and works before Python does.
 */

const STORED = "understory.panes";
const LIMITS = { left: [180, 480], right: [280, 1200] };
const STEP = 24;

/** @typedef {"left" | "right"} Side */
/** @typedef {{left: number, right: number, leftFolded: boolean, rightFolded: boolean}} Layout */

/** @type {Layout} */
const layout = { left: 264, right: 520, leftFolded: false, rightFolded: false, ...read() };

/** @returns {Partial<Layout>} */
function read() {
  try {
    return JSON.parse(localStorage.getItem(STORED) ?? "{}");
  } catch {
    return {}; // storage is blocked or holds what we did not write: the defaults do
  }
}

function apply() {
  const root = document.documentElement;
  root.style.setProperty("--left", `${layout.left}px`);
  root.style.setProperty("--right", `${layout.right}px`);
  root.toggleAttribute("data-left-folded", layout.leftFolded);
  root.toggleAttribute("data-right-folded", layout.rightFolded);
  for (const side of /** @type {Side[]} */ (["left", "right"])) {
    const folded = side === "left" ? layout.leftFolded : layout.rightFolded;
    for (const button of document.querySelectorAll(`[data-fold="${side}"]`)) {
      button.setAttribute("aria-expanded", String(!folded));
    }
    document.querySelector(`[data-splitter="${side}"]`)?.setAttribute("aria-valuenow", String(layout[side]));
  }
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

/** Show one pane on a phone; wider screens show all. @param {string} name shelf, conversation or code */
export function show(name) {
  document.documentElement.dataset.pane = name;
  for (const tab of document.querySelectorAll("[data-show]")) {
    const on = tab instanceof HTMLElement && tab.dataset.show === name;
    tab.setAttribute("aria-selected", String(on));
  }
}

/** @param {Side} side @param {number} width */
function resize(side, width) {
  const [least, most] = LIMITS[side];
  layout[side] = Math.round(Math.min(Math.max(width, least), Math.min(most, innerWidth * 0.6)));
}

/** @param {HTMLElement} splitter */
function draggable(splitter) {
  const side = /** @type {Side} */ (splitter.dataset.splitter);
  const sign = side === "left" ? 1 : -1;
  splitter.addEventListener("pointerdown", (down) => {
    const from = layout[side];
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
    resize(side, layout[side] + sign * step);
    save();
  });
  splitter.addEventListener("dblclick", () => fold(side));
}

/** Wire the page's buttons, tabs and splitters. */
export function start() {
  apply();
  show("conversation");
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
