interface CachedResponse {
  readonly json: string;
  readonly expiresAt: number;
}

/**
 * Caches the JSON of public responses briefly, so that concurrent identical requests share one query. The lifetime is
 * shorter than that in Cache-Control, so responses do not get staler.
 */
export class ResponseCache {
  readonly #cached = new Map<string, CachedResponse>();
  readonly #pending = new Map<string, Promise<string>>();

  constructor(
    private readonly lifetimeMs: number,
    private readonly maxEntries: number,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** Returns the cached response or produces a new one. Concurrent calls share it. */
  async get(key: string, produce: () => Promise<unknown>): Promise<string> {
    const cached = this.#cached.get(key);
    if (cached && cached.expiresAt > this.now()) return cached.json;
    const pending = this.#pending.get(key);
    if (pending) return pending;
    const promise = produce()
      .then((answer) => {
        const json = JSON.stringify(answer);
        this.#save(key, json);
        return json;
      })
      .finally(() => this.#pending.delete(key));
    this.#pending.set(key, promise);
    return promise;
  }

  #save(key: string, json: string): void {
    if (this.lifetimeMs <= 0) return;
    this.#cached.delete(key);
    this.#cached.set(key, { json, expiresAt: this.now() + this.lifetimeMs });
    const [oldest] = this.#cached.keys();
    if (this.#cached.size > this.maxEntries && oldest !== undefined) this.#cached.delete(oldest);
  }
}
