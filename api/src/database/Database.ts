import type pg from 'pg';

/** What repositories ask: a pool, or one connection inside a transaction. */
export type Queryable = Pick<pg.Pool, 'query'>;

/** The shop's database, PostgreSQL or the embedded one: the same driver speaks to both. */
export interface Database extends Queryable {
  readonly pool: pg.Pool;
  readonly kind: 'postgresql' | 'pglite';
  /** Runs in one transaction: committed when it resolves, rolled back when it throws. */
  transaction<T>(work: (connection: Queryable) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}
