/**
 * Vector spaces: packed int8 vectors in blocks, appended batch by batch and scanned whole.
 *
 * Appends write small blocks, which are merged once they fill a large one, so that every vector is
 * written about twice however small the batches are. A scan holds one block at a time besides the
 * cache: the kernel scores all rows with the quantised query, and only rows that can still be among
 * the best are scored again with the float query.
 */

import { BlockCache, Space } from "./blocks.js";
import { FORMAT } from "./migrations.js";
import { DIMENSION, dot, quantise } from "./quantise.js";
import { CodedError } from "./rpc.js";
import { Top } from "./top.js";

/** Rows from which a block is left alone. 1,024 rows are 393 kB. */
const BLOCK_ROWS = 1024;

/** Holds about 160,000 vectors. */
const CACHE_BYTES = 64 * 2 ** 20;

/**
 * @typedef {import("./database.js").Database} Database
 * @typedef {import("./kernel.js").Kernel} Kernel
 * @typedef {import("./quantise.js").Packed} Packed
 * @typedef {import("idb").IDBPObjectStore<unknown, string[], "vectors", "readwrite">} Blocks
 */

export class Vectors {
  /** @type {Map<string, Space>} */
  #spaces = new Map();
  #cache;
  /** The last piece of work: they run one after the other, as they share what is known of a space. */
  #last = Promise.resolve();

  /**
   * @param {Database} database
   * @param {Promise<Kernel>} kernel
   * @param {number} cacheBytes
   */
  constructor(database, kernel, cacheBytes = CACHE_BYTES) {
    this.database = database;
    this.kernel = kernel;
    this.#cache = new BlockCache(cacheBytes);
  }

  /**
   * The hashes whose vectors are stored.
   *
   * @param {string} space
   * @returns {Promise<string[]>}
   */
  hashes(space) {
    return this.#reading(space, async ({ known }) => [...known]);
  }

  /**
   * From now on a scan returns these alone, including those of them that are stored later.
   *
   * @param {string} space
   * @param {string[]} hashes
   */
  activate(space, hashes) {
    return this.#inTurn(async () => this.#space(space).activate(hashes));
  }

