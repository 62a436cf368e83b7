/**
 * The database's numbered migrations: the n-th brings version n - 1 to version n.
 * A published migration is never changed; a change of stores or records is a new one at the end.
 * Stores and keys are those that app/engine/store/records.py documents.
 */

/**
 * @typedef {import("idb").IDBPDatabase} IDBPDatabase
 * @typedef {import("idb").IDBPTransaction<unknown, string[], "versionchange">} Upgrade
 * @typedef {(database: IDBPDatabase, transaction: Upgrade) => void | Promise<void>} Migration
 */

/** @type {Migration[]} */
export const MIGRATIONS = [
  (database) => {
    database.createObjectStore("repositories", { keyPath: "id" });
    for (const name of ["files", "nodes", "edges"]) {
      database.createObjectStore(name, { keyPath: ["repository", "path"] });
    }
    database.createObjectStore("conversations", { keyPath: "repository" });
    database.createObjectStore("settings", { keyPath: "name" });
    // Binary records carry their key outside: texts by blob sha, vectors by [space, block], lexical by repository.
    for (const name of ["texts", "vectors", "lexical"]) database.createObjectStore(name);
  },
];

export const VERSION = MIGRATIONS.length;

/** The shape of a record (its `format`) that this code reads and writes; FORMAT in records.py. */
export const FORMAT = 1;

/**
 * @param {IDBPDatabase} database
 * @param {number} from the version that is there, 0 for none
 * @param {number} to
 * @param {Upgrade} transaction
 */
export async function migrate(database, from, to, transaction) {
  for (const migration of MIGRATIONS.slice(from, to)) await migration(database, transaction);
}
