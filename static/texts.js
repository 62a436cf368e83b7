/**
 * Long texts, by token. They stay on this side, because MicroPython is slow with long strings: what the engine
 * answers reaches Python with tokens for the texts of files, prompts and models' answers, and what Python has
 * kept goes back with the texts in the tokens' places.
 */

import { countLines } from "./code.js";

/** @typedef {{token: string, lines: number, characters: number}} Lifted */

/** How many texts of a kind are at hand; the oldest go first. Answers stay as long as the page. */
const KEPT = { file: 16, message: 400 };

/** @type {Map<string, string>} */
const texts = new Map();
/** @type {Map<string, Set<() => void>>} */
const watchers = new Map();
let made = 0;

/** @param {string} token @returns {string} "" for what is no longer at hand */
export function textOf(token) {
  return texts.get(token) ?? "";
}

/**
 * Call back whenever the text of a token has changed.
 * @param {string} token
 * @param {() => void} changed
 * @returns {() => void} ends it
 */
export function watchText(token, changed) {
  const those = watchers.get(token) ?? new Set();
  watchers.set(token, those.add(changed));
  return () => {
    those.delete(changed);
    if (!those.size) watchers.delete(token);
  };
}

/** @param {string} token @param {string} text */
function put(token, text) {
  texts.set(token, text);
  for (const changed of watchers.get(token) ?? []) changed();
}

/** @param {string} text @param {keyof typeof KEPT} kind @returns {Lifted} */
function lifted(text, kind) {
  const token = `${kind}:${++made}`;
  texts.set(token, text);
  const same = [...texts.keys()].filter((key) => key.startsWith(`${kind}:`));
  for (const old of same.slice(0, Math.max(0, same.length - KEPT[kind]))) texts.delete(old);
  return describe(token);
}

/** @param {string} token @returns {Lifted} */
function describe(token) {
  const text = textOf(token);
  return { token, lines: countLines(text), characters: text.length };
}

/** The token of an answer's text, by the page's name for the answer. @param {string} id */
const answerToken = (id) => `answer:${id}`;

/** @param {any} prompt a Prompt of app/shared/protocol.py */
function liftPrompt(prompt) {
  for (const message of prompt.messages) message.text = lifted(message.text, "message");
}

/** @param {any} news one of the News of app/shared/protocol.py @param {string} token */
function liftNews(news, token) {
  if (news.prompt) liftPrompt(news.prompt);
  // The last word of an answer has its whole text; before, it grows.
  const last = news.done ?? (news.error ? news : null);
  if (last && typeof last.text === "string") {
    put(token, last.text);
    last.text = describe(token);
  } else if (typeof news.text === "string") {
    put(token, textOf(token) + news.text);
    news.text = describe(token);
  }
}

/**
 * Take the texts out of an answer of the engine: each becomes {token, lines, characters}.
 * @param {string} json
 * @returns {string}
 */
export function lift(json) {
  const answer = JSON.parse(json);
  const { text, messages, events, turns } = answer.result ?? {};
  if (typeof text === "string") answer.result.text = lifted(text, "file");
  if (messages) liftPrompt(answer.result);
  for (const event of events ?? []) {
    for (const news of event.news ?? []) liftNews(news, answerToken(event.id));
  }
  for (const { written } of turns ?? []) {
    if (typeof written?.text !== "string") continue;
    put(answerToken(written.id), written.text);
    written.text = describe(answerToken(written.id));
  }
  return JSON.stringify(answer);
}

/**
 * The opposite for what Python asks of the engine: texts stand for what `lift` made of them.
 * @param {string} json
 * @returns {string}
 */
export function lower(json) {
  return JSON.stringify(JSON.parse(json), (_, value) =>
    typeof value?.token === "string" && "characters" in value ? textOf(value.token) : value,
  );
}

/**
 * Copy texts, each below its heading if it has one.
 * @param {string} json [[heading, token]]
 */
export async function copyTexts(json) {
  /** @type {[string, string][]} */
  const parts = JSON.parse(json);
  const text = parts
    .map(([heading, token]) => (heading ? `${heading}\n\n` : "") + textOf(token))
    .join("\n\n");
  await navigator.clipboard.writeText(text);
}
