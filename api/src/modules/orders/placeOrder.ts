import { createHash, randomInt } from 'node:crypto';
import {
  checkPostalParts,
  discountCents,
  MAX_QUANTITY,
  type Coupon,
  type CurrencyCode,
  type Order,
  type PlaceOrderBody,
} from '@shop/shared/contracts';
import type { AppContext } from '../../AppContext';
import type { Queryable } from '../../database/Database';
import { ShopError } from '../../http/ShopError';
import { findAccount, insertEvent } from '../auth/accountsRepository';
import { normalizeEmail } from '../auth/normalizeEmail';
import { buyableLines, priceItems, toPricedCart, type PricedItems, type SoldLine } from '../cart/priceItems';
import { findSellables } from '../cart/sellablesRepository';
import { findUsableCoupon } from '../coupons/couponsRepository';
import { rateLimitedLookup, hashCustomerEmail, takeCouponUse, toCouponCode } from '../coupons/useCoupon';
import { findRate } from '../currencies/currenciesRepository';
import { insertOrderMail } from './insertOrderMail';
import { doWithinLimits, listOrderLimits, type Orderer } from './orderLimits';
import { writeOrderMail } from './orderMail';
import { findOrder, insertOrder, takeIdempotencyKey, takeStock } from './ordersRepository';
import { paymentTerms } from './paymentTerms';

const NUMBER_ALPHABET = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'; // no 0, 1, I or O: numbers are read out on the telephone

const createOrderNumber = (): string => {
  const group = (): string =>
    Array.from({ length: 4 }, () => NUMBER_ALPHABET[randomInt(NUMBER_ALPHABET.length)]).join('');
  return `ORD-${group()}-${group()}`;
};

export type PlaceOrderContext = Pick<AppContext, 'database' | 'limits' | 'clock' | 'config'>;

/** Who orders is part of it: the key of another shopper's order answers nobody else. */
const hashBody = (body: PlaceOrderBody, accountId: string | null): string =>
  createHash('sha256')
    .update(JSON.stringify([accountId, body]))
    .digest('hex');

/** States and postcodes by country, a sentence by each field. @throws {ShopError} INVALID_ORDER. */
const requirePostalParts = ({ billing, shipping_address: shipping }: PlaceOrderBody): void => {
  const named = (prefix: string, fields: object): [string, string][] =>
    Object.entries(fields).map(([field, text]) => [`${prefix}.${field}`, String(text)]);
  const fields = [
    ...named('billing', checkPostalParts(billing)),
    ...(shipping ? named('shipping_address', checkPostalParts(shipping)) : []),
  ];
  if (fields.length > 0) throw new ShopError('INVALID_ORDER', { fields: Object.fromEntries(fields) });
};

const displayCurrencyOf = ({ display_currency: currency = 'USD' }: PlaceOrderBody): CurrencyCode => currency;

const inIdOrder = (a: SoldLine, b: SoldLine): number =>
  a.productId + (a.variantId ?? '') < b.productId + (b.variantId ?? '') ? -1 : 1;

/** Always in the same order, so that two orders never wait for each other. */
const takeAllStock = async (connection: Queryable, priced: PricedItems, coupon: Coupon | null): Promise<void> => {
  for (const line of [...priced.lines].sort(inIdOrder)) {
    const taken =
      line.quantity <= MAX_QUANTITY && (await takeStock(connection, line.productId, line.variantId, line.quantity));
    if (!taken) throw new ShopError('OUT_OF_STOCK', { cart: toPricedCart(buyableLines(priced), coupon) });
  }
};

const refuseCoupon = (priced: PricedItems): ShopError =>
  new ShopError('ORDER_COUPON_REFUSED', { cart: toPricedCart(buyableLines(priced), null) });

/** Whether an order's mail goes to whoever places it, by the address of the account that is signed in. */
const isOwnMailbox = async (
  connection: Queryable,
  { billing }: PlaceOrderBody,
  accountId: string | null,
): Promise<boolean> =>
  accountId !== null && (await findAccount(connection, accountId))?.email === normalizeEmail(billing.email);

interface NewOrderTerms {
  readonly number: string;
  readonly coupon: Coupon | null;
  readonly exchangeRate: number;
  readonly now: Date;
}

