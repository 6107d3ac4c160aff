import { LRUCache } from 'lru-cache';
import { requestPosition } from '../../database/replicas/requestPosition';

type Produce = () => Promise<unknown>;

/**
 * Caches the JSON of public responses briefly, so that concurrent identical requests share one query. The lifetime is
 * shorter than that in Cache-Control, so responses do not get staler.
 */
export class ResponseCache {
  readonly #cache: LRUCache<string, string, Produce>;

  /** With a lifetime of 0, only concurrent calls share a response. */
  constructor(
    private readonly lifetimeMs: number,
    maxEntries: number,
    now: () => number = () => performance.now(),
  ) {
    this.#cache = new LRUCache<string, string, Produce>({
      max: maxEntries,
      ttl: lifetimeMs,
      ttlResolution: 0,
      perf: { now },
      // An entry that is evicted while it is produced is still answered.
      ignoreFetchAbort: true,
      fetchMethod: async (_key, _stale, { context: produce }) => JSON.stringify(await produce()),
    });
  }

  /**
   * Returns the cached response or produces a new one. Concurrent calls share it, except for browsers that wrote
   * something lately.
   * @param onMiss is called first if the response is not cached, and can throw.
   */
  async get(key: string, produce: Produce, onMiss?: () => void): Promise<string> {
    if (requestPosition() !== undefined || !this.#cache.has(key)) onMiss?.();
    if (requestPosition() !== undefined) return JSON.stringify(await produce());
    const json = await this.#cache.forceFetch(key, { context: produce });
    if (this.lifetimeMs <= 0) this.#cache.delete(key); // without a lifetime, the library keeps entries forever
    return json;
  }
}
