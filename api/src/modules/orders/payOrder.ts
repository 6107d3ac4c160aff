import type { Order } from '@shop/contracts';
import type { Queryable } from '../../database/Database';
import { recordHandPayment } from '../payments/handPayments';
import { applyTransition } from './applyTransition';
import { readForChange, type ByActor, type OrderContext } from './changeOrder';
import { insertOrderMail } from './insertOrderMail';
import { writePaidMail } from './orderMail';
import { findOrder } from './ordersRepository';
import { requireTransition } from './transitions';

export interface Changed {
  readonly order: Order;
  /** False if it had been done before. */
  readonly isChanged: boolean;
}

/**
 * Records that a bank transfer has arrived, so that the order can be packed. Repeating it changes nothing.
 * @throws {ShopError} ORDER_NOT_FOUND, ORDER_REFUSED.
 */
export const payOrder = async (
  context: OrderContext,
  connection: Queryable,
  number: string,
  { actor, now, isQuiet = false }: ByActor & { /** No mail: another one follows. */ readonly isQuiet?: boolean },
): Promise<Changed> => {
  const { order, owner } = await readForChange(connection, number);
  if (order.status === 'processing') return { order, isChanged: false };
  requireTransition('pay', number, order.status);
  await applyTransition(connection, 'pay', order, { actor, now, after: { by: 'transfer' } });
  await recordHandPayment(connection, number, now);
  const paid = (await findOrder(connection, number, owner)) ?? order;
  if (!isQuiet) await insertOrderMail(context, connection, paid, owner, writePaidMail, now);
  return { order: paid, isChanged: true };
};
