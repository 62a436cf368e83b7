/** One loaded model on one backend: batches of token ids in, unit vectors out. */

import { DIMENSION } from "./quantise.js";
import { AutoModel, Tensor } from "./runtime.js";

/**
 * @typedef {{ backend: "wasm" | "webgpu", dtype: "q8" | "fp16" | "fp32" }} Backend
 * @typedef {{ dims: number[], data: ArrayLike<number>, type: string, dispose: () => void }} Output
 * @typedef {{ inputNames: string[], outputNames: string[],
 *             run: (feeds: Record<string, unknown>) => Promise<Record<string, Output>>,
 *             release: () => Promise<void> }} Session
 */

export class Model {
  /**
   * @param {Backend} backend
   * @param {Session} session
   */
  constructor({ backend, dtype }, session) {
    this.backend = backend;
    this.dtype = dtype;
    this.session = session;
  }

  /**
   * @param {string} name a folder below models/
   * @param {Backend} backend
   */
  static async load(name, { backend, dtype }) {
    const { sessions } = await AutoModel.from_pretrained(name, { device: backend, dtype });
    return new Model({ backend, dtype }, /** @type {any} */ (sessions).model);
  }

  /**
   * @param {number[][]} batch token ids, one row a text
   * @returns {Promise<Float32Array<ArrayBuffer>>} batch.length * DIMENSION, each row of length 1
   */
  async run(batch) {
    const width = Math.max(...batch.map((ids) => ids.length));
    const ids = new BigInt64Array(batch.length * width);
    const mask = new BigInt64Array(batch.length * width);
    batch.forEach((row, at) => {
      ids.set(row.map(BigInt), at * width);
      mask.fill(1n, at * width, at * width + row.length);
    });
    /** @type {Record<string, BigInt64Array>} */
    const inputs = { input_ids: ids, attention_mask: mask, token_type_ids: new BigInt64Array(ids.length) };
    const tensors = this.session.inputNames.map(
      (name) => /** @type {const} */ ([name, new Tensor("int64", inputs[name], [batch.length, width])]),
    );
    // Straight to the session: transformers.js chains its runs, and one that fails fails all after it.
    /** @type {Output[]} */
    let outputs = [];
    try {
      const feeds = Object.fromEntries(tensors.map(([name, tensor]) => [name, tensor.ort_tensor]));
      const results = await this.session.run(feeds);
      outputs = Object.values(results);
      return unit(results.sentence_embedding ?? meanPooled(results.last_hidden_state, batch));
    } finally {
      for (const [, tensor] of tensors) tensor.dispose();
      for (const output of outputs) output.dispose();
    }
  }

  release() {
    return this.session.release();
  }
}

/**
 * @param {Output} hidden [rows, width, DIMENSION]
 * @param {number[][]} batch
 */
function meanPooled({ data, dims }, batch) {
  const width = dims[1];
  const sums = new Float32Array(batch.length * DIMENSION);
  batch.forEach((ids, row) => {
    for (let token = 0; token < ids.length; token++) {
      const at = (row * width + token) * DIMENSION;
      for (let i = 0; i < DIMENSION; i++) sums[row * DIMENSION + i] += data[at + i] / ids.length;
    }
  });
  return { data: sums };
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
