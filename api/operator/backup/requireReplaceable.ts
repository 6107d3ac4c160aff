import type { Queryable } from '../../src/database/Database';
import { OperatorError } from '../OperatorError';

/** @throws {OperatorError} if the database has orders or accounts and `replace` is false. */
export const requireReplaceable = async (database: Queryable, replace: boolean): Promise<void> => {
  if (replace) return;
  const { rows: tables } = await database.query<{ there: boolean }>(
    "SELECT to_regclass('public.orders') IS NOT NULL AND to_regclass('public.accounts') IS NOT NULL AS there",
  );
  if (!tables[0]?.there) return;
  const { rows } = await database.query<{ orders: number; accounts: number }>(
    'SELECT (SELECT count(*)::int FROM orders) AS orders, (SELECT count(*)::int FROM accounts) AS accounts',
  );
  const { orders = 0, accounts = 0 } = rows[0] ?? {};
  if (orders + accounts > 0)
    throw new OperatorError(
      'refused',
      `The database has ${orders} orders and ${accounts} accounts: back it up, then add --replace to restore over it.`,
    );
};
