import type { Order } from '@shop/shared/contracts';
import type { Queryable } from '../../database/Database';
import { insertMail, type NewMail } from '../mail/mailsRepository';
import type { MailedOrder } from './orderMail';
import { isBilledToOwner, type OrderOwner } from './ordersRepository';

/** Queues a mail about an order to its billing address, in the transaction of the change that it reports. */
export const insertOrderMail = async (
  connection: Queryable,
  { billing, shipping_address, ...order }: Order,
  { accountId }: Pick<OrderOwner, 'accountId'>,
  write: (order: MailedOrder) => NewMail,
  now: Date,
): Promise<void> => {
  const customerInput =
    accountId !== null && (await isBilledToOwner(connection, order.number))
      ? { name: billing.firstName, town: (shipping_address ?? billing).townCity }
      : null;
  await insertMail(connection, write({ ...order, to: billing.email, customerInput }), now);
};
