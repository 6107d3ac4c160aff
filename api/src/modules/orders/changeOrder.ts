import type { Order } from '@shop/contracts';
import type { AppContext } from '../../AppContext';
import type { Actor } from '../../audit/Actor';
import type { Queryable } from '../../database/Database';
import { ShopError } from '../../http/ShopError';
import type { OrderMailContext } from './insertOrderMail';
import { findOrder, findOrderOwner, lockOrder, type LockedOrder, type OrderOwner } from './ordersRepository';

/** What the rules of orders need. They take the connection of the caller's transaction. */
export interface OrderContext {
  readonly config: OrderMailContext['config'] & Pick<AppContext['config'], 'bankAccount'>;
}

/** Who changes an order, and when. */
export interface ByActor {
  readonly actor: Actor;
  readonly now: Date;
}

/** A locked order, whoever placed it. */
export interface ChangingOrder {
  readonly locked: LockedOrder;
  readonly order: Order;
  readonly owner: OrderOwner;
}

/** Locks and reads an order for staff, operators and jobs, never for shoppers. @throws {ShopError} ORDER_NOT_FOUND. */
export const readForChange = async (connection: Queryable, number: string): Promise<ChangingOrder> => {
  const locked = await lockOrder(connection, number);
  const owner = locked && (await findOrderOwner(connection, number));
  const order = owner && (await findOrder(connection, number, owner));
  if (!order) throw new ShopError('ORDER_NOT_FOUND');
  return { locked, order, owner };
};

/** What callers of the rules have. */
export type OrderAppContext = Pick<AppContext, 'database' | 'clock'> & OrderContext;
