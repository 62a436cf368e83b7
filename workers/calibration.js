/**
 * Which backend embeds on this device. WASM with int8 weights runs everywhere; WebGPU is used only
 * where it was tried on real chunks, agreed with WASM on every one of them, and was faster. int8
 * weights are never used on WebGPU: there they fall off the GPU, or are wrong without a word.
 */

import { Gpu } from "./gpu.js";
import { DIMENSION } from "./quantise.js";
import { batches } from "./tokenizer.js";

/**
 * @typedef {import("./model.js").Backend} Backend
 * @typedef {import("./model.js").Model} Model
 * @typedef {{ chosen: Backend, rates: Record<string, number>, reason: string }} Choice
 *   rates in chunks a second
 */

/** @type {Backend} */
export const WASM = { backend: "wasm", dtype: "q8" };

const MIN_COSINE = 0.99;

/** Chunks that are tried on each backend. */
export const SAMPLES = 32;

/** A name for this device and model: a choice holds for no other. @param {string} model */
export async function deviceKey(model) {
  const info = (await adapter())?.info;
  const gpu = info ? [info.vendor, info.architecture, info.device, info.description].join(" ") : "no gpu";
  return [model, gpu, navigator.userAgent].join("; ");
}

/**
 * Tries a GPU backend against the WASM model, which stays loaded in any case.
 *
 * @param {string} name the model's
 * @param {Model} wasm
 * @param {number[][]} samples token ids of real chunks
 * @param {Backend | null} forced a backend to take if it agrees, be it faster or not
 * @returns {Promise<{ model: Model, choice: Choice }>} the model to use
 */
export async function calibrate(name, wasm, samples, forced) {
  /** @type {Record<string, number>} */
  const rates = {};
  /** @type {Gpu | null} */
  let gpu = null;
  try {
    gpu = await Gpu.load(name, forced ?? (await gpuBackend()));
    // The first runs compile shaders and start lanes; they are not timed.
    await gpu.run([samples[0]]);
    await timed(wasm, samples);
    const theirs = await timed(gpu, samples);
    const ours = await timed(wasm, samples);
    rates.webgpu = theirs.rate;
    rates.wasm = ours.rate;
    const lowest = Math.min(...samples.map((_, row) => cosine(ours.vectors, theirs.vectors, row)));
    if (!(lowest >= MIN_COSINE)) throw new Error(`WebGPU disagrees with WASM (cosine ${lowest.toFixed(4)}).`);
    if (!forced && theirs.rate <= ours.rate) throw new Error("WebGPU is slower than WASM.");
  } catch (error) {
    await gpu?.release();
    return { model: wasm, choice: { chosen: WASM, rates, reason: String(Object(error).message ?? error) } };
  }
  const chosen = { backend: gpu.backend, dtype: gpu.dtype };
  const reason = forced
    ? "WebGPU was asked for, and agrees with WASM."
    : "WebGPU agrees with WASM and is faster.";
  return { model: gpu, choice: { chosen, rates, reason } };
}

/** @returns {Promise<Backend>} */
async function gpuBackend() {
  const found = await adapter();
  if (!found) throw new Error("This browser offers no WebGPU adapter.");
  if (!found.features.has("shader-f16")) throw new Error("The WebGPU adapter has no 16-bit floats.");
  return { backend: "webgpu", dtype: "fp16" };
}

/**
 * WebGPU's types are not in TypeScript's worker library; this is what is used of them.
 *
 * @returns {Promise<{ features: Set<string>, info: Record<string, string> } | null>}
 */
async function adapter() {
  const { gpu } = /** @type {any} */ (navigator);
  return (await gpu?.requestAdapter({ powerPreference: "high-performance" })) ?? null;
}

/**
 * @param {Model} model
 * @param {number[][]} samples
 */
async function timed(model, samples) {
  const vectors = new Float32Array(samples.length * DIMENSION);
  const start = performance.now();
  const running = batches(
    samples.map((ids, row) => ({ ids, row })),
    model.batch,
  ).map(async (batch) => {
    const rows = await model.run(batch.map(({ ids }) => ids));
    batch.forEach(({ row }, at) => {
      vectors.set(rows.subarray(at * DIMENSION, (at + 1) * DIMENSION), row * DIMENSION);
    });
  });
  await Promise.all(running);
  return { vectors, rate: (samples.length * 1000) / (performance.now() - start) };
}

/**
 * @param {Float32Array} a unit vectors
 * @param {Float32Array} b
 * @param {number} row
 */
function cosine(a, b, row) {
  let sum = 0;
  for (let i = row * DIMENSION; i < (row + 1) * DIMENSION; i++) sum += a[i] * b[i];
  return sum;
}
