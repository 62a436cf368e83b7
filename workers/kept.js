/**
 * The models' files, in the browser's own file system (OPFS), where they are without a network.
 *
 * Beside each file lies its record.
 */

import { CodedError } from "./rpc.js";

/**
 * @typedef {{ name: string, source: string, total: number, tag: string, whole: boolean }
 *           & Partial<import("./gguf.js").About>} Kept
 *   `source` is the address that it came from, "" for a file of this device; `total` bytes, 0 where unknown;
 *   `tag` what the server calls this version of the file; `whole` whether all of it is there
 */

const FOLDER = "understory-models";
const RECORD = ".json";

/** @returns {Promise<FileSystemDirectoryHandle>} */
async function folder() {
  try {
    const root = await navigator.storage.getDirectory();
    return await root.getDirectoryHandle(FOLDER, { create: true });
  } catch {
    throw new CodedError("unavailable", "This browser keeps no files here, as in a private window.");
  }
}

/**
 * Everything that is kept, with the bytes of it that are there.
 *
 * @returns {Promise<(Kept & { bytes: number })[]>}
 */
export async function list() {
  const files = await folder();
  const found = [];
  // The types of TypeScript's library know no iteration yet.
  for await (const name of /** @type {any} */ (files).keys()) {
    if (!name.endsWith(RECORD)) continue;
    const kept = await recordOf(name.slice(0, -RECORD.length));
    if (kept) found.push({ ...kept, bytes: (await openKept(kept.name)).size });
  }
  return found.sort((a, b) => a.name.localeCompare(b.name));
}

/**
 * @param {string} name
 * @returns {Promise<Kept | null>}
 */
export async function recordOf(name) {
  try {
    const handle = await (await folder()).getFileHandle(name + RECORD);
    return JSON.parse(await (await handle.getFile()).text());
  } catch (error) {
    if (error instanceof CodedError) throw error;
    return null;
  }
}

/**
 * @param {string} name
 * @returns {Promise<File>}
 */
export async function openKept(name) {
  try {
    return await (await (await folder()).getFileHandle(name)).getFile();
  } catch (error) {
    if (error instanceof CodedError) throw error;
    throw new CodedError("no-such-model", `${name} is not kept in this browser.`);
  }
}

/**
 * Deletes a file and its record. Returns the bytes that this gave back.
 *
 * @param {string} name
 * @returns {Promise<number>}
 */
export async function forget(name) {
  const files = await folder();
  const { size } = await openKept(name);
  try {
    await files.removeEntry(name);
  } catch {
    throw busy(name);
  }
  await files.removeEntry(name + RECORD);
  return size;
}

/** @param {Kept} kept */
export async function writeRecord(kept) {
  const handle = await (await folder()).getFileHandle(kept.name + RECORD, { create: true });
  const access = await handle.createSyncAccessHandle();
  try {
    access.truncate(0);
    access.write(new TextEncoder().encode(JSON.stringify(kept)));
  } finally {
    access.close();
  }
}

/** A file that is being written. Nobody else writes it meanwhile, in no tab. */
export class Draft {
  #access;

  /**
   * @param {string} name
   * @param {FileSystemSyncAccessHandle} access
   */
  constructor(name, access) {
    this.name = name;
    this.#access = access;
  }

  /**
   * Open what is there already, or an empty file.
   *
   * @param {string} name
   * @returns {Promise<Draft>}
   */
  static async open(name) {
    const handle = await (await folder()).getFileHandle(name, { create: true });
    try {
      return new Draft(name, await handle.createSyncAccessHandle());
    } catch {
      throw busy(name);
    }
  }

  get bytes() {
    return this.#access.getSize();
  }

  /** Forget what is there. */
  empty() {
    this.#access.truncate(0);
  }

  /**
   * Add to the file's end.
   *
   * @param {Uint8Array<ArrayBuffer>} chunk
   */
  append(chunk) {
    const end = this.bytes + chunk.length;
    try {
      this.#access.write(chunk, { at: this.bytes });
    } catch {
      // What was written is told by the size.
    }
    // A full disk takes a part of it, and Chromium has been seen to say that it took all.
    if (this.bytes < end) throw full();
  }

  /** @param {string} text in ASCII */
  startsWith(text) {
    const begin = new Uint8Array(text.length);
    this.#access.read(begin, { at: 0 });
    return String.fromCharCode(...begin) === text;
  }

  close() {
    this.#access.close();
  }

  /** Leave nothing behind. */
  async discard() {
    this.close();
    const files = await folder();
    for (const name of [this.name, this.name + RECORD]) {
      await files.removeEntry(name).catch(() => {}); // a record was not there yet
    }
  }
}

/** @param {string} name */
function busy(name) {
  return new CodedError("busy", `Another tab is writing ${name}.`);
}

export function full() {
  return new CodedError("quota", "The disk, or this site's share of it, is full.");
}
