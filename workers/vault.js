/**
 * Secrets, encrypted at rest: AES-GCM under a key that this browser made and that nobody can take out of it.
 *
 * The key is a CryptoKey that is not extractable, so the database holds a handle and no bytes of it. This
 * guards what lies on the disk and what is copied from it, not against scripts of this very page.
 */

import { CodedError } from "./rpc.js";

/**
 * @typedef {import("./database.js").Database} Database
 * @typedef {{ name: string, iv: Uint8Array<ArrayBuffer>, data: ArrayBuffer }} Sealed
 */

const STORE = "settings";
const KEY = "vault";

export class Vault {
  /** @param {Database} database */
  constructor(database) {
    this.database = database;
  }

  /**
   * @param {string} name
   * @param {string} text
   */
  async keep(name, text) {
    const key = await this.#key();
    const iv = crypto.getRandomValues(new Uint8Array(12));
    const data = await crypto.subtle.encrypt(sealing(iv, name), key, new TextEncoder().encode(text));
    await this.database.write([STORE], (transaction) =>
      transaction.objectStore(STORE).put({ name: place(name), iv, data }),
    );
  }

  /**
   * @param {string} name
   * @returns {Promise<string | null>} null where nothing is kept, or nothing that this browser can open
   */
  async read(name) {
    const [sealed, kept] = await this.database.read([STORE], (transaction) => {
      const store = transaction.objectStore(STORE);
      return Promise.all([store.get(place(name)), store.get(KEY)]);
    });
    if (!sealed || !kept) return null;
    const { iv, data } = /** @type {Sealed} */ (sealed);
    try {
      return new TextDecoder().decode(await crypto.subtle.decrypt(sealing(iv, name), kept.key, data));
    } catch {
      return null;
    }
  }

  /** @param {string} name */
  async forget(name) {
    await this.database.write([STORE], (transaction) => transaction.objectStore(STORE).delete(place(name)));
  }

  /** @returns {Promise<string[]>} */
  async names() {
    const places = await this.database.read([STORE], (transaction) =>
      transaction.objectStore(STORE).getAllKeys(),
    );
    const before = place("");
    return places
      .map(String)
      .filter((name) => name.startsWith(before))
      .map((name) => name.slice(before.length));
  }

  /** The key, made at the first use; another tab may have made it meanwhile. */
  async #key() {
    if (!globalThis.crypto?.subtle) {
      const message =
        "This page was not loaded by https, so the browser encrypts nothing for it and the key cannot be kept.";
      throw new CodedError("no-vault", message);
    }
    const made = await crypto.subtle.generateKey({ name: "AES-GCM", length: 256 }, false, [
      "encrypt",
      "decrypt",
    ]);
    return this.database.write([STORE], async (transaction) => {
      const store = transaction.objectStore(STORE);
      const kept = await store.get(KEY);
      if (!kept) await store.put({ name: KEY, key: made });
      return /** @type {CryptoKey} */ (kept?.key ?? made);
    });
  }
}

/** @param {string} name */
function place(name) {
  return `${KEY} ${name}`;
}

/**
 * Bound to its name: what is kept under one does not open under another.
 *
 * @param {Uint8Array<ArrayBuffer>} iv
 * @param {string} name
 */
function sealing(iv, name) {
  return { name: "AES-GCM", iv, additionalData: new TextEncoder().encode(name) };
}
