import { createHash, randomInt } from 'node:crypto';
import type { Order, OrderStatus, PaymentMethod, PlaceOrderBody } from '@shop/shared/contracts';
import type { Clock } from '../../buildApp';
import type { Database, Queryable } from '../../database/Database';
import { ShopError } from '../../http/ShopError';
import { insertEvent } from '../auth/accountsRepository';
import { insertMail } from '../mail/mailsRepository';
import { writeOrderMail } from './orderMail';
import {
  completeIdempotencyKey,
  findOrder,
  findSellables,
  insertOrder,
  reserveIdempotencyKey,
  takeStock,
} from './ordersRepository';
import { priceItems, toFreshCart, type PricedItems, type SoldLine } from './priceItems';

const MAX_QUANTITY = 99;
const NUMBER_ALPHABET = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'; // no 0, 1, I or O: numbers are read out on the telephone

const payments: Readonly<Record<Exclude<PaymentMethod, 'global'>, { status: OrderStatus; instructions: (number: string) => string }>> = {
  bank: {
    status: 'on-hold',
    instructions: (number) =>
      `Please transfer the total to our account and give ${number} as the reference.\nBank: First Example Bank, account 0012 3456 7890.\nWe ship as soon as the money has arrived.`,
  },
  cash: { status: 'processing', instructions: () => 'Please pay in cash when your order arrives.' },
};

const createOrderNumber = (): string => {
  const group = (): string => Array.from({ length: 4 }, () => NUMBER_ALPHABET[randomInt(NUMBER_ALPHABET.length)]).join('');
  return `ORD-${group()}-${group()}`;
};

/** Who orders is part of it: the key of another shopper's order answers nobody else. */
const hashBody = (body: PlaceOrderBody, accountId: string | null): string => createHash('sha256').update(JSON.stringify([accountId, body])).digest('hex');

const inIdOrder = (a: SoldLine, b: SoldLine): number => (a.productId + (a.variantId ?? '') < b.productId + (b.variantId ?? '') ? -1 : 1);

/** Always in the same order, so that two orders never wait for each other. */
const takeAllStock = async (connection: Queryable, priced: PricedItems): Promise<void> => {
  for (const line of [...priced.lines].sort(inIdOrder)) {
    const taken = line.quantity <= MAX_QUANTITY && (await takeStock(connection, line.productId, line.variantId, line.quantity));
    if (!taken) throw new ShopError('OUT_OF_STOCK', { cart: toFreshCart(priced) });
  }
};

export interface PlaceOrderWorld {
  readonly database: Database;
  readonly clock: Clock;
}

/**
 * Places an order in one transaction: idempotency record, server prices, stock, order, lines, mail.
 * The same key and body answer the same shopper the same order, however often and at once they come.
 * `accountId` is null for a guest.
 */
export const placeOrder = ({ database, clock }: PlaceOrderWorld, body: PlaceOrderBody, idempotencyKey: string, accountId: string | null): Promise<Order> => {
  const { payment_method: method } = body;
  if (method === 'global') {
    throw new ShopError('INVALID_ORDER', { fields: { payment_method: 'Online payment is not available yet. Choose bank transfer or cash.' } });
  }
  const now = clock.now();
  const bodyHash = hashBody(body, accountId);

  return database.transaction(async (connection) => {
    const known = await reserveIdempotencyKey(connection, idempotencyKey, bodyHash, now);
    if (known) {
      const order = known.bodyHash === bodyHash && known.orderNumber !== null ? await findOrder(connection, known.orderNumber, { accountId, guestNumbers: [known.orderNumber] }) : undefined;
      if (!order) throw new ShopError('IDEMPOTENCY_KEY_REUSED');
      return order;
    }
    const priced = priceItems(body.items, await findSellables(connection, body.items));
    if (priced.somethingIsGone || priced.totalCents !== Math.round(body.expected_total * 100)) {
      throw new ShopError('TOTAL_CHANGED', { cart: toFreshCart(priced) });
    }
    await takeAllStock(connection, priced);

    const number = createOrderNumber();
    const { status, instructions } = payments[method];
    await insertOrder(connection, {
      number,
      accountId,
      status,
      totalCents: priced.totalCents,
      paymentMethod: method,
      paymentInstructions: instructions(number),
      billing: body.billing,
      shippingAddress: body.shipping_address ?? null,
      lines: priced.lines,
      createdAt: now,
    });
    await completeIdempotencyKey(connection, idempotencyKey, number);
    const order = await findOrder(connection, number, { accountId, guestNumbers: [number] });
    if (!order) throw new Error('The order was not written');
    await insertMail(connection, writeOrderMail(order), now);
    if (accountId !== null) await insertEvent(connection, accountId, 'order-placed', number, now);
    return order;
  });
};
