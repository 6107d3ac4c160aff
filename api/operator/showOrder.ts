import { findMailsAbout } from '../src/modules/mail/mailListRepository';
import { findOrderDetails } from '../src/modules/orders/orderListRepository';
import { findPayments } from '../src/modules/payments/paymentsRepository';
import { OperatorError } from './OperatorError';
import type { OperatorContext } from './OperatorContext';
import { printOrder } from './printOrder';
import { formatJson } from './printTable';

/** `orders show NUMBER`: prints what a person needs to help the customer of an order, without secrets. */
export const showOrder = async (
  { database, print }: OperatorContext,
  number: string,
  { json }: { readonly json: boolean },
): Promise<void> => {
  const found = await findOrderDetails(database, number);
  if (!found) throw new OperatorError('unknown', `No order has the number ${number}.`);
  const { order, details } = found;
  const shown = {
    ...order,
    ...details,
    payments: await findPayments(database, number),
    mails: await findMailsAbout(database, order.billing.email, number),
  };
  if (json) return print(formatJson(shown));
  printOrder(shown, print);
};
