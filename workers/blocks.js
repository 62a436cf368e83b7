/**
 * What a tab knows of a vector space's blocks: their numbers, which hash sits where, and which rows
 * a scan may return. The vectors themselves stay in the database, but for those in the cache.
 *
 * A block never changes under its number: appending adds a block, merging replaces some by one with
 * a new number. So a list of numbers tells whether another tab has written, and a cache cannot lie.
 */

import { known, startingWith } from "./database.js";

/**
 * @typedef {import("./quantise.js").Packed} Packed
 * @typedef {Packed & { format: number, hashes: string }} BlockRecord hashes are joined by newlines
 * @typedef {{ hashes: string[], live: Uint8Array }} Block live: 1 for the rows a scan may return
 */

/** One space. `refresh` it in each transaction before its `blocks` are used. */
export class Space {
  /** @type {Map<number, Block>} in the order of their numbers */
  blocks = new Map();
  /** @type {Set<string>} every hash that is stored */
  known = new Set();
  /** @type {Set<string>} */
  #active = new Set();

  /** @param {string} name */
  constructor(name) {
    this.name = name;
    this.range = startingWith([name]);
  }

  /**
   * Takes in the blocks that this tab has not seen and forgets those that are gone.
   *
   * @param {import("idb").IDBPObjectStore<unknown, string[], "vectors", any>} store
   * @param {BlockCache} cache receives what is read
   */
  async refresh(store, cache) {
    const numbers = (await store.getAllKeys(this.range)).map(
      (key) => /** @type {[string, number]} */ (key)[1],
    );
    const stored = new Set(numbers);
    for (const number of [...this.blocks.keys()]) if (!stored.has(number)) this.remove(number);
    for (const number of numbers) {
      if (this.blocks.has(number)) continue;
      const record = known("vectors", await store.get([this.name, number]));
      this.add(number, record.hashes.split("\n"));
      cache.put(this.name, number, record);
    }
  }

  /**
   * @param {number} number
   * @param {string[]} hashes
   */
  add(number, hashes) {
    this.blocks.set(number, { hashes, live: this.#liveRows(hashes) });
    for (const hash of hashes) this.known.add(hash);
  }

  /** @param {number} number */
  remove(number) {
    for (const hash of this.blocks.get(number)?.hashes ?? []) this.known.delete(hash);
    this.blocks.delete(number);
  }

  /** @param {string[]} hashes stored ones, and ones that are yet to come */
  activate(hashes) {
    this.#active = new Set(hashes);
    for (const block of this.blocks.values()) block.live = this.#liveRows(block.hashes);
  }

  /** The number of the next block. */
  get next() {
    return Math.max(-1, ...this.blocks.keys()) + 1;
  }

  /** @param {string[]} hashes */
  #liveRows(hashes) {
    return Uint8Array.from(hashes, (hash) => (this.#active.has(hash) ? 1 : 0));
  }
}

/** The most recently used blocks of all spaces, within a budget of bytes. */
export class BlockCache {
  /** @type {Map<string, Packed>} oldest use first */
  #blocks = new Map();
  #bytes = 0;

  /** @param {number} budget bytes */
  constructor(budget) {
    this.budget = budget;
  }

  get bytes() {
    return this.#bytes;
  }

  /**
   * @param {string} space
   * @param {number} number
   */
  get(space, number) {
    const key = `${space}\n${number}`;
    const block = this.#blocks.get(key);
    if (!block) return null;
    this.#blocks.delete(key);
    this.#blocks.set(key, block);
    return block;
  }

  /**
   * @param {string} space
   * @param {number} number
   * @param {Packed} block
   */
  put(space, number, { scales, data }) {
    this.remove(space, number);
    this.#blocks.set(`${space}\n${number}`, { scales, data });
    this.#bytes += data.byteLength + scales.byteLength;
    for (const key of this.#blocks.keys()) {
      if (this.#bytes <= this.budget) break;
      this.#drop(key);
    }
  }

  /**
   * @param {string} space
   * @param {number} number
   */
  remove(space, number) {
    this.#drop(`${space}\n${number}`);
  }

  /** @param {string} key */
  #drop(key) {
    const block = this.#blocks.get(key);
    if (!block) return;
    this.#bytes -= block.data.byteLength + block.scales.byteLength;
    this.#blocks.delete(key);
  }
}
