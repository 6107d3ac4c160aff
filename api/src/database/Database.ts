import type pg from 'pg';

/** What repositories query: the pool, or one connection inside a transaction. */
export type Queryable = Pick<pg.Pool, 'query'>;

/** The shop's database: PostgreSQL or embedded PGlite, through the same driver. */
export interface Database extends Queryable {
  readonly pool: pg.Pool;
  readonly kind: 'postgresql' | 'pglite';
  /** Runs work in one transaction, which is committed when it resolves and rolled back when it rejects. */
  transaction<T>(work: (connection: Queryable) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}
