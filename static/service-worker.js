/**
 * Holds the site, the model and the grammars for use without a network, and makes the page
 * cross-origin isolated where the host sends no headers for it (from the second load on).
 *
 * The build puts `SITE`, the list of files with their hashes, before this code. Only GET requests
 * for those files are answered here; whatever else the page asks for never comes through.
 *
 * A version of the site has a cache of its own, so that a page never mixes two. An interrupted
 * installation goes on where it ended, and files that did not change are taken from the old cache.
 */

/**
 * @typedef {object} Site
 * @property {string} version
 * @property {Record<string, string>} files path -> SHA-256, in base64
 * @property {string[]} onDemand those of the files that are only kept once they were used
 */

const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));
const site = /** @type {{ SITE: Site }} */ (/** @type {unknown} */ (self)).SITE;

const scope = new URL(worker.registration.scope);
/** Sites under other paths of the same host share its caches. */
const PREFIX = `understory ${scope.pathname} `;
const CACHE = PREFIX + site.version;
/** Files fetched at once while installing: the page itself is loading at that time. */
const PARALLEL = 3;
/** In each cache, the files of its version: what SITE says of it. No file of the site has this name. */
const LIST = "precache.json";

const ISOLATION = {
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Embedder-Policy": "require-corp",
};

worker.addEventListener("install", (event) => event.waitUntil(install()));
worker.addEventListener("activate", (event) => event.waitUntil(activate()));
worker.addEventListener("message", (event) => {
  if (event.data === "activate") void worker.skipWaiting();
});
worker.addEventListener("fetch", (event) => {
  const path = pathOf(event.request);
  if (path === null) return;
  // A frame of a page goes with the page.
  const isPage = event.request.destination === "document";
  event.respondWith(isPage ? navigate(event, path) : answer(path));
});

/**
 * The path of a file of the site, or null where the request is none of ours.
 *
 * @param {Request} request
 */
function pathOf(request) {
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== scope.origin || !pathname.startsWith(scope.pathname))
    return null;
  const path = decodeURIComponent(pathname.slice(scope.pathname.length)) || "index.html";
  return Object.hasOwn(site.files, path) ? path : null;
}

/** @param {string} path */
async function answer(path) {
  const cache = await caches.open(CACHE);
  return (await cache.match(urlOf(path))) ?? (await keep(cache, path));
}

/**
 * @param {FetchEvent} event
 * @param {string} path
 */
async function navigate(event, path) {
  if (await yieldToUpdate(event)) return again();
  try {
    return await answer(path);
  } catch {
    // The browser dropped what was kept, and the host has another version by now, or is out of reach:
    // without this worker the page loads from the host, or says that there is no network.
    await worker.registration.unregister();
    return again();
  }
}

/** A page that loads itself again, when the worker that gave it is out of the way. */
function again() {
  return new Response("", { headers: { "Content-Type": "text/html", Refresh: "0" } });
}

/**
 * Lets a waiting version take over at a reload, unless another tab still runs this one. A reload
 * alone would not: the old page is there until the new one has loaded.
 *
 * @param {FetchEvent} event its client is the page that is about to be replaced
 */
async function yieldToUpdate({ clientId }) {
  const { waiting } = worker.registration;
  if (!waiting) return false;
  const pages = await worker.clients.matchAll({ type: "window" });
  if (pages.some(({ id, frameType }) => frameType !== "nested" && id !== clientId)) return false;
  waiting.postMessage("activate");
  return true;
}

async function install() {
  const cache = await caches.open(CACHE);
  const find = await earlierFiles();
  // First, so that a version that is never finished leaves its files to the next one.
  await cache.put(urlOf(LIST), new Response(JSON.stringify(site.files)));
  const wanted = Object.keys(site.files);
  const next = async () => {
    for (let path = wanted.shift(); path; path = wanted.shift()) {
      if (await cache.match(urlOf(path))) continue;
      const same = await find(site.files[path]);
      if (same) await cache.put(urlOf(path), same);
      else if (!site.onDemand.includes(path)) await keep(cache, path);
    }
  };
  // All of them to their end: what is under way when one fails is kept for the next try.
  const ends = await Promise.allSettled(Array.from({ length: PARALLEL }, next));
  for (const end of ends) if (end.status === "rejected") throw end.reason;
}

/**
 * What the caches of other versions hold, also of those whose installation broke off.
 *
 * @returns {Promise<(hash: string) => Promise<Response | undefined>>}
 */
async function earlierFiles() {
  /** @type {Map<string, { cache: Cache, path: string }[]>} */
  const places = new Map();
  for (const name of await ownCaches()) {
    if (name === CACHE) continue;
    const cache = await caches.open(name);
    const list = await cache.match(urlOf(LIST));
    for (const [path, hash] of Object.entries((await list?.json()) ?? {})) {
      places.set(hash, [...(places.get(hash) ?? []), { cache, path }]);
    }
  }
  return async (hash) => {
    for (const { cache, path } of places.get(hash) ?? []) {
      const response = await cache.match(urlOf(path));
      if (response) return response;
    }
  };
}

async function activate() {
  const outdated = (await ownCaches()).filter((name) => name !== CACHE);
  await Promise.all(outdated.map((name) => caches.delete(name)));
  await worker.clients.claim();
}

async function ownCaches() {
  return (await caches.keys()).filter((name) => name.startsWith(PREFIX));
}

/**
 * Fetch a file, hold it against its hash, and keep it. Rejects where the host has another version.
 *
 * @param {Cache} cache
 * @param {string} path
 */
async function keep(cache, path) {
  const response = await fetch(urlOf(path), {
    cache: "no-cache",
    integrity: `sha256-${site.files[path]}`,
  });
  if (!response.ok) throw new Error(`${path} answered ${response.status}.`);
  const headers = new Headers(response.headers);
  for (const [name, value] of Object.entries(ISOLATION)) headers.set(name, value);
  // Pyodide starts with this type alone, and not every host knows it.
  if (path.endsWith(".wasm")) headers.set("Content-Type", "application/wasm");
  const kept = new Response(response.body, { headers });
  await cache.put(urlOf(path), kept.clone());
  return kept;
}

/** @param {string} path */
function urlOf(path) {
  return new URL(path.split("/").map(encodeURIComponent).join("/"), scope).href;
}
