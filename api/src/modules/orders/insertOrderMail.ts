import { describeChoices, describeChoicesBriefly, type Order, type OrderLine } from '@shop/contracts';
import { describeAddress } from '@shop/contracts/describeAddress';
import type { AppContext } from '../../AppContext';
import { addMs, MINUTE_MS } from '../../clock';
import type { Queryable } from '../../database/Database';
import { findStorefrontOfProduct } from '../catalog/findStorefrontOfProduct';
import { insertLetter } from '../mail/insertLetter';
import type { WordedContent } from '../mail/Letter';
import { withdrawWaitingMails } from '../mail/mailsRepository';
import { isErased } from './erasedPerson';
import { createOrderLinkKey } from './orderLink';
import type { MailedOrder } from './orderMail';
import { isBilledToOwner, type OrderOwner } from './ordersRepository';

export interface OrderMailContext {
  readonly config: Pick<AppContext['config'], 'authSecret' | 'publicUrl'>;
}

/** How long the confirmation of an order waits for its payment, to be one mail with it. */
const PAYMENT_WAIT_MS = MINUTE_MS;

/** What was typed does not go to an address that may not be the customer's (decision 0027). */
const hideTypedText = (line: OrderLine): OrderLine => ({
  ...line,
  name: line.name.replace(describeChoices(line.choices), describeChoicesBriefly(line.choices)),
});

/** Where the button leads. The fragment, which no server gets, has the key that opens a guest's order. */
const buildOrderUrl = ({ config }: OrderMailContext, number: string, isGuest: boolean): string => {
  const key = isGuest ? `#key=${createOrderLinkKey(config, number)}` : '';
  return new URL(`/checkout/order-received/${encodeURIComponent(number)}${key}`, config.publicUrl).href;
};

/**
 * Queues a mail about an order to its billing address, in the transaction of the change that it reports. The
 * confirmation of an order that is paid online waits a minute; a payment or a cancellation in it takes its place. An
 * erased customer gets none.
 */
export const insertOrderMail = async (
  context: OrderMailContext,
  connection: Queryable,
  { billing, shipping_address, lines, ...order }: Order,
  { accountId }: Pick<OrderOwner, 'accountId'>,
  write: (order: MailedOrder) => WordedContent,
  now: Date,
): Promise<void> => {
  if (isErased(billing)) return;
  const address = shipping_address ?? billing;
  const customerInput =
    accountId !== null && (await isBilledToOwner(connection, order.number))
      ? { name: billing.firstName, town: address.townCity, address: describeAddress(address) }
      : null;
  const isPending = order.status === 'pending-payment';
  const isConfirmed =
    order.payment_method !== 'global' ||
    isPending ||
    !(await withdrawWaitingMails(connection, billing.email, order.number));
  const content = write({
    ...order,
    lines: customerInput ? lines : lines.map(hideTypedText),
    customerInput,
    isConfirmed,
    isGuest: accountId === null,
    url: buildOrderUrl(context, order.number, accountId === null),
  });
  const storefront = await findStorefrontOfProduct(connection, lines[0]?.product_id);
  const letter = { sender: { storefront, publicUrl: context.config.publicUrl }, to: billing.email, content };
  const waits = isPending && content.kind === 'order-received';
  await insertLetter(connection, letter, now, waits ? addMs(now, PAYMENT_WAIT_MS) : now);
};
