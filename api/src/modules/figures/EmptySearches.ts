import type { StorefrontSlug } from '@shop/contracts';
import { SHOP_TIME_ZONE } from '@shop/contracts/arrival';
import { toNetworks } from '@shop/server-kit/http/toNetwork';
import type { Queryable } from '../../database/Database';
import { addEmptySearches, type CountedSearch } from './emptySearchesRepository';
import { normalizeTerm } from './normalizeTerm';

/** Terms of a day that this process counts. */
const MAX_TERMS = 1_000;
/** Terms of a day that count for one connection; more for wider networks (toNetworks). */
const MAX_TERMS_OF_NETWORK = 30;
/** Connections and their terms that are remembered for a day. */
const MAX_REMEMBERED = 20_000;

const DAY = new Intl.DateTimeFormat('en-CA', { dateStyle: 'short', timeZone: SHOP_TIME_ZONE });

interface EmptySearch {
  readonly store: StorefrontSlug;
  readonly q: string;
  /** Address of who searched. It stays in memory, until the day is over. */
  readonly ip: string;
  readonly now: Date;
}

/**
 * Counts what people search for without a result, in this process, until it is written. Nothing of who searched is
 * written.
 *
 * A term counts once a day for a connection and process. Counted is the first page without filters that a browser asks
 * the API for: a search in the shop. Pages that a host renders, for a reload, a link or a robot, are not, nor what a
 * cache answers before it reaches the API. So the numbers are smaller than the truth, but no robot makes them.
 */
export class EmptySearches {
  #day = '';
  /** Of the day, by storefront and term. */
  readonly #terms = new Set<string>();
  /** How many terms were counted for a network. */
  readonly #networks = new Map<string, number>();
  readonly #remembered = new Set<string>();
  #unwritten = new Map<string, CountedSearch>();

  record({ store, q, ip, now }: EmptySearch): void {
    const term = normalizeTerm(q);
    if (term === undefined) return;
    this.#beginDay(DAY.format(now));
    const key = `${store} ${term}`;
    const isFull = !this.#terms.has(key) && this.#terms.size >= MAX_TERMS;
    if (isFull || this.#remembered.size >= MAX_REMEMBERED) return;
    const networks = toNetworks(ip);
    const remembered = `${networks[0].name} ${key}`;
    if (this.#remembered.has(remembered)) return;
    const isUsedUp = networks.some(
      ({ name, share }) => (this.#networks.get(name) ?? 0) >= MAX_TERMS_OF_NETWORK * share,
    );
    if (isUsedUp) return;
    for (const { name } of networks) this.#networks.set(name, (this.#networks.get(name) ?? 0) + 1);
    this.#remembered.add(remembered);
    this.#terms.add(key);
    this.#add({ day: this.#day, store, term, times: 1 });
  }

  /** Writes what was counted since the last time. What cannot be written is kept for the next time. */
  async flush(database: Queryable): Promise<void> {
    const counted = [...this.#unwritten.values()];
    this.#unwritten = new Map();
    try {
      await addEmptySearches(database, counted);
    } catch (error) {
      for (const search of counted) this.#add(search);
      throw error;
    }
  }

  #beginDay(day: string): void {
    if (day === this.#day) return;
    this.#day = day;
    this.#terms.clear();
    this.#networks.clear();
    this.#remembered.clear();
  }

  #add(search: CountedSearch): void {
    const key = `${search.day} ${search.store} ${search.term}`;
    this.#unwritten.set(key, { ...search, times: search.times + (this.#unwritten.get(key)?.times ?? 0) });
  }
}
