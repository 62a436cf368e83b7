/**
 * The store worker: the object stores of app/engine/store/records.py behind the methods of `Store`
 * in app/host/base.py. Records cross as one JSON string a call, bytes and vectors as buffers.
 */

import { Database, estimate, known, startingWith } from "./database.js";
import { loadKernel } from "./kernel.js";
import { VERSION } from "./migrations.js";
import { CodedError, serve, transferring } from "./rpc.js";
import { Vault } from "./vault.js";
import { Vectors } from "./vectors.js";

const database = new Database();
const vault = new Vault(database);
const vectors = new Vectors(database, loadKernel(new URL("scan.wasm", import.meta.url)));

/**
 * @typedef {{ op: string, store: string, record?: any, key?: any }} Operation
 */

/** @type {Record<string, import("./rpc.js").Handler>} */
const handlers = {
  /** Another client on a port of its own: the embed worker. */
  attach(/** @type {MessagePort} */ port) {
    serve(handlers, port);
  },

  async open() {
    await database.open();
    return JSON.stringify({ version: VERSION });
  },

  /** @returns {Promise<string>} the record's JSON, or "null" */
  async get(/** @type {string} */ store, /** @type {any} */ key) {
    const record = await database.read([store], (transaction) => transaction.objectStore(store).get(key));
    return JSON.stringify(record ?? null);
  },

  async getAll(/** @type {string} */ store, /** @type {string[] | null} */ prefix) {
    const range = prefix ? startingWith(prefix) : null;
    const records = await database.read([store], (transaction) =>
      transaction.objectStore(store).getAll(range),
    );
    return JSON.stringify(records);
  },

  /** One transaction for all operations of app/host/base.py's `Store.write`. */
  async write(/** @type {string} */ json) {
    /** @type {Operation[]} */
    const operations = JSON.parse(json);
    if (!operations.length) return;
    const stores = [...new Set(operations.map(({ store }) => store))];
    await database.write(stores, (transaction) =>
      Promise.all(operations.map((operation) => apply(transaction, operation))),
    );
  },

  /** @param {string} json an object from blob sha to text */
  async putTexts(json) {
    /** @type {[string, string][]} */
    const texts = Object.entries(JSON.parse(json));
    const packed = await Promise.all(
      texts.map(async ([sha, text]) => /** @type {const} */ ([sha, await gzip(text)])),
    );
    await database.write(["texts"], (transaction) =>
      Promise.all(packed.map(([sha, bytes]) => transaction.objectStore("texts").put(bytes, sha))),
    );
  },

  /** @returns {Promise<string>} an object from sha to text, with those that are kept */
  async getTexts(/** @type {string[]} */ shas) {
    const packed = await database.read(["texts"], (transaction) =>
      Promise.all(shas.map((sha) => transaction.objectStore("texts").get(sha))),
    );
    const texts = await Promise.all(packed.map((bytes) => bytes && gunzip(bytes)));
    return JSON.stringify(Object.fromEntries(shas.map((sha, i) => [sha, texts[i]])));
  },

  async putBytes(/** @type {string} */ store, /** @type {string} */ key, /** @type {Uint8Array} */ data) {
    await database.write([store], (transaction) => transaction.objectStore(store).put(data, key));
  },

  /** @returns the Uint8Array, or undefined */
  async getBytes(/** @type {string} */ store, /** @type {string} */ key) {
    /** @type {Uint8Array<ArrayBuffer> | undefined} */
    const data = await database.read([store], (transaction) => transaction.objectStore(store).get(key));
    return data && transferring(data, [data.buffer]);
  },

  async vectors(/** @type {string} */ space) {
    return JSON.stringify(await vectors.hashes(space));
  },

  append(
    /** @type {string} */ space,
    /** @type {string[]} */ hashes,
    /** @type {import("./quantise.js").Packed} */ packed,
  ) {
    return vectors.append(space, hashes, packed);
  },

  activate(/** @type {string} */ space, /** @type {string} */ hashes) {
    return vectors.activate(space, JSON.parse(hashes));
  },

  async scan(/** @type {string} */ space, /** @type {Float32Array} */ vector, /** @type {number} */ k) {
    return JSON.stringify(await vectors.scan(space, vector, k));
  },

  dropSpace(/** @type {string} */ space) {
    return vectors.drop(space);
  },

  async estimate() {
    return JSON.stringify(await estimate());
  },

  keepSecret(/** @type {string} */ name, /** @type {string} */ text) {
    return vault.keep(name, text);
  },

  /** @returns {Promise<string | null>} */
  readSecret(/** @type {string} */ name) {
    return vault.read(name);
  },

  forgetSecret(/** @type {string} */ name) {
    return vault.forget(name);
  },

  async secretNames() {
    return JSON.stringify(await vault.names());
  },

  async stats() {
    return JSON.stringify(await vectors.stats());
  },
};

serve(handlers);

/**
 * @param {import("./database.js").Writing} transaction
 * @param {Operation} operation
 */
async function apply(transaction, { op, store, record, key }) {
  const target = transaction.objectStore(store);
  if (op === "put") return target.put(known(store, record));
  if (op === "delete") return target.delete(key);
  if (op === "delete_prefix") return target.delete(startingWith(key));
  throw new CodedError("no-such-operation", `The store has no operation "${op}".`);
}

/** @param {string} text */
async function gzip(text) {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** @param {Uint8Array<ArrayBuffer>} bytes */
async function gunzip(bytes) {
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  // A byte order mark is part of the text: without it every offset would be off by one.
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(await new Response(stream).arrayBuffer());
}
