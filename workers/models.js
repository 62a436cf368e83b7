/**
 * The models worker: fetches the files of models, or takes those that a person picked, and keeps them.
 *
 * What comes goes straight to the disk. A download that broke off or was stopped is gone on with where the
 * server can. Nothing but the address is told to a server: no cookie, no token, no referrer.
 */

import { about, MAGIC } from "./gguf.js";
import { Draft, forget, full, list, openKept, recordOf, writeRecord } from "./kept.js";
import { CodedError, serve } from "./rpc.js";

/**
 * @typedef {{ done: number, total: number, hosts: Record<string, number>, finished: boolean }} Progress
 *   `done` and `total` in bytes, `total` 0 while unknown; `hosts` counts the bytes that came from each origin
 */

/** Milliseconds between two tellings. */
const INTERVAL = 250;
const PARTIAL = 206;
const OUT_OF_RANGE = 416;
const REFUSALS = new Map([
  [401, "sign-in"],
  [403, "sign-in"],
  [404, "no-such-file"],
  [410, "no-such-file"],
]);
/** After these, what is there is of use. */
const GONE_ON_WITH = ["cut", "silent", "stopped"];

class Job {
  /** @type {Progress} */
  progress = { done: 0, total: 0, hosts: {}, finished: false };
  abort = new AbortController();
  /** @type {unknown} */
  #error = null;
  #end;

  /**
   * @param {string} name
   * @param {(job: Job) => Promise<void>} work
   */
  constructor(name, work) {
    this.name = name;
    this.#end = work(this).then(
      () => (this.progress.finished = true),
      (error) => (this.#error = error.name === "QuotaExceededError" ? full() : error),
    );
  }

