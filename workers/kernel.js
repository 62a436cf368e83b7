/**
 * The integer dot products of a scan: in WASM with SIMD, or in plain JavaScript
 * where a browser lacks it. Both give the same numbers.
 */

import { DIMENSION } from "./quantise.js";

/**
 * @typedef {{ name: "simd" | "plain", dots: (query: Int8Array, data: Int8Array) => Int32Array }} Kernel
 *   `dots` returns one sum a vector in `data`, valid until the next call
 */

const PAGE = 65536;

/**
 * @param {URL} url of scan.wasm
 * @returns {Promise<Kernel>}
 */
export async function loadKernel(url) {
  try {
    const bytes = await (await fetch(url)).arrayBuffer();
    const { instance } = await WebAssembly.instantiate(bytes);
    return simd(/** @type {any} */ (instance.exports));
  } catch (error) {
    console.warn("The scan runs without SIMD:", error);
    return plain;
  }
}

/**
 * @param {{ memory: WebAssembly.Memory, dots: (query: number, data: number, count: number, out: number) => void }} wasm
 * @returns {Kernel}
 */
function simd({ memory, dots }) {
  // Memory: the widened query, then the sums, then the vectors.
  const sumsAt = DIMENSION * Int16Array.BYTES_PER_ELEMENT;
  return {
    name: "simd",
    dots(query, data) {
      const count = data.length / DIMENSION;
      const dataAt = sumsAt + count * Int32Array.BYTES_PER_ELEMENT;
      const missing = dataAt + data.length - memory.buffer.byteLength;
      if (missing > 0) memory.grow(Math.ceil(missing / PAGE));
      new Int16Array(memory.buffer, 0, DIMENSION).set(query);
      new Int8Array(memory.buffer, dataAt, data.length).set(data);
      dots(0, dataAt, count, sumsAt);
      return new Int32Array(memory.buffer, sumsAt, count);
    },
  };
}

/** @type {Kernel} */
export const plain = {
  name: "plain",
  dots(query, data) {
    const sums = new Int32Array(data.length / DIMENSION);
    for (let row = 0, at = 0; row < sums.length; row++) {
      let sum = 0;
      for (let i = 0; i < DIMENSION; i++) sum += query[i] * data[at++];
      sums[row] = sum;
    }
    return sums;
  },
};
