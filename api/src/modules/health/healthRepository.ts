import type { Database } from '../../database/Database';

/**
 * Sorted in so little memory that the server has to write to its disk what it sorts: about 400 KB, gone when it is
 * done.
 */
const SPILL = 'SELECT count(*) FROM (SELECT n FROM generate_series(1, 6000) AS n ORDER BY md5(n::text)) AS sorted';
/**
 * Writes a row's lock and a commit, and nothing that would have to be cleaned up; what somebody else holds is not
 * waited for.
 */
const LOCK = 'SELECT 1 FROM seed_state LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED';

/** Fails where the database cannot write: it is away, only reads, or has no room on its disk. */
export const tryWriting = (database: Database): Promise<void> =>
  database.transaction(async (connection) => {
    await connection.query("SET LOCAL work_mem = '64kB'");
    await connection.query(SPILL);
    await connection.query(LOCK);
  });
