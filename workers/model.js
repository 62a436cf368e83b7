/** One batch through a session of onnxruntime: token ids in, unit vectors out. */

import { DIMENSION } from "./quantise.js";

/**
 * @typedef {{ backend: "wasm" | "webgpu", dtype: "q8" | "fp16" | "fp32" }} Backend
 * @typedef {{ data: any, dispose: () => void }} Output
 * @typedef {{ run: (feeds: any) => Promise<Readonly<Record<string, Output>>> }} Session
 *
 * @typedef {Backend & { places: number, batch: number,
 *             run: (batch: number[][], urgent?: boolean) => Promise<Float32Array<ArrayBuffer>> }} Model
 *   `run` takes token ids, one row a text, and gives a unit vector a row; `places` batches run at a time,
 *   best of `batch` rows
 */

/**
 * @template {{ dispose: () => void }} Tensor
 * @param {Session} session
 * @param {(data: BigInt64Array, dims: readonly number[]) => Tensor} tensor
 * @param {number[][]} batch token ids, one row a text
 * @returns {Promise<Float32Array<ArrayBuffer>>} batch.length * DIMENSION, each row of length 1
 */
export async function embedBatch(session, tensor, batch) {
  const width = Math.max(...batch.map((ids) => ids.length));
  const ids = new BigInt64Array(batch.length * width);
  const mask = new BigInt64Array(batch.length * width);
  batch.forEach((row, at) => {
    ids.set(row.map(BigInt), at * width);
    mask.fill(1n, at * width, at * width + row.length);
  });
  const dims = [batch.length, width];
  const feeds = { input_ids: tensor(ids, dims), attention_mask: tensor(mask, dims) };
  /** @type {Readonly<Record<string, Output>>} */
  let outputs = {};
  try {
    outputs = await session.run(feeds);
    return unit(outputs.sentence_embedding);
  } finally {
    for (const used of [...Object.values(feeds), ...Object.values(outputs)]) used.dispose();
  }
}

/**
 * A copy of the rows with length 1.
 *
 * @param {{ data: ArrayLike<number> }} rows
 */
function unit({ data }) {
  // Float32Array or Float16Array: both convert by value. Older browsers hand over fp16 as raw bits.
  if (data instanceof Uint16Array)
    throw new Error("This browser has no Float16Array for the model's output.");
  const vectors = Float32Array.from(data);
  for (let start = 0; start < vectors.length; start += DIMENSION) {
    const vector = vectors.subarray(start, start + DIMENSION);
    const length = Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0));
    // Also catches NaN: such a row would poison every scan.
    if (!(length > 0 && length < Infinity)) throw new Error("The model gave a vector without a direction.");
    for (let i = 0; i < DIMENSION; i++) vector[i] /= length;
  }
  return vectors;
}
