import type pg from 'pg';

/**
 * Any server: the primary, or a replica, which may be a second behind and refuses changes. A function of a repository
 * that takes a `Readable` may read from a replica.
 */
export type Readable = Pick<pg.Pool, 'query'>;

/** What repositories query: the primary's pool, or one connection inside a transaction. */
export interface Queryable extends Readable {
  readonly isPrimary: true;
}

/** The shop's database: PostgreSQL or embedded PGlite, through the same driver. */
export interface Database extends Queryable {
  readonly pool: pg.Pool;
  readonly kind: 'postgresql' | 'pglite';
  /** Runs work in one transaction, which is committed when it resolves and rolled back when it rejects. */
  transaction<T>(work: (connection: Queryable) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}
