/** An answer while it is being written: what came is handed over in parts, each as soon as there is one. */

import { CodedError } from "./rpc.js";

/**
 * @typedef {{ text?: string, finish?: string, prompt?: number, answer?: number, read?: number }} News
 *   more text; why it ended: stop or length; tokens of the prompt and of the answer, and of the prompt those
 *   that are read
 * @typedef {Required<News> & { ms: number }} Part
 *   `text` since the last part; `finish` is "" until the last, and also "stopped"; counts are 0 while unknown;
 *   milliseconds since it was begun
 */

export class Answer {
  #text = "";
  #finish = "";
  /** @type {unknown} */
  #error = null;
  #over = false;
  #counts = { prompt: 0, answer: 0, read: 0 };
  #begun = performance.now();
  /** What there is that nobody has been told yet. */
  #news = Promise.withResolvers();
  #abort = new AbortController();
  /** @type {Promise<void>} resolves once nothing is computed for it any more */
  settled;

  /** @param {(tell: (news: News) => void, signal: AbortSignal) => Promise<unknown>} write */
  constructor(write) {
    this.settled = write((news) => this.#take(news), this.#abort.signal).then(
      () => this.#end(null),
      (error) => this.#end(error),
    );
  }

  /** Ends it for whoever waits for a part, and tells whoever writes it. */
  stop() {
    this.#abort.abort();
    this.#end(null);
  }

  /** @param {News} news */
  #take({ text = "", finish, ...counts }) {
    if (this.#over) return;
    this.#text += text;
    this.#finish = finish ?? this.#finish;
    Object.assign(this.#counts, counts);
    if (text || counts.read) this.#news.resolve(null);
  }

  /** @param {unknown} error */
  #end(error) {
    if (this.#over) return;
    this.#over = true;
    if (this.#abort.signal.aborted) this.#finish = "stopped";
    else this.#error = error;
    this.#news.resolve(null);
  }

  /** @returns {Promise<Part>} Rejects, once all its text was handed over, where writing failed. */
  async next() {
    await this.#news.promise;
    const text = this.#text;
    this.#text = "";
    if (!this.#over) this.#news = Promise.withResolvers();
    else if (this.#error && !text) throw this.#error;
    const finish = this.#over && !this.#error ? this.#finish || "stop" : "";
    return { text, finish, ...this.#counts, ms: performance.now() - this.#begun };
  }
}

/** Those that are being written, by the names that whoever asks gives them. */
export class Answers {
  /** @type {Map<string, Answer>} */
  #running = new Map();

  /**
   * @param {string} id
   * @param {Answer} answer
   */
  add(id, answer) {
    this.#running.set(id, answer);
  }

  /** @param {string} id */
  get(id) {
    return this.#running.get(id);
  }

  /**
   * The next part of an answer. It is forgotten once its last one is told.
   *
   * @param {string} id
   * @returns {Promise<Part>}
   */
  async next(id) {
    const answer = this.#running.get(id);
    if (!answer) throw new CodedError("no-such-answer", "This answer is not being written.");
    let over = true;
    try {
      const part = await answer.next();
      over = part.finish !== "";
      return part;
    } finally {
      if (over) this.#running.delete(id);
    }
  }
}
