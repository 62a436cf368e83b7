/**
 * The embed worker: chunks to vectors, which go straight to the store worker over a port.
 *
 * A question goes before waiting batches. A chunk that fails is reported and stops nothing; a GPU
 * that fails is left for WASM. The runtime's memory never shrinks, so past a limit the answers say
 * `recycle`, and whoever started the worker ends it and starts another.
 */

import { calibrate, deviceKey, SAMPLES, WASM } from "./calibration.js";
import { Gpu } from "./gpu.js";
import { Lanes } from "./lanes.js";
import { DIMENSION, quantise } from "./quantise.js";
import { CodedError, connect, serve, transferring } from "./rpc.js";
import { heapBytes } from "./runtime.js";
import { batches, loadTokenizer } from "./tokenizer.js";

/**
 * @typedef {{ hash: string, ids: number[] }} Row
 * @typedef {{ storePort: MessagePort, model?: string, heapLimit?: number }} Options
 * @typedef {import("./model.js").Backend} Backend
 * @typedef {import("./model.js").Model} Model
 * @typedef {import("./calibration.js").Choice} Choice
 */

const HEAP_LIMIT = 2 ** 30;

/** The name of the record in `settings` that holds this device's backend. */
const SETTING = "embed-backend";

class Embedder {
  /** Preparations run one after the other; this is the last one's end. */
  #prepared = Promise.resolve();
  /** @type {((text: string) => number[]) | null} */
  #tokenise = null;
  /** What failing GPUs fall back to. */
  #wasm;
  /** @type {Model} What embeds. */
  #model;
  /** @type {Choice | null} */
  #choice = null;
  #counts = { chunks: 0, failed: 0, tokens: 0, ms: 0 };

  /** @param {Options} options */
  constructor({ storePort, model = "all-MiniLM-L6-v2", heapLimit = HEAP_LIMIT }) {
    this.name = model;
    this.heapLimit = heapLimit;
    this.store = connect(storePort);
    this.#model = this.#wasm = new Lanes(model);
  }

