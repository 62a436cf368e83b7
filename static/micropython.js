/**
 * MicroPython with room for long pieces. Its heap grows by parts of its first size, and nothing is longer
 * than a part: with the usual 1 MB, the list of some 9,000 files is a MemoryError.
 */

import { loadMicroPython as load } from "./vendor/micropython/micropython.mjs";

/** Bytes. Memory that was never used costs nothing. */
const HEAP = 128 * 1024 * 1024;
/** PyScript takes it to lie beside this file. */
const WASM = new URL("./vendor/micropython/micropython.wasm", import.meta.url).href;

/** @param {Record<string, unknown>} options */
export function loadMicroPython(options) {
  return load({ ...options, heapsize: HEAP, url: WASM });
}
