/**
 * A stand-in for `LanguageModel`, as the Prompt API's specification has it (no browser of the tests has one):
 * static availability() and create(), sessions with a context in tokens, streams that end when they are aborted.
 * A word is a token. What it answers is its prompt, backwards, a word at a time.
 */
(() => {
  const state = (window.languageModel = { availability: "available", created: [], asked: 0, aborted: 0 });
  // A download goes on past its middle once a test sets this.
  state.mayEnd = false;
  const WINDOW = 60;
  const PAUSE = 20;
  const words = (messages) => messages.flatMap(({ content }) => content.split(/\s+/).filter(Boolean));

  class QuotaExceededError extends DOMException {
    constructor(requested, quota) {
      super("The input is too large.", "QuotaExceededError");
      Object.assign(this, { requested, quota });
    }
  }

  class LanguageModel extends EventTarget {
    static async availability() {
      return state.availability;
    }

    static async create({ initialPrompts = [], monitor, signal } = {}) {
      signal?.throwIfAborted();
      if (state.availability === "unavailable") throw new DOMException("No model.", "NotSupportedError");
      if (state.availability === "downloadable") {
        if (!navigator.userActivation.isActive) {
          throw new DOMException("A click is needed.", "NotAllowedError");
        }
        await download(monitor);
      }
      const asked = words(initialPrompts).length;
      if (asked > WINDOW) throw new QuotaExceededError(asked, WINDOW);
      const session = new LanguageModel();
      Object.assign(session, { contextUsage: asked, contextWindow: WINDOW, initialPrompts });
      state.created.push(session);
      return session;
    }

    async measureContextUsage(input) {
      return words(input).length;
    }

    promptStreaming(input, { signal } = {}) {
      const said = words(input).reverse();
      state.asked++;
      this.contextUsage += said.length;
      return new ReadableStream({
        pull: async (controller) => {
          await new Promise((resolve) => setTimeout(resolve, PAUSE));
          if (signal?.aborted) {
            state.aborted++;
            controller.error(signal.reason);
          } else if (said.length === 0) controller.close();
          else {
            this.contextUsage++;
            controller.enqueue(`${said.shift()} `);
          }
        },
      });
    }

    destroy() {
      this.destroyed = true;
    }
  }

  async function download(monitor) {
    const target = new EventTarget();
    monitor?.(target);
    state.availability = "downloading";
    for (const loaded of [0, 0.5, 1]) {
      do await new Promise((resolve) => setTimeout(resolve, PAUSE));
      while (loaded === 1 && !state.mayEnd);
      target.dispatchEvent(new ProgressEvent("downloadprogress", { loaded, total: 1 }));
    }
    state.availability = "available";
  }

  window.LanguageModel = LanguageModel;
})();
