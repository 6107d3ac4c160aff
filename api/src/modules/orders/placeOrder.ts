import { createHash, randomInt } from 'node:crypto';
import {
  checkPostalParts,
  computeDiscountCents,
  EVERY_STORE,
  MAX_QUANTITY,
  type Coupon,
  type CurrencyCode,
  type Order,
  type PlaceOrderBody,
} from '@shop/contracts';
import type { AppContext } from '../../AppContext';
import type { Queryable } from '../../database/Database';
import { formatDollars } from '../../formatDollars';
import { ShopError } from '../../http/ShopError';
import { insertEvent, keepAccount } from '../auth/accountsRepository';
import { normalizeEmail } from '../auth/normalizeEmail';
import { listBuyableLines, priceItems, toPricedCart, type PricedItems, type SoldLine } from '../cart/priceItems';
import { checkCoupon } from '../coupons/checkCoupon';
import type { StoredCoupon } from '../coupons/couponsRepository';
import {
  findBearerRefusal,
  findCouponWithinLimit,
  hashCustomerEmail,
  redeemCoupon,
  type CouponBearer,
} from '../coupons/redeemCoupon';
import { findRate } from '../currencies/currenciesRepository';
import { chooseSubstitutions } from '../delivery/chooseSubstitutions';
import { listPlaceLimits } from '../delivery/listPlaceLimits';
import { takeDelivery } from '../delivery/takeDelivery';
import { describeUnavailable } from '../payments/paymentOptions';
import { choosePaymentConfig, readSettings, type PaymentConfig, type Settings } from '../settings/readSettings';
import { findPublishedId } from '../content/documentsRepository';
import { insertMerchantMail } from '../payments/insertMerchantMail';
import { insertOrderMail } from './insertOrderMail';
import { runWithinLimits, listOrderLimits, type Orderer } from './orderLimits';
import { describeNewOrder, writeOrderMail } from './orderMail';
import {
  findOrder,
  findSellablesAndHoldings,
  hasPaidOrder,
  insertOrder,
  claimIdempotencyKey,
} from './ordersRepository';
import { decrementStock } from './stockRepository';
import { getPaymentTerms } from './getPaymentTerms';
import { listHoldLimits, requireHoldable } from './requireHoldable';

// no 0, 1, I or O, because numbers are read out over the phone
const NUMBER_ALPHABET = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';

const createOrderNumber = (): string => {
  const group = (): string =>
    Array.from({ length: 4 }, () => NUMBER_ALPHABET[randomInt(NUMBER_ALPHABET.length)]).join('');
  return `ORD-${group()}-${group()}`;
};

export type PlaceOrderContext = Pick<AppContext, 'database' | 'limits' | 'clock' | 'config'>;

/** Includes the account, so that an idempotency key never returns another customer's order. */
const hashBody = (body: PlaceOrderBody, accountId: string | null): string =>
  createHash('sha256')
    .update(JSON.stringify([accountId, body]))
    .digest('hex');

/** Validates states and postal codes by country. @throws {ShopError} INVALID_ORDER with a message for each field. */
const requirePostalParts = ({ billing, shipping_address: shipping }: PlaceOrderBody): void => {
  const prefixFields = (prefix: string, fields: object): [string, string][] =>
    Object.entries(fields).map(([field, text]) => [`${prefix}.${field}`, String(text)]);
  const fields = [
    ...prefixFields('billing', checkPostalParts(billing)),
    ...(shipping ? prefixFields('shipping_address', checkPostalParts(shipping)) : []),
  ];
  if (fields.length > 0) throw new ShopError('INVALID_ORDER', { fields: Object.fromEntries(fields) });
};

const getDisplayCurrency = ({ display_currency: currency = 'USD' }: PlaceOrderBody): CurrencyCode => currency;

const compareIds = (a: SoldLine, b: SoldLine): number =>
  a.productId + (a.variantId ?? '') < b.productId + (b.variantId ?? '') ? -1 : 1;

/** Decrements stock in the order of ids, to prevent deadlocks. */
const decrementAllStock = async (
  connection: Queryable,
  priced: PricedItems,
  { coupon, isHeld }: { readonly coupon: Coupon | null; readonly isHeld: boolean },
): Promise<void> => {
  for (const line of [...priced.lines].sort(compareIds)) {
    const isAvailable =
      line.quantity <= MAX_QUANTITY &&
      (await decrementStock(
        connection,
        { product_id: line.productId, variant_id: line.variantId, quantity: line.quantity },
        isHeld ? line.quantity : 0,
      ));
    if (!isAvailable) throw new ShopError('OUT_OF_STOCK', { cart: toPricedCart(listBuyableLines(priced), coupon) });
  }
};