  /** How it stands, after a while or once it has ended. Rejects where it failed. */
  async next() {
    await Promise.race([this.#end, new Promise((resolve) => setTimeout(resolve, INTERVAL))]);
    if (this.#error) throw this.#error;
    return this.progress;
  }
}

/** @type {Map<string, Job>} by the address, or the file's name */
const jobs = new Map();

/**
 * @param {string} key
 * @param {string} name
 * @param {(job: Job) => Promise<void>} work
 */
function begin(key, name, work) {
  if (jobs.has(key)) throw new CodedError("busy", `${name} is being fetched already.`);
  jobs.set(key, new Job(name, work));
  return name;
}

/**
 * Begin to fetch a file. Returns the name that it is kept under.
 *
 * @param {string} address
 * @param {string} wanted a name for it
 */
async function fetchModel(address, wanted) {
  const name = await nameFor(wanted, address);
  return begin(address, name, (job) => download(job, address));
}

/**
 * Begin to keep a file that a person picked. Returns the name that it is kept under.
 *
 * @param {File} file
 */
async function keepFile(file) {
  const name = await nameFor(file.name, "");
  return begin(name, name, (job) => copy(job, file));
}

/**
 * How a job stands. It is forgotten once it is told that it has ended.
 *
 * @param {string} key
 */
async function next(key) {
  const job = jobs.get(key);
  if (!job) throw new CodedError("no-such-job", `Nothing is being fetched from ${key}.`);
  try {
    const progress = await job.next();
    if (progress.finished) jobs.delete(key);
    return progress;
  } catch (error) {
    jobs.delete(key);
    throw error;
  }
}

/** @param {string} key */
function stop(key) {
  jobs.get(key)?.abort.abort();
}

/**
 * What a file will be called and how large it is, without fetching it.
 *
 * @param {string} address
 * @returns {Promise<{ bytes: number, host: string }>} `bytes` is 0 where the server does not say
 */
async function look(address) {
  const abort = new AbortController();
  const response = await request(address, 0, abort.signal);
  abort.abort();
  return { bytes: lengthOf(response), host: new URL(response.url).origin };
}

/**
 * A name for a file of this source that no other file has.
 *
 * @param {string} wanted
 * @param {string} source
 */
async function nameFor(wanted, source) {
  const stem = wanted.replace(/\.gguf$/i, "").replace(/[^\p{L}\p{N}._ -]/gu, "_") || "model";
  for (let number = 1; ; number++) {
    const name = `${stem}${number > 1 ? ` (${number})` : ""}.gguf`;
    const kept = await recordOf(name);
    if (!kept || (kept.source === source && !kept.whole)) return name;
    if (source && kept.source === source) throw new CodedError("kept", `${name} is kept already.`);
  }
}

/**
 * @param {Job} job
 * @param {string} address
 */
async function download(job, address) {
  const before = await recordOf(job.name);
  const draft = await Draft.open(job.name);
  await keepOrLeave(job, draft, async () => {
    if (!before) draft.empty();
    let response = await request(address, draft.bytes, job.abort.signal);
    if (draft.bytes && !goesOn(response, draft.bytes, before)) {
      draft.empty();
      if (response.status === PARTIAL) {
        await response.body?.cancel();
        response = await request(address, 0, job.abort.signal);
      }
    }
    const length = lengthOf(response);
    await checkRoom(length);
    const total = length && draft.bytes + length;
    const tag = response.headers.get("ETag") ?? "";
    const kept = { name: job.name, source: address, total, tag, whole: false };
    await take(job, draft, kept, response.body, new URL(response.url).origin);
  });
}

/**
 * @param {Job} job
 * @param {File} file
 */
async function copy(job, file) {
  const draft = await Draft.open(job.name);
  await keepOrLeave(job, draft, async () => {
    draft.empty();
    await checkRoom(file.size);
    const kept = { name: job.name, source: "", total: file.size, tag: "", whole: false };
    await take(job, draft, kept, file.stream(), "");
  });
}

/**
 * Does the work, then holds what came against what a model's file has to be. What was fetched in part stays,
 * to be gone on with; whatever else fails leaves nothing behind.
 *
 * @param {Job} job
 * @param {Draft} draft
 * @param {() => Promise<void>} work
 */
async function keepOrLeave(job, draft, work) {
  try {
    await work();
    draft.close();
    const kept = /** @type {import("./kept.js").Kept} */ (await recordOf(job.name));
    const file = await openKept(job.name);
    await writeRecord({ ...kept, ...(await about(file)), total: file.size, whole: true });
  } catch (error) {
    const { code } = /** @type {{ code?: string }} */ (error);
    const partial = await recordOf(job.name);
    if (partial?.source && GONE_ON_WITH.includes(code ?? "")) draft.close();
    else await draft.discard();
    throw error;
  }
}

/**
 * Writes a stream to its end.
 *
 * @param {Job} job
 * @param {Draft} draft
 * @param {import("./kept.js").Kept} kept
 * @param {ReadableStream<Uint8Array<ArrayBuffer>> | null} stream
 * @param {string} host
 */
async function take(job, draft, kept, stream, host) {
  const { progress } = job;
  progress.total = kept.total;
  progress.done = draft.bytes;
  const reader = stream?.getReader();
  let known = false;
  for (;;) {
    // A part of four bytes or more tells what the file is.
    if (!known && draft.bytes >= MAGIC.length) {
      if (!draft.startsWith(MAGIC)) throw await noModel(reader);
      await writeRecord(kept);
      known = true;
    }
    const part = await read(reader, job.abort.signal);
    if (!part) break;
    draft.append(part);
    progress.done = draft.bytes;
    if (host) progress.hosts[host] = (progress.hosts[host] ?? 0) + part.length;
  }
  if (!known) throw await noModel(reader);
  if (draft.bytes < kept.total) throw cut();
}

/**
 * The next part of a stream, or null at its end.
 *
 * @param {ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>> | undefined} reader
 * @param {AbortSignal} signal
 */
async function read(reader, signal) {
  try {
    const part = await reader?.read();
    if (!signal.aborted) return part?.value ?? null;
  } catch {
    if (!signal.aborted) throw cut();
  }
  await reader?.cancel().catch(() => {}); // it has failed already
  throw new CodedError("stopped", "It was stopped.");
}

/**
 * @param {string} address
 * @param {number} from the first byte that is wanted
 * @param {AbortSignal} signal
 * @returns {Promise<Response>}
 */
async function request(address, from, signal) {
  const { host } = new URL(address);
  let response;
  try {
    response = await fetch(address, {
      headers: from ? { Range: `bytes=${from}-` } : {},
      credentials: "omit",
      referrerPolicy: "no-referrer",
      cache: "no-store",
      signal,
    });
  } catch {
    if (signal.aborted) throw new CodedError("stopped", "It was stopped.");
    throw new CodedError("silent", `${host} does not answer, or lets no other site read the file.`);
  }
  if (response.ok) return response;
  if (response.status === OUT_OF_RANGE && from) return request(address, 0, signal);
  const code = REFUSALS.get(response.status) ?? "refused";
  throw new CodedError(code, `${host} answers ${response.status} for this file.`);
}

/**
 * Whether an answer holds what follows the bytes that are there, of the very same file.
 *
 * @param {Response} response
 * @param {number} bytes
 * @param {import("./kept.js").Kept | null} before
 */
function goesOn(response, bytes, before) {
  if (response.status !== PARTIAL || !before) return false;
  const tag = response.headers.get("ETag");
  if (tag && before.tag && tag !== before.tag) return false;
  // A server of another origin may not let it be read.
  const range = /^bytes (\d+)-\d+\/(\d+|\*)$/.exec(response.headers.get("Content-Range") ?? "");
  const total = bytes + lengthOf(response);
  return (!range || Number(range[1]) === bytes) && (!before.total || before.total === total);
}

/**
 * The bytes that an answer brings, 0 where it does not say.
 *
 * @param {Response} response
 */
function lengthOf({ headers }) {
  return headers.has("Content-Encoding") ? 0 : Number(headers.get("Content-Length") ?? 0);
}

/** @param {number} bytes */
async function checkRoom(bytes) {
  const { quota = Infinity, usage = 0 } = await navigator.storage.estimate();
  if (bytes > quota - usage) throw full();
}

/** @param {ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>> | undefined} reader */
async function noModel(reader) {
  await reader?.cancel().catch(() => {}); // it has ended already
  return new CodedError("no-model", "What came is no GGUF file.");
}

function cut() {
  return new CodedError("cut", "The connection broke off.");
}

serve({ list, look, fetch: fetchModel, keep: keepFile, next, stop, forget });
