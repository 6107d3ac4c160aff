import type { Order } from '@shop/contracts';
import type { Database, Queryable } from '../../database/Database';
import { clearHold, findForgottenHolds, findOrder, findOrderOwner, lockOrder } from './ordersRepository';
import { changeStock } from './stockRepository';

const buildSortKey = ({ product_id, variant_id }: Order['lines'][number]): string => product_id + (variant_id ?? '');

/**
 * Turns the pieces that an order holds into sold ones, or returns the pieces of a canceled order to the stock. Returns
 * whether it held any: it was not paid.
 */
export const endHold = async (
  connection: Queryable,
  { number, lines }: Order,
  { isCanceled = false } = {},
): Promise<boolean> => {
  const wasHeld = await clearHold(connection, number);
  if (!wasHeld && !isCanceled) return false;
  // Lock stock in the same order as placing orders does, to prevent deadlocks.
  for (const line of [...lines].sort((a, b) => (buildSortKey(a) < buildSortKey(b) ? -1 : 1)))
    await changeStock(connection, line, {
      stock: isCanceled ? line.quantity : 0,
      held: wasHeld ? -line.quantity : 0,
    });
  return wasHeld;
};

/** Ends the holds of orders that a process of an earlier release, which does not know of holds, has settled. */
export const endForgottenHolds = async (database: Database): Promise<void> => {
  for (const number of await findForgottenHolds(database))
    await database.transaction(async (connection) => {
      await lockOrder(connection, number);
      const owner = await findOrderOwner(connection, number);
      const order = owner && (await findOrder(connection, number, owner));
      if (order) await endHold(connection, order);
    });
};
