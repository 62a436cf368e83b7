/** What a GGUF file says of itself in its head, which comes before the weights. */

import { CodedError } from "./rpc.js";

/**
 * @typedef {{ architecture: string, context: number, template: boolean }} About
 *   `context` is how many tokens the model was trained to read, 0 where the file does not say; `template`
 *   whether it says how a conversation is written for the model
 */

/** What every such file begins with. */
export const MAGIC = "GGUF";
/** Older ones have another head. */
const VERSIONS = [2, 3];
/** Bytes that are read at a time. */
const WINDOW = 1 << 20;
/** Bytes of each kind of value, by its number. */
const SIZES = [1, 1, 2, 2, 4, 4, 4, 1, 0, 0, 8, 8, 8];
const STRING = 8;
const ARRAY = 9;
/** Longer ones are no names and no numbers: they are left alone. */
const LONGEST = 1000;

/** Reads a Blob from its beginning on. */
class Reader {
  position = 0;
  #blob;
  #window = new DataView(new ArrayBuffer(0));
  #start = 0;

  /** @param {Blob} blob */
  constructor(blob) {
    this.#blob = blob;
  }

  /** @param {number} size bytes, at most a window */
  async #next(size) {
    let offset = this.position - this.#start;
    if (offset + size > this.#window.byteLength) {
      const part = this.#blob.slice(this.position, this.position + WINDOW);
      this.#window = new DataView(await part.arrayBuffer());
      this.#start = this.position;
      offset = 0;
    }
    if (size > this.#window.byteLength) throw broken("It ends within its head.");
    this.position += size;
    return offset;
  }

  async uint32() {
    const offset = await this.#next(4);
    return this.#window.getUint32(offset, true);
  }

  async uint64() {
    const offset = await this.#next(8);
    return Number(this.#window.getBigUint64(offset, true));
  }

  /** @param {number} size */
  async text(size) {
    const offset = await this.#next(size);
    return new TextDecoder().decode(new Uint8Array(this.#window.buffer, offset, size));
  }

  /** @param {number} size */
  skip(size) {
    this.position += size;
    if (!(this.position <= this.#blob.size)) throw broken("It ends within its head.");
  }
}

/**
 * @param {Blob} blob
 * @returns {Promise<About>}
 * @throws {CodedError} `broken-file`; `not-whole` for a part of a model, `no-chat` for what is none
 */
export async function about(blob) {
  const reader = new Reader(blob);
  if ((await reader.text(4)) !== MAGIC) throw broken("It is no GGUF file.");
  const version = await reader.uint32();
  if (!VERSIONS.includes(version))
    throw broken(`Its version is ${version}; ${VERSIONS.join(" and ")} are known.`);
  await reader.uint64(); // the number of tensors
  const entries = await reader.uint64();
  /** @type {Map<string, string | number>} */
  const found = new Map();
  for (let entry = 0; entry < entries; entry++) {
    const name = await reader.text(Math.min(await reader.uint64(), LONGEST));
    const value = await read(reader, await reader.uint32());
    if (value !== undefined) found.set(name, value);
  }
  const architecture = String(found.get("general.architecture") ?? "");
  const parts = Number(found.get("split.count") ?? 1);
  if (parts > 1) throw new CodedError("not-whole", `The file is one of ${parts} parts of a model.`);
  if (found.get("general.type") === "mmproj" || architecture === "clip") {
    throw new CodedError("no-chat", "The file holds what lets another model see, and writes nothing itself.");
  }
  return {
    architecture,
    context: Number(found.get(`${architecture}.context_length`) ?? 0),
    template: found.has("tokenizer.chat_template"),
  };
}

/**
 * The value that comes next, or undefined for what nobody here asks for.
 *
 * @param {Reader} reader
 * @param {number} type
 * @returns {Promise<string | number | undefined>}
 */
async function read(reader, type) {
  if (type === STRING) {
    const size = await reader.uint64();
    if (size <= LONGEST) return reader.text(size);
    reader.skip(size);
    return "";
  }
  if (type === ARRAY) {
    await skipArray(reader);
    return;
  }
  if (!SIZES[type]) throw broken("Its head cannot be read.");
  if (type === 4 || type === 5) return reader.uint32();
  reader.skip(SIZES[type]);
}

/** @param {Reader} reader @returns {Promise<void>} */
async function skipArray(reader) {
  const type = await reader.uint32();
  const count = await reader.uint64();
  if (SIZES[type]) reader.skip(SIZES[type] * count);
  else for (let item = 0; item < count; item++) await read(reader, type);
}

/** @param {string} reason */
function broken(reason) {
  return new CodedError("broken-file", `The file is broken or no model. ${reason}`);
}
