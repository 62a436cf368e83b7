/**
 * The generate worker: a language model in this tab, by llama.cpp as wllama brings it.
 *
 * It computes in workers of its own, which wllama makes from blobs. One model is in memory at a time, and none
 * once nobody has asked it for a while: WASM memory never shrinks, so those workers are ended with it.
 *
 * An answer is fetched in parts: `start`, then `next` until one has a `finish`.
 */

import { Answer, Answers } from "./answer.js";
import { openKept } from "./kept.js";
import { CodedError, serve } from "./rpc.js";

/**
 * @typedef {import("../vendor/wllama/wllama.js").Wllama} Wllama
 * @typedef {import("../vendor/wllama/wllama.js").ChatCompletionChunk} Chunk
 * @typedef {{ role: "system" | "user" | "assistant", content: string }} Message
 * @typedef {{ context: number, threads?: number, idle?: number }} Options
 *   `context` is tokens of prompt and answer together; `threads` counts where the page is isolated; `idle` are
 *   milliseconds after which a model that nobody asks is let go of
 * @typedef {{ name: string, context: number, trained: number, threads: number, template: boolean }} Loaded
 *   `trained` is how many tokens it was taught to read, `template` whether its file says how a conversation is
 *   written for it
 */

const WASM = new URL("../vendor/wllama/wllama.wasm", import.meta.url).href;

/** Tokens of a prompt that are read at a step, between which it can be stopped. More at once are no faster. */
const STEP = 32;
const IDLE = 5 * 60_000;
/** Milliseconds that a step may take to end once it was stopped, before its workers are ended. */
const PATIENCE = 1000;
/** Bytes: WASM memory ends at 4 GB, and the conversation lies in it too. */
const LARGEST = 3.7e9;
/** Little chance, as answers are to be true to the code; without the penalty small models repeat themselves. */
const SAMPLING = { temperature: 0.2, top_p: 0.95, repeat_penalty: 1.1 };
/** Lines of llama.cpp's words that are kept to tell why it failed. */
const LINES = 20;

/** What llama.cpp says, the code, and what it means. @type {[RegExp, string, string][]} */
const FAILURES = [
  [/unknown model architecture/i, "unsupported", "This kind of model is not known here."],
  [/unknown pre-tokenizer/i, "unsupported", "The way in which this model splits text is not known here."],
  [/bad_alloc|failed to allocate|out of memory|OOM/i, "too-large", "It needs more memory than a tab has."],
  [/file bounds|corrupted|invalid|failed to (read|load)/i, "broken-file", "Its file is broken."],
];

/** @type {Wllama | null} */
let engine = null;
/** @type {Loaded | null} what is in memory */
let loaded = null;
/** @type {string[]} */
let lines = [];
let idle = IDLE;
let timer = 0;
/** Loading, one at a time: this is the last of them. @type {Promise<unknown>} */
let loading = Promise.resolve();
const answers = new Answers();

/**
 * Have a model in memory: one that is there already stays, another one makes room.
 *
 * @param {string} name a kept file
 * @param {Options} options
 * @returns {Promise<Loaded>}
 */
function load(name, options) {
  const next = loading.then(() => loadNow(name, options));
  loading = next.catch(() => {});
  return next;
}

/**
 * @param {string} name
 * @param {Options} options
 */
async function loadNow(name, { context, threads = threadsHere(), idle: wait = IDLE }) {
  idle = wait;
  rest();
  if (loaded?.name === name && loaded.context === context) return loaded;
  await release();
  if (!hasWideMemory()) {
    throw new CodedError(
      "old-browser",
      "This browser's WebAssembly has no 64-bit memory, which models need.",
    );
  }
  const file = await openKept(name);
  if (file.size > LARGEST) throw new CodedError("too-large", "It needs more memory than a tab has.");
  const { LoggerWithoutDebug, Wllama } = await import("../vendor/wllama/wllama.js");
  lines = [];
  const logger = { ...LoggerWithoutDebug, log: keepLine, warn: keepLine, error: keepLine };
  const fresh = new Wllama({ default: WASM }, { logger });
  try {
    await fresh.loadModel([file], {
      n_ctx: context,
      n_threads: self.crossOriginIsolated ? threads : 1,
      n_gpu_layers: 0,
      n_batch: STEP,
      n_ubatch: STEP,
      n_parallel: 1,
      warmup: false,
      jinja: true,
      reasoning: false,
    });
    // What it could not load has no words, and that is all that tells.
    if (!fresh.getLoadedContextInfo().n_vocab) throw new Error("It has no words.");
  } catch (error) {
    await fresh.exit();
    throw explained(error);
  }
  const { n_ctx, n_ctx_train } = fresh.getLoadedContextInfo();
  engine = fresh;
  loaded = {
    name,
    context: Math.min(n_ctx, n_ctx_train),
    trained: n_ctx_train,
    threads: fresh.getNumThreads(),
    template: fresh.getChatTemplate() !== null,
  };
  rest();
  return loaded;
}