  /**
   * Loads the model; with the first samples, also chooses the backend that suits this device. What
   * was done is not done again.
   *
   * @param {string[]} samples
   * @param {Backend | null} forced
   * @returns {Promise<string>} JSON of {model, backend, dtype, dimension, threads, rates, reason}
   */
  prepare(samples, forced = null) {
    const preparing = this.#prepared.then(() => this.#prepare(samples, forced));
    this.#prepared = preparing.then(
      () => {},
      () => {},
    );
    return preparing;
  }

  /**
   * @param {string[]} samples
   * @param {Backend | null} forced
   */
  async #prepare(samples, forced) {
    const tokenise = (this.#tokenise ??= await loadTokenizer(this.name));
    await this.#wasm.load();
    if (!this.#choice && !forced) this.#choice = await this.#remembered();
    if (!this.#choice && samples.length) {
      const tokens = samples.slice(0, SAMPLES).map(tokenise);
      const { model, choice } = await calibrate(this.name, this.#wasm, tokens, forced);
      this.#model = model;
      this.#choice = choice;
      if (!forced) await this.#remember(choice);
    }
    const { backend, dtype, places: threads } = this.#model;
    const { rates, reason } = this.#choice ?? { rates: {}, reason: "No chunks were there to try WebGPU on." };
    return JSON.stringify({ model: this.name, backend, dtype, dimension: DIMENSION, threads, rates, reason });
  }

  /**
   * The choice that was made on this device before, with its model loaded.
   *
   * @returns {Promise<Choice | null>}
   */
  async #remembered() {
    const record = JSON.parse(await this.store.call("get", ["settings", SETTING]));
    if (record?.value.device !== (await deviceKey(this.name))) return null;
    /** @type {Choice} */
    const choice = record.value.choice;
    if (choice.chosen.backend === "wasm") return choice;
    try {
      this.#model = await Gpu.load(this.name, choice.chosen);
      return choice;
    } catch (error) {
      return {
        chosen: WASM,
        rates: choice.rates,
        reason: `WebGPU does not load any more: ${reasonOf(error)}`,
      };
    }
  }

  /** @param {Choice} choice */
  async #remember(choice) {
    const record = { name: SETTING, value: { device: await deviceKey(this.name), choice } };
    await this.store.call("write", [JSON.stringify([{ op: "put", store: "settings", record }])]);
  }

  /**
   * Embeds (hash, text) pairs; resolves once the store has them.
   *
   * @param {string} space
   * @param {string} json [[hash, text]]
   * @returns {Promise<string>} JSON of {done: [hash], failed: [[hash, reason]], tokens, ms, heap, recycle}
   */
  async embed(space, json) {
    /** @type {[string, string][]} */
    const pairs = JSON.parse(json);
    // The first chunks are what the backends are tried on.
    await this.prepare(pairs.map(([, text]) => text));
    const start = performance.now();
    /** @type {[string, string][]} */
    const failed = [];
    const rows = this.#tokenised(pairs, failed);
    // The longest first, so that all lanes have something to do until the end.
    const embedded = await Promise.all(
      batches(rows, this.#model.batch)
        .toReversed()
        .map((batch) => this.#vectors(batch, failed)),
    );
    const kept = embedded.flatMap((batch) => batch.kept);
    const done = kept.map(({ hash }) => hash);
    if (done.length) {
      const packed = quantise(joined(embedded.map(({ vectors }) => vectors)));
      await this.store.call("append", [space, done, packed], [packed.data.buffer, packed.scales.buffer]);
    }
    const tokens = kept.reduce((sum, { ids }) => sum + ids.length, 0);
    const ms = performance.now() - start;
    this.#counts.chunks += done.length;
    this.#counts.failed += failed.length;
    this.#counts.tokens += tokens;
    this.#counts.ms += ms;
    const heap = this.#heap;
    return JSON.stringify({ done, failed, tokens, ms, heap, recycle: heap > this.heapLimit });
  }

  /**
   * The vector of a question. It waits for the batch that runs, not for those that wait.
   *
   * @param {string} text
   */
  async query(text) {
    await this.prepare([]);
    const ids = this.#tokens(text);
    const vector = await this.#run([ids], true);
    return transferring(vector, [vector.buffer]);
  }

  async stats() {
    const { backend, dtype, places: threads } = this.#model;
    return JSON.stringify({ ...this.#counts, backend, dtype, threads, heap: this.#heap });
  }

  get #heap() {
    return heapBytes() + this.#wasm.heap;
  }

  /** @param {string} text */
  #tokens(text) {
    if (!this.#tokenise) throw new CodedError("not-prepared", "The embed worker has no tokenizer yet.");
    return this.#tokenise(text);
  }

  /**
   * @param {[string, string][]} pairs
   * @param {[string, string][]} failed receives what has no tokens
   * @returns {Row[]}
   */
  #tokenised(pairs, failed) {
    return pairs.flatMap(([hash, text]) => {
      try {
        return [{ hash, ids: this.#tokens(text) }];
      } catch (error) {
        failed.push([hash, reasonOf(error)]);
        return [];
      }
    });
  }

  /**
   * The vectors of a batch; when it fails as a whole, of those of its rows that do not.
   *
   * @param {Row[]} batch
   * @param {[string, string][]} failed
   */
  async #vectors(batch, failed) {
    try {
      return { kept: batch, vectors: await this.#run(batch.map(({ ids }) => ids)) };
    } catch {
      const kept = [];
      const vectors = new Float32Array(batch.length * DIMENSION);
      for (const row of batch) {
        try {
          vectors.set(await this.#run([row.ids]), kept.length * DIMENSION);
          kept.push(row);
        } catch (error) {
          failed.push([row.hash, reasonOf(error)]);
        }
      }
      return { kept, vectors: vectors.subarray(0, kept.length * DIMENSION) };
    }
  }

  /**
   * @param {number[][]} batch
   * @param {boolean} urgent
   */
  async #run(batch, urgent = false) {
    const model = this.#model;
    try {
      return await model.run(batch, urgent);
    } catch (error) {
      if (model === this.#wasm) throw error;
      console.warn("WebGPU failed, going on with WASM:", error);
      this.#model = this.#wasm;
      return this.#wasm.run(batch, urgent);
    }
  }
}

/** @param {Float32Array[]} parts */
function joined(parts) {
  const whole = new Float32Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** @param {unknown} error */
function reasonOf(error) {
  return error instanceof Error ? error.message : String(error);
}

/** @type {Embedder | null} */
let embedder = null;

function started() {
  if (!embedder) throw new CodedError("not-prepared", "The embed worker was not given a port to the store.");
  return embedder;
}

serve({
  init: (/** @type {Options} */ options) => {
    embedder = new Embedder(options);
  },
  prepare: (/** @type {string} */ samples, /** @type {Backend | undefined} */ forced) =>
    started().prepare(JSON.parse(samples), forced ?? null),
  embed: (/** @type {string} */ space, /** @type {string} */ rows) => started().embed(space, rows),
  query: (/** @type {string} */ text) => started().query(text),
  stats: () => started().stats(),
});
