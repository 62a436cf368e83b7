/** The k best of a stream of scored items: a binary heap whose root is the worst that is kept. */
export class Top {
  /** @type {{ score: number, item: string }[]} */
  #heap = [];

  /** @param {number} k */
  constructor(k) {
    this.k = k;
  }

  /** What a score must exceed to be kept. */
  get threshold() {
    return this.#heap.length < this.k ? -Infinity : (this.#heap[0]?.score ?? Infinity);
  }

  /**
   * @param {number} score
   * @param {string} item
   */
  offer(score, item) {
    if (score <= this.threshold) return;
    const heap = this.#heap;
    if (heap.length < this.k) {
      heap.push({ score, item });
      this.#rise(heap.length - 1);
    } else {
      heap[0] = { score, item };
      this.#sink(0);
    }
  }

  /** @returns {[string, number][]} best first */
  ranked() {
    return this.#heap.toSorted((a, b) => b.score - a.score).map(({ score, item }) => [item, score]);
  }

  /** @param {number} at */
  #rise(at) {
    const heap = this.#heap;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (heap[parent].score <= heap[at].score) return;
      [heap[parent], heap[at]] = [heap[at], heap[parent]];
      at = parent;
    }
  }

  /** @param {number} at */
  #sink(at) {
    const heap = this.#heap;
    for (;;) {
      let least = at;
      for (const child of [2 * at + 1, 2 * at + 2]) {
        if (child < heap.length && heap[child].score < heap[least].score) least = child;
      }
      if (least === at) return;
      [heap[least], heap[at]] = [heap[at], heap[least]];
      at = least;
    }
  }
}
