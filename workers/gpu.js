/** The model on WebGPU, one batch at a time. */

import { embedBatch } from "./model.js";
import { AutoModel, Tensor } from "./runtime.js";
import { Turns } from "./turns.js";

/** @typedef {import("./model.js").Backend} Backend */

export class Gpu {
  places = 1;
  batch = 8;
  #turns = new Turns();

  /**
   * @param {Backend} backend
   * @param {import("./model.js").Session & { release: () => Promise<void> }} session
   */
  constructor({ backend, dtype }, session) {
    this.backend = backend;
    this.dtype = dtype;
    this.session = session;
  }

  /**
   * @param {string} model a folder below models/
   * @param {Backend} backend
   */
  static async load(model, { backend, dtype }) {
    const { sessions } = await AutoModel.from_pretrained(model, { device: backend, dtype });
    return new Gpu({ backend, dtype }, /** @type {any} */ (sessions).model);
  }

  /**
   * @param {number[][]} batch token ids, one row a text
   * @param {boolean} urgent goes before what waits
   */
  run(batch, urgent = false) {
    // Straight to the session: transformers.js chains its runs, and one that fails fails all after it.
    return this.#turns.take(
      () => embedBatch(this.session, (data, dims) => new Tensor("int64", data, [...dims]).ort_tensor, batch),
      urgent,
    );
  }

  release() {
    return this.session.release();
  }
}
