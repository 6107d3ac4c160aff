import { describeChoices, describeChoicesBriefly, type Order, type OrderLine } from '@shop/contracts';
import type { Queryable } from '../../database/Database';
import { insertMail, type NewMail } from '../mail/mailsRepository';
import type { MailedOrder } from './orderMail';
import { isBilledToOwner, type OrderOwner } from './ordersRepository';

/** What was typed does not go to an address that may not be the customer's (decision 0027). */
const hideTypedText = (line: OrderLine): OrderLine => ({
  ...line,
  name: line.name.replace(describeChoices(line.choices), describeChoicesBriefly(line.choices)),
});

/** Queues a mail about an order to its billing address, in the transaction of the change that it reports. */
export const insertOrderMail = async (
  connection: Queryable,
  { billing, shipping_address, lines, ...order }: Order,
  { accountId }: Pick<OrderOwner, 'accountId'>,
  write: (order: MailedOrder) => NewMail,
  now: Date,
): Promise<void> => {
  const customerInput =
    accountId !== null && (await isBilledToOwner(connection, order.number))
      ? { name: billing.firstName, town: (shipping_address ?? billing).townCity }
      : null;
  const mailedLines = customerInput ? lines : lines.map(hideTypedText);
  await insertMail(connection, write({ ...order, lines: mailedLines, to: billing.email, customerInput }), now);
};
