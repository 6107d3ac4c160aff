import { currentRequest } from '@shop/server-kit/observability/requestContext';
import type pg from 'pg';
import type { Database, Queryable, Readable } from './Database';

const RETRYABLE_CODES = new Set(['40001', '40P01']); // serialization failure, deadlock
const MAX_ATTEMPTS = 4;

const readErrorCode = (error: unknown): string | undefined =>
  typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string'
    ? error.code
    : undefined;

/**
 * Puts the request id into application_name, which PostgreSQL logs with `%a` in log_line_prefix and shows in
 * pg_stat_activity. Named statements are prepared once, so their text cannot carry a request id.
 */
const buildBeginStatement = (requestId: string | undefined): string =>
  requestId === undefined ? 'BEGIN' : `BEGIN; SET LOCAL application_name = 'shop-api ${requestId}'`;

/**
 * Prepared statements belong to a connection, and each transaction may get another one from a pooler: older poolers
 * (PgBouncer before 1.21) do not prepare them there.
 */
const withoutNames = (readable: Readable): Readable => ({
  query: ((query: string | pg.QueryConfig, values?: unknown[]) =>
    readable.query(typeof query === 'string' ? query : { ...query, name: undefined }, values)) as Readable['query'],
});

const runOnce = async <T>(pool: pg.Pool, work: (connection: pg.PoolClient) => Promise<T>): Promise<T> => {
  const connection = await pool.connect();
  try {
    // its format was checked by acceptRequestId
    await connection.query(buildBeginStatement(currentRequest()?.requestId));
    const result = await work(connection);
    await connection.query('COMMIT');
    connection.release();
    return result;
  } catch (error) {
    // Discard a connection that cannot roll back.
    await connection.query('ROLLBACK').then(
      () => connection.release(),
      () => connection.release(true),
    );
    throw error;
  }
};

export interface DatabaseOptions {
  /** True if the pool's connections lead to a pooler in transaction mode: no statement is prepared by name. */
  readonly isPooled?: boolean;
  readonly onClose?: () => Promise<void>;
}

/** Wraps a pool as the shop's database. */
export const createDatabase = (
  pool: pg.Pool,
  kind: Database['kind'],
  { isPooled = false, onClose = async () => undefined }: DatabaseOptions = {},
): Database => {
  pool.on('error', () => undefined); // an idle connection was lost; the next query opens another
  // A connection that is lost during a transaction also emits 'error'. The next query on it fails anyway.
  pool.on('connect', (connection) => connection.on('error', () => undefined));
  const asPrimary = (readable: Readable): Queryable => ({
    query: isPooled ? withoutNames(readable).query : readable.query.bind(readable),
    isPrimary: true,
  });
  return {
    ...asPrimary(pool),
    pool,
    kind,
    async transaction(work) {
      for (let attempt = 1; ; attempt += 1) {
        try {
          return await runOnce(pool, (connection) => work(asPrimary(connection)));
        } catch (error) {
          if (attempt >= MAX_ATTEMPTS || !RETRYABLE_CODES.has(readErrorCode(error) ?? '')) throw error;
        }
      }
    },
    async close() {
      await pool.end();
      await onClose();
    },
  };
};
