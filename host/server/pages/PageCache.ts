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
export interface Made<Page> {
  readonly page: Page;
  readonly audience: Audience;
  /** What keeping it takes. */
  readonly bytes: number;
}

/** RFC 9211's words for what a cache did. */
export type CacheOutcome = 'hit' | 'stale' | 'miss' | 'stale-if-error';

export interface Given<Page> {
  readonly page: Page;
  readonly audience: Audience;
  readonly outcome: CacheOutcome;
}

interface Kept<Page> {
  readonly page: Page;
  readonly bytes: number;
  readonly madeAt: number;
}

/** Beside a page there are its key and the cache's own books. */
const BYTES_AROUND_A_PAGE = 1_024;

/**
 * Keeps pages that are for everybody; who makes one must do so without anything of who asks for it. Those who ask while
 * a page is made wait for that one. Where it cannot be made whole, the last whole one is given, while it is not too
 * old.
 */
export class PageCache<Page> {
  readonly #kept: LRUCache<string, Kept<Page>>;
  readonly #making = new Map<string, Promise<Made<Page>>>();

  constructor(
    private readonly limits: PageCacheLimits,
    private readonly now: () => number = () => performance.now(),
  ) {
    this.#kept = new LRUCache({
      maxSize: Math.max(1, limits.maxBytes),
      sizeCalculation: ({ bytes }, key) => bytes + key.length * 2 + BYTES_AROUND_A_PAGE,
    });
  }

  async get(key: string, make: () => Promise<Made<Page>>): Promise<Given<Page>> {
    const { freshMs, staleMs, staleIfErrorMs } = this.limits;
    if (freshMs <= 0) return { ...(await make()), outcome: 'miss' };
    const kept = this.#kept.get(key);
    const age = kept ? this.now() - kept.madeAt : Infinity;
    if (kept && age < freshMs) return { page: kept.page, audience: 'everybody', outcome: 'hit' };

    const making = this.#make(key, make);
    if (kept && age < freshMs + staleMs) {
      making.catch(() => undefined); // told of where it is made; the kept page stays
      return { page: kept.page, audience: 'everybody', outcome: 'stale' };
    }
    const lastWhole: Given<Page> | undefined =
      kept && age < freshMs + staleIfErrorMs
        ? { page: kept.page, audience: 'everybody', outcome: 'stale-if-error' }
        : undefined;
    try {
      const made = await making;
      return made.audience === 'incomplete' && lastWhole ? lastWhole : { ...made, outcome: 'miss' };
    } catch (error) {
      if (lastWhole) return lastWhole;
      throw error;
    }
  }

  #make(key: string, make: () => Promise<Made<Page>>): Promise<Made<Page>> {
    const already = this.#making.get(key);
    if (already) return already;
    const making = make()
      .then((made) => {
        if (made.audience === 'everybody')
          this.#kept.set(key, { page: made.page, bytes: made.bytes, madeAt: this.now() });
        else if (made.audience === 'asker') this.#kept.delete(key);
        return made;
      })
      .finally(() => this.#making.delete(key));
    this.#making.set(key, making);
    return making;
  }
}