  /**
   * Stores vectors durably. A hash that the space holds already is left as it is.
   *
   * @param {string} name
   * @param {string[]} hashes
   * @param {Packed} packed one row a hash
   */
  append(name, hashes, packed) {
    if (packed.data.length !== hashes.length * DIMENSION) {
      const message = `${hashes.length} hashes came with ${packed.data.length / DIMENSION} vectors.`;
      throw new CodedError("bad-vectors", message);
    }
    return this.#inTurn(async () => {
      const space = this.#space(name);
      try {
        await this.database.write(["vectors"], async (transaction) => {
          const blocks = transaction.objectStore("vectors");
          await space.refresh(blocks, this.#cache);
          /** @type {Map<string, number>} */
          const fresh = new Map();
          hashes.forEach((hash, row) => space.known.has(hash) || fresh.set(hash, row));
          const rows = [...fresh.values()];
          for (let start = 0; start < rows.length; start += BLOCK_ROWS) {
            const part = rows.slice(start, start + BLOCK_ROWS);
            const block = gather(part.map((row) => ({ ...packed, row })));
            await this.#add(
              space,
              blocks,
              part.map((row) => hashes[row]),
              block,
            );
          }
          await this.#merge(space, blocks);
        });
      } catch (error) {
        // The transaction was undone, the space's picture of it was not.
        this.#forget(name);
        throw error;
      }
    });
  }

  /**
   * @param {string} name
   * @param {Float32Array} query a unit vector
   * @param {number} k
   * @returns {Promise<[string, number][]>} the k best active (hash, cosine), best first
   */
  async scan(name, query, k) {
    const { dots } = await this.kernel;
    const coarse = quantise(query);
    // Cauchy-Schwarz: no row's coarse score is further off than the query's own rounding error
    // times the row's length, which is 1 up to its rounding.
    const margin = Math.hypot(...query.map((value, i) => value - coarse.data[i] * coarse.scales[0])) * 1.01;
    const top = new Top(k);
    await this.#reading(name, async (space, blocks) => {
      for (const [number, { hashes, live }] of space.blocks) {
        if (!live.includes(1)) continue;
        const packed = await this.#block(blocks, name, number);
        const sums = dots(coarse.data, packed.data);
        for (let row = 0; row < hashes.length; row++) {
          if (!live[row] || sums[row] * packed.scales[row] * coarse.scales[0] + margin <= top.threshold)
            continue;
          top.offer(dot(query, packed, row), hashes[row]);
        }
      }
    });
    return top.ranked();
  }

  /** @param {string} name */
  drop(name) {
    return this.#inTurn(async () => {
      const { range } = this.#space(name);
      await this.database.write(["vectors"], (transaction) =>
        transaction.objectStore("vectors").delete(range),
      );
      this.#forget(name);
      this.#spaces.delete(name);
    });
  }

  /** {kernel, cached}: the kernel's name and the cache's bytes. */
  async stats() {
    return { kernel: (await this.kernel).name, cached: this.#cache.bytes };
  }

  /**
   * @param {Space} space
   * @param {Blocks} blocks
   * @param {string[]} hashes
   * @param {Packed} packed
   */
  async #add(space, blocks, hashes, packed) {
    const number = space.next;
    await blocks.put({ format: FORMAT, hashes: hashes.join("\n"), ...packed }, [space.name, number]);
    space.add(number, hashes);
    this.#cache.put(space.name, number, packed);
  }

  /**
   * Makes one block of the small ones as soon as they hold enough.
   *
   * @param {Space} space
   * @param {Blocks} blocks
   */
  async #merge(space, blocks) {
    const small = [...space.blocks].filter(([, { hashes }]) => hashes.length < BLOCK_ROWS);
    const hashes = small.flatMap(([, block]) => block.hashes);
    if (small.length < 2 || hashes.length < BLOCK_ROWS) return;
    const rows = [];
    for (const [number, { hashes: own }] of small) {
      const packed = await this.#block(blocks, space.name, number);
      rows.push(...own.map((_, row) => ({ ...packed, row })));
      await blocks.delete([space.name, number]);
    }
    // Numbered after the ones it replaces, as no number is used for two contents.
    await this.#add(space, blocks, hashes, gather(rows));
    for (const [number] of small) {
      // The hashes stay known: they are in the merged block.
      space.blocks.delete(number);
      this.#cache.remove(space.name, number);
    }
  }

  /**
   * @param {import("idb").IDBPObjectStore<unknown, string[], "vectors", any>} blocks
   * @param {string} space
   * @param {number} number
   * @returns {Promise<Packed>}
   */
  async #block(blocks, space, number) {
    const cached = this.#cache.get(space, number);
    if (cached) return cached;
    const record = await blocks.get([space, number]);
    this.#cache.put(space, number, record);
    return record;
  }

  /** @param {string} name */
  #space(name) {
    const space = this.#spaces.get(name) ?? new Space(name);
    this.#spaces.set(name, space);
    return space;
  }

  /** @param {string} name */
  #forget(name) {
    const space = this.#space(name);
    for (const number of [...space.blocks.keys()]) {
      space.remove(number);
      this.#cache.remove(name, number);
    }
  }

  /**
   * @template T
   * @param {string} name
   * @param {(space: Space, blocks: import("idb").IDBPObjectStore<unknown, string[], "vectors", any>) => Promise<T>} work
   */
  #reading(name, work) {
    return this.#inTurn(() =>
      this.database.read(["vectors"], async (transaction) => {
        const blocks = transaction.objectStore("vectors");
        const space = this.#space(name);
        await space.refresh(blocks, this.#cache);
        return work(space, blocks);
      }),
    );
  }

  /**
   * @template T
   * @param {() => Promise<T>} work
   * @returns {Promise<T>}
   */
  #inTurn(work) {
    const turn = this.#last.then(work);
    this.#last = turn.then(
      () => {},
      () => {},
    );
    return turn;
  }
}

/**
 * @param {(Packed & { row: number })[]} rows
 * @returns {Packed}
 */
function gather(rows) {
  const scales = new Float32Array(rows.length);
  const data = new Int8Array(rows.length * DIMENSION);
  rows.forEach((from, to) => {
    scales[to] = from.scales[from.row];
    data.set(from.data.subarray(from.row * DIMENSION, (from.row + 1) * DIMENSION), to * DIMENSION);
  });
  return { scales, data };
}
