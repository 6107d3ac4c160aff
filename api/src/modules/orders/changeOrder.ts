import type { Order } from '@shop/contracts';
import type { AppContext } from '../../AppContext';
import type { Actor } from '../../audit/Actor';
import type { Database, Queryable } from '../../database/Database';
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

class Rehearsed extends Error {
  constructor(readonly result: unknown) {
    super('Rolled back, as it was only a rehearsal');
  }
}

/** Does a change in a transaction. With `isRehearsal`, returns what it would, and takes it back. */
export const changeInTransaction = async <Result>(
  { database }: { readonly database: Database },
  isRehearsal: boolean,
  change: (connection: Queryable) => Promise<Result>,
): Promise<Result> => {
  try {
    return await database.transaction(async (connection) => {
      const result = await change(connection);
      if (isRehearsal) throw new Rehearsed(result);
      return result;
    });
  } catch (error) {
    if (error instanceof Rehearsed) return error.result as Result; // of `change` above
    throw error;
  }
};

/** What callers of the rules have. */
export type OrderAppContext = Pick<AppContext, 'database' | 'clock'> & OrderContext;