/** Prices and writes an order whose key is taken: stock, order, lines, coupon use, mail. */
const writeOrder = async (
  context: PlaceOrderContext,
  connection: Queryable,
  body: PlaceOrderBody,
  { accountId }: Orderer,
  { number, coupon, exchangeRate, now }: NewOrderTerms,
): Promise<Order> => {
  const priced = priceItems(body.items, await findSellables(connection, body.items));
  const off = coupon ? discountCents(coupon, priced.subtotalCents) : 0;
  if (body.coupon_code && off === 0) throw refuseCoupon(priced);
  const totalCents = priced.subtotalCents - off;
  if (priced.somethingIsGone || totalCents !== Math.round(body.expected_total * 100)) {
    throw new ShopError('TOTAL_CHANGED', { cart: toPricedCart(buyableLines(priced), coupon) });
  }
  await takeAllStock(connection, priced, coupon);

  const { status, instructions } = paymentTerms(body.payment_method, totalCents);
  await insertOrder(connection, {
    number,
    accountId,
    status,
    subtotalCents: priced.subtotalCents,
    discountCents: off,
    couponCode: coupon?.code ?? null,
    displayCurrency: displayCurrencyOf(body),
    exchangeRate,
    paymentMethod: body.payment_method,
    paymentInstructions: instructions(number),
    billing: body.billing,
    shippingAddress: body.shipping_address ?? null,
    lines: priced.lines,
    createdAt: now,
  });
  // Last of all that is waited for: a coupon that everybody uses is held for the shortest time.
  if (
    coupon &&
    !(await takeCouponUse(
      connection,
      coupon,
      number,
      { accountId, emailHashes: hashCustomerEmail(context, body.billing.email) },
      now,
    ))
  ) {
    throw refuseCoupon(priced);
  }
  const order = await findOrder(connection, number, { accountId, guestNumbers: [number] });
  if (!order) throw new Error('The order was not written');
  await insertOrderMail(
    connection,
    order,
    { accountId },
    (mailed) => writeOrderMail(mailed, context.config.publicUrl),
    now,
  );
  if (accountId !== null) await insertEvent(connection, accountId, 'order-placed', number, now);
  return order;
};

/**
 * Places an order in one transaction: idempotency record, limits, server prices, coupon use, stock, order, lines, mail.
 * The same key and body answer the same shopper the same order, however often and at once they come.
 */
export const placeOrder = async (
  context: PlaceOrderContext & Pick<AppContext, 'metrics'>,
  body: PlaceOrderBody,
  idempotencyKey: string,
  orderer: Orderer,
): Promise<Order> => {
  const { database, clock, config, metrics } = context;
  const { accountId } = orderer;
  requirePostalParts(body);
  if (body.payment_method === 'global' && config.payments.provider === 'none') {
    throw new ShopError('INVALID_ORDER', {
      fields: { payment_method: 'Online payment is not available. Choose bank transfer or cash.' },
    });
  }
  const now = clock.now();
  const bodyHash = hashBody(body, accountId);
  const number = createOrderNumber();
  const exchangeRate = (await findRate(database, displayCurrencyOf(body))) ?? 1;
  const { coupon_code: couponText } = body;
  // Before the transaction: a wrong code stays counted when the order is refused.
  const coupon =
    (couponText &&
      (await rateLimitedLookup(context, orderer.network, () =>
        findUsableCoupon(database, toCouponCode(couponText), now),
      ))) ||
    null;

  const { order, isNew } = await database.transaction(async (connection) => {
    const known = await takeIdempotencyKey(connection, idempotencyKey, { bodyHash, orderNumber: number }, now);
    if (known) {
      const order =
        known.bodyHash === bodyHash
          ? await findOrder(connection, known.orderNumber, { accountId, guestNumbers: [known.orderNumber] })
          : undefined;
      if (!order) throw new ShopError('IDEMPOTENCY_KEY_REUSED');
      return { order, isNew: false };
    }
    // Only now that the key is known to be new: an order that is sent again counts once.
    const all = listOrderLimits(context, body, orderer, await isOwnMailbox(connection, body, accountId));
    const order = await doWithinLimits(context, connection, all, accountId === null, () =>
      writeOrder(context, connection, body, orderer, { number, coupon, exchangeRate, now }),
    );
    return { order, isNew: true };
  });
  if (isNew) metrics.ordersPlaced.inc({ payment_method: body.payment_method });
  return order;
};
