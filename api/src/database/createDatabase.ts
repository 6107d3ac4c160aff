import { currentRequest } from '@shop/observability/requestContext';
import type pg from 'pg';
import type { Database } from './Database';

const RETRIED = new Set(['40001', '40P01']); // serialization failure, deadlock
const MAX_TRIES = 4;

const errorCode = (error: unknown): string | undefined =>
  typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string'
    ? error.code
    : undefined;

/**
 * Named statements are prepared once, under one text that says nothing of requests. While a transaction lasts, its
 * connection's name does: PostgreSQL writes it with `%a` in log_line_prefix, and shows it in pg_stat_activity.
 */
const beginFor = (requestId: string | undefined): string =>
  requestId === undefined ? 'BEGIN' : `BEGIN; SET LOCAL application_name = 'shop-api ${requestId}'`;

const runOnce = async <T>(pool: pg.Pool, work: (connection: pg.PoolClient) => Promise<T>): Promise<T> => {
  const connection = await pool.connect();
  try {
    await connection.query(beginFor(currentRequest()?.requestId)); // of a shape that acceptRequestId has checked
    const result = await work(connection);
    await connection.query('COMMIT');
    connection.release();
    return result;
  } catch (error) {
    // A connection that cannot even roll back is thrown away.
    await connection.query('ROLLBACK').then(
      () => connection.release(),
      () => connection.release(true),
    );
    throw error;
  }
};

/** Wraps a pool as the shop's database. */
export const createDatabase = (
  pool: pg.Pool,
  kind: Database['kind'],
  closeMore: () => Promise<void> = async () => undefined,
): Database => {
  pool.on('error', () => undefined); // an idle connection was lost: the next query opens another
  // One that is lost while a transaction has it tells so beside its queries, and between them; who uses it hears of it
  // by the next query.
  pool.on('connect', (connection) => connection.on('error', () => undefined));
  return {
    pool,
    kind,
    query: pool.query.bind(pool),
    async transaction(work) {
      for (let attempt = 1; ; attempt += 1) {
        try {
          return await runOnce(pool, work);
        } catch (error) {
          if (attempt >= MAX_TRIES || !RETRIED.has(errorCode(error) ?? '')) throw error;
        }
      }
    },
    async close() {
      await pool.end();
      await closeMore();
    },
  };
};