const createCouponRefusal = (priced: PricedItems, reason: string): ShopError =>
  new ShopError('ORDER_COUPON_REFUSED', { reason, cart: toPricedCart(listBuyableLines(priced), null) });

/** @throws {ShopError} ORDER_COUPON_REFUSED if the order has a coupon that it cannot have. */
const requireCoupon = (
  priced: PricedItems,
  { coupon_code: code }: PlaceOrderBody,
  stored: StoredCoupon | undefined,
  now: Date,
): Coupon | null => {
  if (!code) return null;
  const checked = checkCoupon(stored, priced.lines, now);
  if ('refusal' in checked) throw createCouponRefusal(priced, checked.refusal);
  return checked.coupon;
};

/**
 * True if the billing email is the verified address of the signed-in account.
 * @throws {ShopError} UNAUTHENTICATED if the account was erased since.
 */
const isOwnMailbox = async (
  connection: Queryable,
  { billing }: PlaceOrderBody,
  accountId: string | null,
): Promise<boolean> => {
  if (accountId === null) return false;
  const email = await keepAccount(connection, accountId);
  if (email === undefined) throw new ShopError('UNAUTHENTICATED');
  return email === normalizeEmail(billing.email);
};

/** Shoppers agree to it when they order. */
const TERMS = { store: EVERY_STORE, key: 'terms' } as const;

/** @throws {ShopError} SHOP_CLOSED if a storefront takes no orders. */
const requireOpen = ({ openings }: Settings, lines: PricedItems['lines']): void => {
  const closed = lines.map(({ store }) => openings[store]).find((opening) => opening?.closed);
  if (closed) throw new ShopError('SHOP_CLOSED', { reason: closed.closed_text });
};

/** @throws {ShopError} INVALID_ORDER if the shop cannot take this way to pay. */
const requireMethod = (payments: PaymentConfig, { payment_method: method }: PlaceOrderBody): void => {
  const refusal = describeUnavailable(payments, method);
  if (refusal !== undefined) throw new ShopError('INVALID_ORDER', { fields: { payment_method: refusal } });
};

interface NewOrderTerms {
  readonly number: string;
  readonly storedCoupon: StoredCoupon | undefined;
  readonly exchangeRate: number;
  readonly settings: Settings;
  readonly payments: PaymentConfig;
  /** The published version of the terms; null for those that were compiled. */
  readonly termsId: number | null;
  readonly now: Date;
}

interface Buyer extends Orderer, CouponBearer {
  /** Of a place in a delivery slot. */
  readonly holder: string;
}

