import { toNetworks } from './toNetwork';
import { LRUCache } from 'lru-cache';

const MAX_NETWORKS = 50_000;

/**
 * Limits rates by network. `perSecond` is that of one connection; the wider networks that an address belongs to have
 * their shares of it (toNetworks). `burst` is what any of them may send at once.
 */
export class NetworkRates {
  /** When a network has made up for its requests so far, in milliseconds of the clock. */
  readonly #evenAt = new LRUCache<string, number>({ max: MAX_NETWORKS });

  constructor(
    private readonly limit: { readonly perSecond: number; readonly burst: number },
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** Counts a request if none of its networks exceeds its rate. Returns 0, or the milliseconds to wait. */
  take(address: string): number {
    const { perSecond, burst } = this.limit;
    const now = this.now();
    const counted = toNetworks(address).map(({ name, share }) => {
      const intervalMs = 1_000 / (perSecond * share);
      const evenAt = Math.max(now, this.#evenAt.get(name) ?? 0) + intervalMs;
      return { name, evenAt, waitMs: evenAt - now - burst * intervalMs };
    });
    const waitMs = Math.max(...counted.map((network) => network.waitMs));
    // A clock of milliseconds is not exact to the last bit.
    if (waitMs > 1e-6) return waitMs;
    for (const { name, evenAt } of counted) this.#evenAt.set(name, evenAt);
    return 0;
  }
}
