import type { Database } from '../../database/Database';
import { databaseKinds, openTestDatabase } from '../../testing/testDatabase';
import { walkOrderHistories } from '../../testing/walkOrderHistories';

/** HISTORIES=10000 walks more, HISTORIES_SEED others. */
const RUNS = Number(process.env['HISTORIES'] ?? 80);
const SEED = Number(process.env['HISTORIES_SEED'] ?? 64_000);

test.each(databaseKinds)(
  `on %s, stock and money add up after each step of ${RUNS} random histories of orders, and nothing is sent twice (product 7.25)`,
  async (kind) => {
    const database: Database = await openTestDatabase(kind);
    try {
      const { steps } = await walkOrderHistories(database, { runs: RUNS, seed: SEED });
      // Every step was possible at least once, so the histories ask something.
      expect([...steps].filter(([, { done }]) => done === 0)).toEqual([]);
    } finally {
      await database.close();
    }
  },
  1_200_000,
);