function hasWideMemory() {
  try {
    // TypeScript's library knows no other width yet.
    new WebAssembly.Memory(/** @type {any} */ ({ address: "i64", initial: 0n }));
    return true;
  } catch {
    return false;
  }
}

/** The threads that help: two of one core share its arithmetic, and memory cannot be shared without isolation. */
function threadsHere() {
  return Math.max(1, Math.floor(navigator.hardwareConcurrency / 2));
}

/**
 * Begin an answer of at most `limit` tokens to the last of the messages.
 *
 * @param {string} id the caller's name for it
 * @param {Message[]} messages
 * @param {number} limit
 * @param {Record<string, number>} sampling
 */
function start(id, messages, limit, sampling = SAMPLING) {
  const running = engine;
  if (!running) throw new CodedError("not-loaded", "The model is not in memory.");
  clearTimeout(timer);
  const answer = new Answer(async (tell, abortSignal) => {
    const told = { return_progress: true, stream_options: { include_usage: true } };
    const asked = { ...sampling, ...told, messages, max_tokens: limit };
    const onData = (/** @type {Chunk} */ chunk) => tell(newsOf(chunk));
    try {
      await running.createChatCompletion({ ...asked, stream: true, abortSignal, onData });
    } catch (error) {
      throw failed(running, error);
    }
  });
  answers.add(id, answer);
  void answer.settled.then(rest);
}

/**
 * @param {Chunk} chunk
 * @returns {import("./answer.js").News}
 */
function newsOf({ choices: [choice], usage, prompt_progress: progress }) {
  if (usage) {
    const { prompt_tokens: prompt, completion_tokens: answer } = usage;
    return { prompt, answer, read: prompt };
  }
  if (progress) return { prompt: progress.total, read: progress.processed };
  return { text: choice?.delta.content ?? "", finish: choice?.finish_reason ?? undefined };
}

/**
 * Stop an answer. Where a step takes long its workers are ended, and the model has to be loaded again.
 *
 * @param {string} id
 */
async function stop(id) {
  const answer = answers.get(id);
  if (!answer) return;
  answer.stop();
  const late = new Promise((resolve) => setTimeout(resolve, PATIENCE, true));
  if (await Promise.race([answer.settled, late])) await release();
}

/** Give the model's memory back. Answers that are being written end. */
async function release() {
  clearTimeout(timer);
  const old = engine;
  engine = loaded = null;
  await old?.exit();
}

/** Let go of the model once nobody has asked it for a while. */
function rest() {
  clearTimeout(timer);
  timer = self.setTimeout(release, idle);
}

/** @param {unknown[]} words */
function keepLine(...words) {
  lines = [...lines.slice(1 - LINES), words.map(String).join(" ")];
}

/**
 * @param {unknown} error what wllama threw while it loaded
 * @returns {CodedError}
 */
function explained(error) {
  const words = [...lines, String(error)].join("\n");
  const [, code, message] = FAILURES.find(([said]) => said.test(words)) ?? [/./, "model-failed", ""];
  const told = new CodedError(code, message || `The model cannot be loaded. ${error}`);
  told.stack = words;
  return told;
}

/**
 * @param {Wllama} running
 * @param {unknown} error what it threw while it wrote
 * @returns {CodedError}
 */
function failed(running, error) {
  const words = error instanceof Error ? error.message : String(error);
  const [, asked, room] = /request \((\d+) tokens\) exceeds .*\((\d+) tokens\)/.exec(words) ?? [];
  if (asked) {
    return new CodedError("context-too-long", `The prompt has ${asked} tokens, and the model reads ${room}.`);
  }
  // What has crashed once does not recover.
  if (engine === running && error instanceof Error && error.name === "WllamaRuntimeError") void release();
  const told = explained(error);
  return told.code === "too-large" ? told : new CodedError("model-failed", `The model failed. ${words}`);
}

serve({ load, start, next: (id) => answers.next(id), stop, release, loaded: () => loaded });
