import type { Database } from '../../database/Database';

/** Sorts with so little memory that the server writes about 400 KB of temporary files to its disk. */
const SPILL_SQL = 'SELECT count(*) FROM (SELECT n FROM generate_series(1, 6000) AS n ORDER BY md5(n::text)) AS sorted';
/** Writes a row lock and a commit, which leave nothing to clean up. SKIP LOCKED avoids waiting for others. */
const LOCK_SQL = 'SELECT 1 FROM seed_state LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED';

/** Rejects if the database cannot write: it is unreachable, read-only, or its disk is full. */
export const testWrite = (database: Database): Promise<void> =>
  database.transaction(async (connection) => {
    await connection.query("SET LOCAL work_mem = '64kB'");
    await connection.query(SPILL_SQL);
    await connection.query(LOCK_SQL);
  });
