/**
 * What the page does before Python is up: colours, panes, keys, the service worker, and a word where
 * starting fails. What a person types or submits meanwhile waits in dom.js.
 */

import { act, attribute, text } from "./dom.js";
import { start as startKeyboard } from "./keyboard.js";
import { start as startPanes } from "./panes.js";
import { start as startPeeking } from "./peek.js";

const THEME = "understory.theme";
const THEMES = ["system", "light", "dark"];
/** Milliseconds after which the page looks why starting takes so long, and looks again. */
const SLOW = 8000;
/** The largest file of the engine: where it loads, the others do. */
const LARGEST = "./vendor/pyodide/pyodide.asm.wasm";

/** @returns {string} */
function theme() {
  try {
    return localStorage.getItem(THEME) ?? "system";
  } catch {
    return "system"; // storage is blocked: follow the system
  }
}

/** @param {string} name */
function applyTheme(name) {
  if (name === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = name;
  const button = document.querySelector("[data-theme-toggle]");
  button?.setAttribute("aria-label", `Colours: ${name}. Change.`);
  button?.setAttribute("title", `Colours: ${name}`);
}

function nextTheme() {
  const next = THEMES[(THEMES.indexOf(theme()) + 1) % THEMES.length];
  try {
    localStorage.setItem(THEME, next);
  } catch {
    // Blocked storage: the choice lasts as long as the page.
  }
  applyTheme(next);
}

/** @param {string} reason what failed, in words */
function failed(reason) {
  document.documentElement.dataset.engine = "failed";
  attribute("#boot-failure", "hidden", null);
  text("#boot-detail", reason);
  text("#engine", "");
}

/** Until Python is up nobody else can say what went wrong; later on application.py does. */
function watch() {
  const { dataset } = document.documentElement;
  const alone = () => dataset.engine === "starting" && !("python" in dataset);
  addEventListener("error", (event) => alone() && failed(event.message));
  addEventListener("unhandledrejection", (event) => alone() && failed(String(event.reason)));
  const look = setInterval(async () => {
    if (dataset.engine !== "starting") clearInterval(look);
    else if (!(await loads(LARGEST))) failed("A part of it does not load: check the connection.");
    else if (dataset.engine === "starting")
      text("#engine", "Engine starting: the first visit loads some 50 MB");
  }, SLOW);
}

/** A worker that lacks a file says so to nobody, so the page tries for itself. @param {string} file */
async function loads(file) {
  try {
    const response = await fetch(file);
    await response.body?.cancel();
    return response.ok;
  } catch {
    return false;
  }
}

/** Keep the site for use without a network, and tell the network panel how that went. */
async function keepSite() {
  try {
    await navigator.serviceWorker.register("./service-worker.js");
    await navigator.serviceWorker.ready;
    act("site-kept", { reason: "" });
  } catch (error) {
    act("site-kept", { reason: String(error) });
  }
}

function sayWhetherOnline() {
  text("#offline", navigator.onLine ? "" : "Offline");
}

applyTheme(theme());
startPanes();
startPeeking();
startKeyboard();
watch();
document.querySelector("[data-theme-toggle]")?.addEventListener("click", nextTheme);
for (const change of ["online", "offline"]) addEventListener(change, sayWhetherOnline);
sayWhetherOnline();
void keepSite();
