import type { Order } from '@shop/contracts';
import type { Database, Queryable } from '../../database/Database';
import { readProgress } from './readProgress';
import { clearHold, findForgottenHolds, findOrder, findOrderOwner, lockOrder } from './ordersRepository';
import { changeStock } from './stockRepository';

const buildSortKey = ({ product_id, variant_id }: Order['lines'][number]): string => product_id + (variant_id ?? '');

/** Changes the stock of an order's lines, in the order in which placing orders locks it, to prevent deadlocks. */
export const changeStockOfLines = async (
  connection: Queryable,
  { lines }: Pick<Order, 'lines'>,
  count: (line: Order['lines'][number], position: number) => { readonly stock: number; readonly held: number },
): Promise<void> => {
  const counted = lines.map((line, position) => ({ line, change: count(line, position) }));
  for (const { line, change } of counted.sort((a, b) => (buildSortKey(a.line) < buildSortKey(b.line) ? -1 : 1)))
    if (change.stock !== 0 || change.held !== 0) await changeStock(connection, line, change);
};

/**
 * Turns the pieces that an order holds into sold ones, or returns those of a canceled order to the stock that no refund
 * has counted. Returns whether it held any: it was not paid.
 */
export const endHold = async (connection: Queryable, order: Order, { isCanceled = false } = {}): Promise<boolean> => {
  const wasHeld = await clearHold(connection, order.number);
  if (!wasHeld && !isCanceled) return false;
  const progress = isCanceled ? await readProgress(connection, order) : [];
  await changeStockOfLines(connection, order, ({ quantity }, position) => ({
    stock: progress[position]?.toSend ?? 0,
    held: wasHeld ? -quantity : 0,
  }));
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
