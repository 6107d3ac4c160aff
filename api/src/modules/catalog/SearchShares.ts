import { isLoopback } from '@shop/server-kit/http/toNetwork';
import { NetworkRates } from '@shop/server-kit/http/NetworkRates';
import type { FastifyRequest } from 'fastify';
import { ShopError } from '../../http/ShopError';

const SEARCHES_PER_SECOND = 10;
const BURST = 100;

/**
 * Shares out the searches that reach the database by network, in this process: 10 a second for a connection, 100 at
 * once, and more for wider networks (toNetworks). Requests of this machine and the pages that a host renders, which
 * have shares of their own, are not counted.
 */
export class SearchShares {
  readonly #rates = new NetworkRates({ perSecond: SEARCHES_PER_SECOND, burst: BURST });

  /** @param trustedProxies number of proxies that forward what visitors send. */
  constructor(private readonly trustedProxies: number) {}

  /** Whether a host asks, for a page that it renders. */
  isOfHost({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
    return this.trustedProxies > 0 && headers['x-forwarded-for'] === undefined;
  }

  /** Counts a search. @throws {ShopError} TOO_MANY_SEARCHES if the client's network has used up its share. */
  take(request: Pick<FastifyRequest, 'ip' | 'headers'>): void {
    const { ip } = request;
    const waitMs = this.isOfHost(request) || isLoopback(ip) ? 0 : this.#rates.take(ip);
    if (waitMs > 0) throw new ShopError('TOO_MANY_SEARCHES', { retryAfterS: Math.ceil(waitMs / 1_000) });
  }
}
