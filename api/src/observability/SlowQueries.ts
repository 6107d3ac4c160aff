import type { FastifyBaseLogger } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { ApiMetrics } from './apiMetrics';

export const DEFAULT_SLOW_QUERY_MS = 200;
const LOG_INTERVAL_MS = 1_000;
const MAX_STATEMENTS = 500;

/** Counts slow queries and logs each statement at most once a second, with the number of those left out before. */
export class SlowQueries {
  readonly #statements = new LRUCache<string, { readonly loggedAt: number; leftOut: number }>({ max: MAX_STATEMENTS });

  constructor(
    private readonly counter: ApiMetrics['slowQueries'],
    private readonly log: Pick<FastifyBaseLogger, 'warn'>,
    /** A query that takes longer is slow. */
    readonly limitMs: number = DEFAULT_SLOW_QUERY_MS,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** @param statement the query without values. */
  add(
    statement: string,
    query: { readonly requestId: string | undefined; readonly ms: number; readonly failed: boolean },
  ): void {
    this.counter.inc();
    const former = this.#statements.get(statement);
    const now = this.now();
    if (former && now - former.loggedAt < LOG_INTERVAL_MS) {
      former.leftOut += 1;
      return;
    }
    this.#statements.set(statement, { loggedAt: now, leftOut: 0 });
    this.log.warn({ ...query, statement, ...(former?.leftOut ? { leftOut: former.leftOut } : {}) }, 'slow query');
  }
}