/** Prices and writes an order after its key was claimed: stock, order, lines, coupon use, mail. */
const writeOrder = async (
  context: PlaceOrderContext,
  connection: Queryable,
  body: PlaceOrderBody,
  buyer: Buyer,
  { number, storedCoupon, exchangeRate, settings, payments, termsId, now }: NewOrderTerms,
): Promise<Order> => {
  requireMethod(payments, body);
  const { accountId } = buyer;
  const hasPaid = accountId !== null && (await hasPaidOrder(connection, accountId));
  const holdLimits = listHoldLimits(context, body, { ...buyer, hasPaid });
  const holders = holdLimits.map(({ holder }) => holder);
  const { sellables, holdings } = await findSellablesAndHoldings(connection, body.items, holders);
  const priced = priceItems(body.items, sellables);
  requireOpen(settings, priced.lines);
  const coupon = requireCoupon(priced, body, storedCoupon, now);
  const bearerRefusal = storedCoupon && (await findBearerRefusal(context, connection, storedCoupon, buyer));
  if (bearerRefusal !== undefined) throw createCouponRefusal(priced, bearerRefusal);
  const reductionCents = coupon ? computeDiscountCents(coupon, priced.lines) : 0;
  const totalCents = priced.subtotalCents - reductionCents;
  if (priced.hasMissingItems || totalCents !== Math.round(body.expected_total * 100)) {
    throw new ShopError('TOTAL_CHANGED', { cart: toPricedCart(listBuyableLines(priced), coupon) });
  }
  const isHeld = totalCents > 0;
  if (isHeld) requireHoldable(holdLimits, holdings, priced.lines);
  await decrementAllStock(connection, priced, { coupon, isHeld });
  const limits = isHeld ? listPlaceLimits(context, { ...buyer, hasPaid, email: body.billing.email }) : [];
  const slot = await takeDelivery(connection, priced.lines, body, { holder: buyer.holder, limits }, now);
  const isGuest = accountId === null;
  const terms = getPaymentTerms(body.payment_method, number, {
    totalCents,
    isGuest,
    slot,
    bankAccount: payments.bankAccount,
    now,
  });

  await insertOrder(connection, {
    number,
    accountId,
    status: terms.status,
    subtotalCents: priced.subtotalCents,
    discountCents: reductionCents,
    couponCode: coupon?.code ?? null,
    displayCurrency: getDisplayCurrency(body),
    exchangeRate,
    paymentMethod: body.payment_method,
    paymentInstructions: terms.instructions,
    billing: body.billing,
    shippingAddress: body.shipping_address ?? null,
    lines: chooseSubstitutions(priced.lines, body.substitution),
    createdAt: now,
    heldUntil: terms.heldUntil,
    holders: isHeld ? holders : [],
    deliverySlotId: slot?.id ?? null,
    termsId,
  });
  // Lock the coupon last, because many orders may contend for it.
  if (coupon) {
    const customer = { accountId, emailHashes: hashCustomerEmail(context, body.billing.email) };
    const refusal = await redeemCoupon(connection, coupon, number, customer, now);
    if (refusal !== undefined) throw createCouponRefusal(priced, refusal);
  }
  const order = await findOrder(connection, number, { accountId, guestNumbers: [number] });
  if (!order) throw new Error('The order was not written');
  await insertOrderMail(context, connection, order, { accountId }, writeOrderMail, now);
  if (context.config.merchantOrderMails)
    await insertMerchantMail(context, connection, order, {
      subject: `New order ${number}: ${formatDollars(order.total)}`,
      paragraphs: describeNewOrder(order),
      now,
    });
  if (accountId !== null) await insertEvent(connection, accountId, 'order-placed', number, now);
  return order;
};

/**
 * Places an order in one transaction: idempotency record, limits, server prices, coupon use, stock, order, lines, mail.
 * Repeating a request with the same key and body returns the same order, even concurrently.
 */
export const placeOrder = async (
  context: PlaceOrderContext & Pick<AppContext, 'metrics'>,
  body: PlaceOrderBody,
  idempotencyKey: string,
  orderer: Buyer,
): Promise<Order> => {
  const { database, clock, config, metrics } = context;
  const { accountId } = orderer;
  requirePostalParts(body);
  const [settings, termsId] = await Promise.all([readSettings(database), findPublishedId(database, TERMS)]);
  const now = clock.now();
  const bodyHash = hashBody(body, accountId);
  const number = createOrderNumber();
  const exchangeRate = (await findRate(database, getDisplayCurrency(body))) ?? 1;
  const { coupon_code: couponText } = body;
  // Before the transaction, so that a wrong code still counts if the order is rolled back.
  const storedCoupon = couponText ? await findCouponWithinLimit(context, couponText, orderer) : undefined;

  const { order, isNew } = await database.transaction(async (connection) => {
    const existing = await claimIdempotencyKey(connection, idempotencyKey, { bodyHash, orderNumber: number }, now);
    if (existing) {
      const order =
        existing.bodyHash === bodyHash
          ? await findOrder(connection, existing.orderNumber, { accountId, guestNumbers: [existing.orderNumber] })
          : undefined;
      if (!order) throw new ShopError('IDEMPOTENCY_KEY_REUSED');
      return { order, isNew: false };
    }
    // After the key was claimed, so that a repeated request counts once.
    const orderLimits = listOrderLimits(context, body, orderer, await isOwnMailbox(connection, body, accountId));
    const order = await runWithinLimits(context, connection, orderLimits, accountId === null, () =>
      writeOrder(context, connection, body, orderer, {
        number,
        storedCoupon,
        exchangeRate,
        settings,
        payments: choosePaymentConfig(config, settings),
        termsId,
        now,
      }),
    );
    return { order, isNew: true };
  });
  if (isNew) metrics.ordersPlaced.inc({ payment_method: body.payment_method });
  return order;
};
