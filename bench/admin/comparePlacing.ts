import type { Database } from '../../api/src/database/Database';
import { measureOrders } from '../orders/benchOrders';
import { startApi } from '../startShop';
import { openForFilling } from './desk';

const ROUNDS = 3;

/** What a desk needs of the database: its indexes, and triggers of `products`. */
interface Needs {
  readonly indexes: readonly string[];
  readonly triggers?: readonly string[];
}

const createSwitch = async (
  database: Database,
  { indexes, triggers = [] }: Needs,
): Promise<(isOn: boolean) => Promise<void>> => {
  const { rows } = await database.query<{ statement: string }>(
    'SELECT indexdef AS statement FROM pg_indexes WHERE indexname = ANY($1)',
    [indexes],
  );
  if (rows.length !== indexes.length) throw new Error(`Not all of these indexes exist: ${indexes.join(', ')}`);
  return async (isOn) => {
    for (const name of indexes) await database.query(`DROP INDEX IF EXISTS ${name}`);
    if (isOn) for (const { statement } of rows) await database.query(statement);
    for (const name of triggers)
      await database.query(`ALTER TABLE products ${isOn ? 'ENABLE' : 'DISABLE'} TRIGGER ${name}`);
  };
};

/** POST /api/orders with what a desk needs and without it, in turns. */
export const comparePlacing = async (databaseUrl: string, needs: Needs): Promise<void> => {
  const database = await openForFilling(databaseUrl);
  await database.query('UPDATE products SET stock = 1000000');
  const turn = await createSwitch(database, needs);
  const best = { without: 0, with: 0 };
  for (let round = 0; round < ROUNDS; round += 1)
    for (const way of ['with', 'without'] as const) {
      await turn(way === 'with');
      const api = await startApi({ DATABASE_URL: databaseUrl, TRUSTED_PROXIES: '1' }, [], { fresh: false });
      const { perSecond } = await measureOrders(api.url).finally(() => api.stop());
      best[way] = Math.max(best[way], perSecond);
    }
  await database.close();
  console.log(
    `  POST /api/orders, best of ${ROUNDS}: ${best.without.toFixed(0)}/s without the indexes and triggers of the desk, ${best.with.toFixed(0)}/s with them`,
  );
};
