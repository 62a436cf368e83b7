/** So many things at a time: the work of a question goes before the work that waits, whatever came first. */

/** @typedef {() => Promise<void>} Work */

export class Turns {
  /** @type {Work[]} */
  #urgent = [];
  /** @type {Work[]} */
  #waiting = [];
  #running = 0;

  /** @param {number} places how much runs at a time */
  constructor(places = 1) {
    this.places = places;
  }

  /**
   * @template T
   * @param {() => Promise<T>} work
   * @param {boolean} urgent
   * @returns {Promise<T>}
   */
  take(work, urgent = false) {
    return new Promise((resolve, reject) => {
      (urgent ? this.#urgent : this.#waiting).push(() => work().then(resolve, reject));
      this.#next();
    });
  }

  async #next() {
    if (this.#running === this.places) return;
    this.#running++;
    for (let work; (work = this.#urgent.shift() ?? this.#waiting.shift());) {
      await work();
      await arrivals();
    }
    this.#running--;
  }
}

/** Lets messages in: work that only awaits promises would keep a question that has arrived outside. */
function arrivals() {
  return new Promise((resolve) => setTimeout(resolve));
}
