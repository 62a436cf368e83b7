/**
 * The browser's own language model (`LanguageModel`), which a page alone can ask: no worker has it.
 *
 * The engine asks over a channel that this tab shares with nobody (`tab` names it): each tab has an engine and
 * a page of its own. `fetchBuiltIn` has to be called while the person clicks, or the browser refuses.
 */

import { Answer, Answers } from "./workers/answer.js";
import { CodedError, serve } from "./workers/rpc.js";

/**
 * @typedef {"unavailable" | "downloadable" | "downloading" | "available"} State
 * @typedef {{ role: "system" | "user" | "assistant", content: string }} Message
 * @typedef {{ contextWindow: number, contextUsage: number, destroy: () => void,
 *             measureContextUsage: (input: Message[]) => Promise<number>,
 *             promptStreaming: (input: Message[], options: { signal: AbortSignal }) => ReadableStream<string>
 *           }} Session
 * @typedef {{ availability: (options: object) => Promise<State>,
 *             create: (options: object) => Promise<Session> }} Model
 */

/** This tab, by a name that no other has. */
export const tab = crypto.randomUUID();

/** Without these Chrome warns, and says "available" of languages that nobody asked for. */
const LANGUAGES = {
  expectedInputs: [{ type: "text", languages: ["en"] }],
  expectedOutputs: [{ type: "text", languages: ["en"] }],
};

const answers = new Answers();

/** @returns {Model | undefined} */
function model() {
  return /** @type {{ LanguageModel?: Model }} */ (/** @type {unknown} */ (globalThis)).LanguageModel;
}

/**
 * Whether there is one, and how many tokens prompt and answer may have together (0 while unknown).
 *
 * @returns {Promise<{ state: State, context: number }>}
 */
async function standing() {
  const found = model();
  if (!found) return { state: "unavailable", context: 0 };
  const state = await found.availability(LANGUAGES);
  if (state !== "available") return { state, context: 0 };
  const session = await found.create(LANGUAGES);
  const context = session.contextWindow;
  session.destroy();
  return { state, context };
}

/**
 * Begin an answer to the last of the messages.
 *
 * @param {string} id the caller's name for it
 * @param {Message[]} messages
 */
function start(id, messages) {
  answers.add(id, new Answer((tell, signal) => write(messages, tell, signal)));
}

/**
 * @param {Message[]} messages
 * @param {(news: import("./workers/answer.js").News) => void} tell
 * @param {AbortSignal} signal
 */
async function write(messages, tell, signal) {
  const session = await create(messages.slice(0, -1), signal);
  const last = messages.slice(-1);
  try {
    const prompt = session.contextUsage + (await session.measureContextUsage(last));
    if (prompt > session.contextWindow) throw tooLong(prompt, session.contextWindow);
    tell({ prompt });
    const reader = session.promptStreaming(last, { signal }).getReader();
    for (let part = await reader.read(); !part.done; part = await reader.read()) tell({ text: part.value });
    tell({ finish: "stop", answer: Math.max(0, session.contextUsage - prompt), read: prompt });
  } finally {
    session.destroy();
  }
}

/**
 * @param {Message[]} initialPrompts
 * @param {AbortSignal} signal
 * @returns {Promise<Session>}
 */
async function create(initialPrompts, signal) {
  const found = model();
  if (!found) throw new CodedError("no-such-model", "This browser has no model of its own.");
  try {
    return await found.create({ ...LANGUAGES, initialPrompts, signal });
  } catch (error) {
    // Told with both numbers where the prompts alone are too many.
    const { name, requested, quota } = /** @type {DOMException & Record<string, number>} */ (error);
    throw name === "QuotaExceededError" ? tooLong(requested, quota) : error;
  }
}

/**
 * @param {number} asked
 * @param {number} room
 */
function tooLong(asked, room) {
  return new CodedError(
    "context-too-long",
    `The prompt has ${asked} tokens, and the browser's model reads ${room}.`,
  );
}

/**
 * Have the browser fetch its model.
 *
 * @param {(done: number) => void} told how much of it is there, from 0 to 1
 * @param {(reason: string) => void} ended "" where it can be asked from now on
 */
export function fetchBuiltIn(told, ended) {
  const monitor = (/** @type {EventTarget} */ target) =>
    target.addEventListener("downloadprogress", (event) => told(/** @type {ProgressEvent} */ (event).loaded));
  const creating = model()?.create({ ...LANGUAGES, monitor });
  if (!creating) return ended("This browser has no model of its own.");
  creating.then(
    (session) => {
      session.destroy();
      ended("");
    },
    (error) => ended(String(error.message ?? error)),
  );
}

serve(
  { standing, start, next: (id) => answers.next(id), stop: (id) => answers.get(id)?.stop() },
  new BroadcastChannel(`understory model ${tab}`),
);
