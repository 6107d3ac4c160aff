interface Kept {
  readonly json: string;
  readonly until: number;
}

/**
 * Keeps the JSON of public answers for a moment, so that a crowd that asks the same asks the database once.
 * Shorter than what Cache-Control grants every cache on the way, so it makes nothing staler.
 */
export class AnswerCache {
  readonly #kept = new Map<string, Kept>();
  readonly #making = new Map<string, Promise<string>>();

  constructor(
    private readonly keepMs: number,
    private readonly maxEntries: number,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** The kept answer, or a new one; those who ask while it is made wait for that one. */
  async get(key: string, make: () => Promise<unknown>): Promise<string> {
    const kept = this.#kept.get(key);
    if (kept && kept.until > this.now()) return kept.json;
    const making = this.#making.get(key);
    if (making) return making;
    const promise = make()
      .then((answer) => {
        const json = JSON.stringify(answer);
        this.#keep(key, json);
        return json;
      })
      .finally(() => this.#making.delete(key));
    this.#making.set(key, promise);
    return promise;
  }

  #keep(key: string, json: string): void {
    if (this.keepMs <= 0) return;
    this.#kept.delete(key);
    this.#kept.set(key, { json, until: this.now() + this.keepMs });
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > this.maxEntries && oldest !== undefined) this.#kept.delete(oldest);
  }
}
