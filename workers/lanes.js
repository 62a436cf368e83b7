/** The model in WASM: as many lanes (see lane.js) as the device bears, each started when first needed. */

import { connect } from "./rpc.js";
import { Turns } from "./turns.js";

/** @typedef {{ connection: import("./rpc.js").Connection, heap: number }} Lane */

/** A lane takes some 60 MB, and a core: a device has at most one a gigabyte. Not every browser tells these. */
const { hardwareConcurrency = 1, deviceMemory = 4 } =
  /** @type {WorkerNavigator & { deviceMemory?: number }} */ (navigator);
const MOST = Math.max(1, Math.floor(Math.min(4, hardwareConcurrency, deviceMemory)));

export class Lanes {
  backend = /** @type {const} */ ("wasm");
  dtype = /** @type {const} */ ("q8");
  places = MOST;
  /** Larger ones are no faster; they take more memory, and let a question wait longer. */
  batch = 2;
  #turns = new Turns(MOST);
  /** @type {Set<Lane>} */
  #lanes = new Set();
  /** @type {Lane[]} those that nothing runs in */
  #free = [];

  /** @param {string} model a folder below models/ */
  constructor(model) {
    this.model = model;
  }

  /** Bytes of all lanes' WASM memories. */
  get heap() {
    return [...this.#lanes].reduce((sum, { heap }) => sum + heap, 0);
  }

  /** Starts the first lane. Rejects where the model does not load. */
  async load() {
    if (this.#lanes.size) return;
    this.#free.push(await this.#start());
  }

  /**
   * @param {number[][]} batch token ids, one row a text
   * @param {boolean} urgent goes before what waits
   * @returns {Promise<Float32Array<ArrayBuffer>>} a unit vector a row
   */
  run(batch, urgent = false) {
    return this.#turns.take(async () => {
      const lane = this.#free.pop() ?? (await this.#start());
      try {
        const { vectors, heap } = await lane.connection.call("run", [batch]);
        lane.heap = heap;
        return vectors;
      } catch (error) {
        // Its memory may be spoilt for whatever comes after.
        lane.connection.close();
        this.#lanes.delete(lane);
        throw error;
      } finally {
        if (this.#lanes.has(lane)) this.#free.push(lane);
      }
    }, urgent);
  }

  async #start() {
    const connection = connect(new Worker(new URL("lane.js", import.meta.url), { type: "module" }));
    try {
      await connection.call("load", [this.model]);
    } catch (error) {
      connection.close();
      throw error;
    }
    const lane = { connection, heap: 0 };
    this.#lanes.add(lane);
    return lane;
  }
}
