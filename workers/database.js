/**
 * The one connection to the database `understory`, and what goes wrong with it in words.
 *
 * Another tab that needs to upgrade gets its way: this connection closes. Every error that leaves
 * here is a CodedError: `blocked`, `newer-version`, `not-migrated`, `upgraded`, `unknown-format`, `quota`,
 * `unavailable`.
 */

import { openDB } from "../vendor/idb/idb.js";
import { FORMAT, migrate, VERSION } from "./migrations.js";
import { CodedError } from "./rpc.js";

/**
 * @typedef {import("idb").IDBPDatabase} IDBPDatabase
 * @typedef {import("idb").IDBPTransaction<unknown, string[], "readonly">} Reading
 * @typedef {import("idb").IDBPTransaction<unknown, string[], "readwrite">} Writing
 */

const NAME = "understory";

export class Database {
  /** @type {Promise<IDBPDatabase> | null} */
  #opening = null;
  /** Rejects once another tab stands in the way of the opening. */
  #blocked = Promise.withResolvers();
  #upgraded = false;

  /** Opens or migrates once. @returns {Promise<IDBPDatabase>} */
  open() {
    if (this.#upgraded) {
      const message = "Another tab runs a newer version of Understory. Reload this page to go on.";
      return Promise.reject(new CodedError("upgraded", message));
    }
    if (!this.#opening) {
      this.#blocked = Promise.withResolvers();
      this.#blocked.promise.catch(() => {});
      this.#opening = this.#connect();
      this.#opening.catch(() => (this.#opening = null));
    }
    // The request itself goes on while it is blocked: a later call finds the database open.
    return Promise.race([this.#opening, /** @type {Promise<never>} */ (this.#blocked.promise)]);
  }

  async #connect() {
    /** @type {unknown} */
    let failure = null;
    try {
      const database = await openDB(NAME, VERSION, {
        // Left alone, a migration that fails would be committed half done.
        upgrade: (opened, from, to, transaction) =>
          migrate(opened, from, to ?? VERSION, /** @type {any} */ (transaction)).catch((error) => {
            failure = error;
            transaction.abort();
          }),
        blocked: () => {
          const message =
            "Another tab still has an older version of Understory open. Close it, or reload it, and try again.";
          this.#blocked.reject(new CodedError("blocked", message));
        },
        blocking: (_current, _blocked, event) => {
          this.#upgraded = true;
          /** @type {IDBDatabase} */ (event.target).close();
        },
        // The browser took the connection away, as when the site's data are cleared.
        terminated: () => (this.#opening = null),
      });
      return database;
    } catch (error) {
      throw failure ? migrationError(failure) : await openingError(error);
    }
  }

  /**
   * Runs `work` in one transaction, which is committed when this resolves. If anything in it fails, the
   * whole of it is undone. `work` may await nothing but requests of its own transaction.
   *
   * @template T
   * @param {string[]} stores
   * @param {(transaction: Writing) => Promise<T> | T} work
   * @returns {Promise<T>}
   */
  async write(stores, work) {
    const database = await this.open();
    const transaction = database.transaction(stores, "readwrite");
    const [worked, done] = await Promise.allSettled([attempt(transaction, work), transaction.done]);
    // `done` knows the reason (a full disk, say) of which a request only sees its own abort.
    if (worked.status === "rejected" && worked.reason?.name !== "AbortError")
      throw await inWords(worked.reason);
    if (done.status === "rejected") throw await inWords(done.reason);
    return /** @type {PromiseFulfilledResult<T>} */ (worked).value;
  }

  /**
   * Runs `work` in one transaction that only reads. It may await nothing but its own requests.
   *
   * @template T
   * @param {string[]} stores
   * @param {(transaction: Reading) => Promise<T>} work
   * @returns {Promise<T>}
   */
  async read(stores, work) {
    const database = await this.open();
    try {
      return await work(database.transaction(stores, "readonly"));
    } catch (error) {
      throw await inWords(error);
    }
  }
}

/**
 * All keys that begin with `prefix`: an array sorts after every string and number.
 *
 * @param {(string | number)[]} prefix
 */
export function startingWith(prefix) {
  return IDBKeyRange.bound(prefix, [...prefix, []], false, true);
}

/**
 * Returns the record, unless this code does not know its shape.
 *
 * @param {string} store
 * @param {any} record
 */
export function known(store, record) {
  if (record?.format === undefined || record.format === FORMAT) return record;
  const message = `A record in "${store}" has the format ${record.format}, this version of Understory reads ${FORMAT}. `;
  throw new CodedError("unknown-format", message + "Reload the page to get the newest version.");
}

/** As `Store.estimate` in app/host/base.py. Only Chromium tells the database from the site's own files. */
export async function estimate() {
  /** @type {StorageEstimate & { usageDetails?: { indexedDB?: number } }} */
  const { usage = 0, quota = 0, usageDetails = {} } = (await navigator.storage?.estimate?.()) ?? {};
  const persisted = (await navigator.storage?.persisted?.()) ?? false;
  return { usage, database: usageDetails.indexedDB ?? usage, quota, persisted };
}

/**
 * @template T
 * @param {Writing} transaction
 * @param {(transaction: Writing) => Promise<T> | T} work
 */
async function attempt(transaction, work) {
  try {
    return await work(transaction);
  } catch (error) {
    try {
      transaction.abort();
    } catch {
      // It was aborted already: that is what `work` ran into.
    }
    throw error;
  }
}

/** @param {unknown} error */
function migrationError(error) {
  const message = `What is stored here could not be brought up to this version: ${text(error)} Nothing was changed.`;
  return new CodedError("not-migrated", message);
}

/** @param {unknown} error */
async function openingError(error) {
  if (nameOf(error) === "VersionError") {
    const there = (await indexedDB.databases()).find(({ name }) => name === NAME)?.version;
    const message = `What is stored here was written by a newer version of Understory (${there}, this one knows ${VERSION}). `;
    return new CodedError("newer-version", message + "Reload the page to get that version.");
  }
  if (nameOf(error) === "QuotaExceededError") return inWords(error);
  const message = `The browser does not open Understory's storage: ${text(error)} `;
  return new CodedError("unavailable", message + "A private window or blocked site data can be the cause.");
}

/** @param {unknown} error */
async function inWords(error) {
  if (nameOf(error) !== "QuotaExceededError") return error;
  const { usage, quota } = await estimate();
  // Chrome names a quota that its disk may not have, so the number alone would puzzle.
  const message =
    `The storage is full: this site uses ${inMegabytes(usage)}. The browser allows it up to ` +
    `${inMegabytes(quota)}, but not more than the disk has free. What is stored stays readable. ` +
    "Remove a repository or free space on the disk, then go on.";
  return new CodedError("quota", message);
}

/** @param {unknown} error */
function nameOf(error) {
  return error instanceof Error || error instanceof DOMException ? error.name : "";
}

/** @param {unknown} error */
function text(error) {
  return error instanceof Error || error instanceof DOMException ? error.message : String(error);
}

/** @param {number} bytes */
function inMegabytes(bytes) {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}
