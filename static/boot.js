/**
 * What the page does before Python is up: colours, panes, keys, the service worker, and a word where
 * starting fails. What a person types or submits meanwhile waits in dom.js.
 */

import { act } from "./dom.js";
import { start as startKeyboard } from "./keyboard.js";
import { start as startPanes } from "./panes.js";

const THEME = "understory.theme";
const THEMES = ["system", "light", "dark"];
/** Seconds after which a start is called slow; the first visit downloads some 50 MB. */
const SLOW = 60;

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

/** @param {string} sentence what failed, in words */
function failed(sentence) {
  document.documentElement.dataset.engine = "failed";
  const box = document.querySelector("#boot-failure");
  if (!(box instanceof HTMLElement)) return;
  box.hidden = false;
  const detail = box.querySelector("[data-detail]");
  if (detail) detail.textContent = sentence;
}

function watch() {
  const starting = () => document.documentElement.dataset.engine === "starting";
  addEventListener("error", (event) => starting() && failed(event.message));
  addEventListener("unhandledrejection", (event) => starting() && failed(String(event.reason)));
  setTimeout(() => {
    if (starting()) document.documentElement.dataset.slow = "";
  }, SLOW * 1000);
}

async function offline() {
  if (!("serviceWorker" in navigator)) return;
  try {
    await navigator.serviceWorker.register("./service-worker.js");
  } catch (error) {
    // Without it the app works, only not offline: the network panel says so.
    act("no-service-worker", { reason: String(error) });
  }
}

applyTheme(theme());
startPanes();
startKeyboard();
watch();
document.querySelector("[data-theme-toggle]")?.addEventListener("click", nextTheme);
void offline();
