const WINDOW_MS = 300_000;
const MOST_IN_WINDOW = 20;
const MOST_KEYS = 100_000;

/** Counts what comes from one address, so that it weighs no more than its share: twenty in five minutes. */
export class ShareOfAddress {
  #window = 0;
  #counts = new Map<string, number>();

  /** Whether one more may be counted for this key. */
  takes(key: string, now: Date): boolean {
    const window = Math.floor(now.getTime() / WINDOW_MS);
    if (window !== this.#window || this.#counts.size > MOST_KEYS) {
      this.#window = window;
      this.#counts = new Map();
    }
    const count = (this.#counts.get(key) ?? 0) + 1;
    this.#counts.set(key, count);
    return count <= MOST_IN_WINDOW;
  }
}
