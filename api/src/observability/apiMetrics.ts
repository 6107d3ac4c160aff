import { createRequestMetrics, type RequestMetrics } from '@shop/server-kit/observability/requestMetrics';
import { PAYMENT_METHODS } from '@shop/contracts';
import type pg from 'pg';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { ReplicaCounts } from '../database/replicas/Replicas';
import type { ShopError } from '../http/ShopError';

export type PaymentOutcome = 'paid' | 'failed' | 'expired' | 'refund-due' | 'refunded' | 'refund-failed' | 'disputed';
type PaymentMethod = (typeof PAYMENT_METHODS)[number];

/** True for errors that a rate limit or a full queue caused. */
const isLimitError = ({ status, code }: ShopError): boolean => status === 429 || code === 'BUSY';
const QUERY_BUCKETS_S = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 3];

export interface ApiMetrics {
  readonly register: Registry;
  readonly requests: RequestMetrics;
  readonly queries: Histogram<'operation'>;
  readonly slowQueries: Counter;
  readonly ordersPlaced: Counter<'payment_method'>;
  readonly payments: Counter<'outcome'>;
  readonly mails: Counter<'outcome'>;
  readonly mailsQueued: Gauge;
  /** Counts requests that a limit refused; other errors are counted by request status. */
  countRefusal(error: ShopError, route: string | undefined): void;
}

/** Creates the API's metrics. Labels have few values, none of which come from clients. */
export const createApiMetrics = (): ApiMetrics => {
  const register = new Registry();
  const registers = [register];
  const refusals = new Counter({
    name: 'shop_limit_refusals_total',
    help: 'Requests refused by a rate limit, such as sign-ins.',
    labelNames: ['route', 'code'] as const,
    registers,
  });
  const metrics = {
    register,
    requests: createRequestMetrics(register),
    queries: new Histogram({
      name: 'shop_database_query_duration_seconds',
      help: 'Duration of a query in seconds, including the wait for a connection.',
      labelNames: ['operation'] as const,
      buckets: QUERY_BUCKETS_S,
      registers,
    }),
    slowQueries: new Counter({
      name: 'shop_database_slow_queries_total',
      help: 'Queries that took longer than SLOW_QUERY_MS.',
      registers,
    }),
    ordersPlaced: new Counter({
      name: 'shop_orders_placed_total',
      help: 'Orders placed.',
      labelNames: ['payment_method'] as const,
      registers,
    }),
    payments: new Counter({
      name: 'shop_payments_total',
      help: 'Payments by outcome: payment page opened or failed to open, and events of the provider.',
      labelNames: ['outcome'] as const,
      registers,
    }),
    mails: new Counter({
      name: 'shop_mails_total',
      help: 'Attempts to send a mail.',
      labelNames: ['outcome'] as const,
      registers,
    }),
    mailsQueued: new Gauge({
      name: 'shop_mails_queued',
      help: 'Mails waiting to be sent, as of the last check of the queue.',
      registers,
    }),
    countRefusal(error: ShopError, route: string | undefined) {
      if (isLimitError(error)) refusals.inc({ route: route ?? 'unknown', code: error.code });
    },
  };
  // Initialize counters with 0, because a rate needs a first sample.
  for (const payment_method of ['bank', 'global', 'cash'] satisfies PaymentMethod[])
    metrics.ordersPlaced.inc({ payment_method }, 0);
  for (const outcome of [
    'started',
    'unavailable',
    'paid',
    'failed',
    'expired',
    'refund-due',
    'refunded',
    'refund-failed',
    'disputed',
  ])
    metrics.payments.inc({ outcome }, 0);
  for (const outcome of ['sent', 'failed']) metrics.mails.inc({ outcome }, 0);
  refusals.inc({ route: '/api/login', code: 'TOO_MANY_ATTEMPTS' }, 0);
  return metrics;
};

interface Saturable {
  readonly pool: Pick<pg.Pool, 'totalCount' | 'idleCount' | 'waitingCount'>;
  readonly hasher: { readonly waiting: number };
}

/** Registers a gauge for the pieces that unpaid orders hold, read on each scrape. */
export const watchHeldStock = (
  register: Registry,
  countPieces: () => Promise<readonly { readonly method: PaymentMethod; readonly pieces: number }[]>,
): void => {
  new Gauge({
    name: 'shop_stock_held_pieces',
    help: 'Pieces of products that unpaid orders hold.',
    labelNames: ['payment_method'] as const,
    registers: [register],
    async collect() {
      // Without the database, the other metrics are still needed.
      const counts = await countPieces().catch(() => undefined);
      if (!counts) return this.reset();
      for (const method of PAYMENT_METHODS)
        this.set({ payment_method: method }, counts.find((count) => count.method === method)?.pieces ?? 0);
    },
  });
};

/** Registers a gauge for the time of the last backup, read on each scrape. */
export const watchBackups = (register: Registry, readLast: () => Promise<Date | undefined>): void => {
  new Gauge({
    name: 'shop_last_backup_timestamp_seconds',
    help: 'When the last backup was made, in seconds since 1970; 0 if there was none.',
    registers: [register],
    async collect() {
      try {
        this.set(((await readLast())?.getTime() ?? 0) / 1_000);
      } catch {
        this.remove(); // without the database, the other metrics are still needed
      }
    },
  });
};

/** Registers a gauge for the replicas, read on each scrape. */
export const watchReplicas = (register: Registry, count: () => ReplicaCounts): void => {
  new Gauge({
    name: 'shop_database_replicas',
    help: 'Replicas that are read, and those that are left because they are behind, lost or promoted.',
    labelNames: ['state'] as const,
    registers: [register],
    collect() {
      const { read, left } = count();
      this.set({ state: 'read' }, read);
      this.set({ state: 'left' }, left);
    },
  });
};

/** Registers gauges for the connection pool and the password queue, read on each scrape. */
export const watchSaturation = (register: Registry, { pool, hasher }: Saturable): void => {
  const registers = [register];
  new Gauge({
    name: 'shop_database_pool',
    help: 'Database connections (total, idle) and queries waiting for one.',
    labelNames: ['state'] as const,
    registers,
    collect() {
      this.set({ state: 'total' }, pool.totalCount);
      this.set({ state: 'idle' }, pool.idleCount);
      this.set({ state: 'waiting' }, pool.waitingCount);
    },
  });
  new Gauge({
    name: 'shop_password_hashes_waiting',
    help: 'Passwords waiting to be hashed.',
    registers,
    collect() {
      this.set(hasher.waiting);
    },
  });
};
