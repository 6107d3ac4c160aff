import { LRUCache } from 'lru-cache';

export interface PageCacheLimits {
  /** How long a page is fresh; 0 disables the cache. */
  readonly freshMs: number;
  /** How long after that it is served while a new one is rendered. */
  readonly staleMs: number;
  /** How long it is served if no new one can be rendered. */
  readonly staleIfErrorMs: number;
  readonly maxBytes: number;
}

/** A newly rendered page. */
export interface FreshPage<Page> {
  readonly page: Page;
  /** False if a part is missing. */
  readonly isComplete: boolean;
  /** Memory size. */
  readonly bytes: number;
}

/** Cache results as named by RFC 9211. */
export type CacheOutcome = 'hit' | 'stale' | 'miss' | 'stale-if-error';

export interface ServedPage<Page> {
  readonly page: Page;
  readonly outcome: CacheOutcome;
}

interface StoredPage<Page> {
  readonly page: Page;
  readonly bytes: number;
  readonly renderedAt: number;
  /** Of the content, when rendering began. */
  readonly version: string;
}

/** Estimated size of key and bookkeeping per entry. */
const ENTRY_OVERHEAD_BYTES = 1_024;

/**
 * Caches pages, which have no data of their visitors. Concurrent requests share one render. What was rendered from
 * another version of the content is rendered again. If a page cannot be rendered completely, the last complete one is
 * served until it is too old.
 */
export class PageCache<Page> {
  readonly #entries: LRUCache<string, StoredPage<Page>>;
  readonly #pending = new Map<string, Promise<FreshPage<Page>>>();

  constructor(
    private readonly limits: PageCacheLimits,
    private readonly content: { readonly current: string },
    private readonly now: () => number = () => performance.now(),
  ) {
    this.#entries = new LRUCache({
      maxSize: Math.max(1, limits.maxBytes),
      sizeCalculation: ({ bytes }, key) => bytes + key.length * 2 + ENTRY_OVERHEAD_BYTES,
    });
  }

  async get(key: string, render: () => Promise<FreshPage<Page>>): Promise<ServedPage<Page>> {
    const { freshMs, staleMs, staleIfErrorMs } = this.limits;
    if (freshMs <= 0) return { page: (await render()).page, outcome: 'miss' };
    const stored = this.#entries.get(key);
    const age = stored ? this.now() - stored.renderedAt : Infinity;
    const isCurrent = stored?.version === this.content.current;
    if (stored && isCurrent && age < freshMs) return { page: stored.page, outcome: 'hit' };

    const pending = this.#renderOnce(key, render);
    if (stored && isCurrent && age < freshMs + staleMs) {
      pending.catch(() => undefined); // logged by the renderer; the cached page is served
      return { page: stored.page, outcome: 'stale' };
    }
    const lastComplete: ServedPage<Page> | undefined =
      stored && age < freshMs + staleIfErrorMs ? { page: stored.page, outcome: 'stale-if-error' } : undefined;
    try {
      const fresh = await pending;
      return !fresh.isComplete && lastComplete ? lastComplete : { page: fresh.page, outcome: 'miss' };
    } catch (error) {
      if (lastComplete) return lastComplete;
      throw error;
    }
  }

  #renderOnce(key: string, render: () => Promise<FreshPage<Page>>): Promise<FreshPage<Page>> {
    const running = this.#pending.get(key);
    if (running) return running;
    const version = this.content.current;
    const pending = render()
      .then((fresh) => {
        const { page, bytes, isComplete } = fresh;
        if (isComplete) this.#entries.set(key, { page, bytes, renderedAt: this.now(), version });
        return fresh;
      })
      .finally(() => this.#pending.delete(key));
    this.#pending.set(key, pending);
    return pending;
  }
}
