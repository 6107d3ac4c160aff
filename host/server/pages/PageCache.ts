import { LRUCache } from 'lru-cache';
import type { Audience } from '../../src/app/watchAnswers';

export interface PageCacheLimits {
  /** A page is given as it is for so long; 0 keeps none. */
  readonly freshMs: number;
  /** For so long after that it is still given, while a new one is made. */
  readonly staleMs: number;
  /** And for so long where no new one can be made. */
  readonly staleIfErrorMs: number;
  readonly maxBytes: number;
}

/** What is made of a page's path, and for whom. */
export interface FreshPage<Page> {
  readonly page: Page;
  readonly audience: Audience;
  /** What keeping it takes. */
  readonly bytes: number;
}

/** RFC 9211's words for what a cache did. */
export type CacheOutcome = 'hit' | 'stale' | 'miss' | 'stale-if-error';

export interface ServedPage<Page> {
  readonly page: Page;
  readonly audience: Audience;
  readonly outcome: CacheOutcome;
}

interface StoredPage<Page> {
  readonly page: Page;
  readonly bytes: number;
  readonly renderedAt: number;
}

/** Beside a page there are its key and the cache's own books. */
const ENTRY_OVERHEAD_BYTES = 1_024;

/**
 * Keeps pages that are for everybody; who makes one must do so without anything of who asks for it. Those who ask while
 * a page is made wait for that one. Where it cannot be made whole, the last whole one is given, while it is not too
 * old.
 */
export class PageCache<Page> {
  readonly #entries: LRUCache<string, StoredPage<Page>>;
  readonly #pending = new Map<string, Promise<FreshPage<Page>>>();

  constructor(
    private readonly limits: PageCacheLimits,
    private readonly now: () => number = () => performance.now(),
  ) {
    this.#entries = new LRUCache({
      maxSize: Math.max(1, limits.maxBytes),
      sizeCalculation: ({ bytes }, key) => bytes + key.length * 2 + ENTRY_OVERHEAD_BYTES,
    });
  }

  async get(key: string, render: () => Promise<FreshPage<Page>>): Promise<ServedPage<Page>> {
    const { freshMs, staleMs, staleIfErrorMs } = this.limits;
    if (freshMs <= 0) return { ...(await render()), outcome: 'miss' };
    const stored = this.#entries.get(key);
    const age = stored ? this.now() - stored.renderedAt : Infinity;
    if (stored && age < freshMs) return { page: stored.page, audience: 'public', outcome: 'hit' };

    const pending = this.#renderOnce(key, render);
    if (stored && age < freshMs + staleMs) {
      pending.catch(() => undefined); // told of where it is made; the kept page stays
      return { page: stored.page, audience: 'public', outcome: 'stale' };
    }
    const lastComplete: ServedPage<Page> | undefined =
      stored && age < freshMs + staleIfErrorMs
        ? { page: stored.page, audience: 'public', outcome: 'stale-if-error' }
        : undefined;
    try {
      const fresh = await pending;
      return fresh.audience === 'incomplete' && lastComplete ? lastComplete : { ...fresh, outcome: 'miss' };
    } catch (error) {
      if (lastComplete) return lastComplete;
      throw error;
    }
  }

  #renderOnce(key: string, render: () => Promise<FreshPage<Page>>): Promise<FreshPage<Page>> {
    const running = this.#pending.get(key);
    if (running) return running;
    const pending = render()
      .then((fresh) => {
        if (fresh.audience === 'public')
          this.#entries.set(key, { page: fresh.page, bytes: fresh.bytes, renderedAt: this.now() });
        else if (fresh.audience === 'private') this.#entries.delete(key);
        return fresh;
      })
      .finally(() => this.#pending.delete(key));
    this.#pending.set(key, pending);
    return pending;
  }
}
