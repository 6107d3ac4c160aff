import {
  applyCoupon,
  checkCart,
  getCart,
  putCart,
  removeCoupon,
  type Coupon,
  type KeptCart,
  type OrderItemInput,
  type PricedCart,
} from '@shop/shared/contracts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { route } from '../../http/route';
import { ShopError } from '../../http/ShopError';
import type { AppContext } from '../../AppContext';
import { toNetwork } from '@shop/server-kit/toNetwork';
import { readVisitor, requireSession } from '../auth/sessions';
import { findCouponFor, rateLimitedLookup, toCouponCode } from '../coupons/useCoupon';
import { findCart, isSameCart, replaceCart, setCartCoupon, type StoredCart } from './cartsRepository';
import { buyableLines, priceItems, sumCents, toPricedCart, type SoldLine } from './priceItems';
import { findSellables } from './sellablesRepository';

/** The cart: kept for accounts, priced for everybody. Every query carries whose it is. */
export const cartRoutes = (app: FastifyInstance, context: AppContext): void => {
  const { database, clock } = context;

  const buyable = async (items: readonly OrderItemInput[]): Promise<SoldLine[]> =>
    buyableLines(priceItems(items, await findSellables(database, items)));

  const lookForCoupon = (
    request: FastifyRequest,
    code: string,
    accountId: string | null,
    lines: readonly SoldLine[],
  ): Promise<Coupon | undefined> =>
    rateLimitedLookup(context, toNetwork(request.ip), () =>
      findCouponFor(context, code, { accountId, subtotalCents: sumCents(lines) }),
    );

  type Look = (lines: readonly SoldLine[]) => Promise<Coupon | undefined>;
  const price = async (items: readonly OrderItemInput[], look: Look | null): Promise<PricedCart> => {
    const lines = await buyable(items);
    return toPricedCart(lines, (look && lines.length > 0 ? await look(lines) : undefined) ?? null);
  };

  /** A coupon that is kept was right once: it is no guess. */
  const known =
    (code: string, accountId: string): Look =>
    (lines) =>
      findCouponFor(context, code, { accountId, subtotalCents: sumCents(lines) });
  const guessed =
    (request: FastifyRequest, code: string, accountId: string | null): Look =>
    (lines) =>
      lookForCoupon(request, code, accountId, lines);

  const priceStored = async ({ version, items, couponCode }: StoredCart, accountId: string): Promise<KeptCart> => ({
    ...(await price(items, couponCode === null ? null : known(couponCode, accountId))),
    version,
  });

  route(
    app,
    getCart,
    'private',
  )(async (_parts, { request, reply }) => {
    const { accountId } = await requireSession(context, request, reply);
    return {
      status: true,
      message: 'Your cart',
      data: await priceStored(await findCart(database, accountId), accountId),
    };
  });

  route(
    app,
    putCart,
    'private',
  )(async ({ body }, { request, reply }) => {
    const { accountId } = await requireSession(context, request, reply);
    const { version, items, coupon_code } = body;
    const stored = await findCart(database, accountId);
    const isKept = coupon_code !== null && toCouponCode(coupon_code) === stored.couponCode;
    const priced = await price(
      items,
      coupon_code === null ? null : isKept ? known(coupon_code, accountId) : guessed(request, coupon_code, accountId),
    );
    // What is kept is what can be bought: the next device finds the same.
    const kept = priced.lines.map(({ product_id, variant_id, quantity }) => ({ product_id, variant_id, quantity }));
    const couponCode = priced.coupon?.code ?? null;
    const changed = await replaceCart(database, accountId, { version, items: kept, couponCode }, clock.now());
    if (changed !== undefined)
      return { status: true, message: 'Your cart is saved.', data: { ...priced, version: changed } };
    const present = await findCart(database, accountId);
    // The same once more, as where a page was left before its answer came: it is kept already.
    if (isSameCart(present, { items: kept, couponCode }))
      return { status: true, message: 'Your cart is saved.', data: { ...priced, version: present.version } };
    throw new ShopError('CART_CHANGED', { kept_cart: await priceStored(present, accountId) });
  });

  route(
    app,
    checkCart,
    'private',
  )(async ({ body }, { request }) => {
    const visitor = await readVisitor(context, request);
    const look = body.coupon_code === null ? null : guessed(request, body.coupon_code, visitor?.accountId ?? null);
    return { status: true, message: 'Your cart is up to date.', data: await price(body.items, look) };
  });

  route(
    app,
    applyCoupon,
    'private',
  )(async ({ body }, { request }) => {
    const visitor = await readVisitor(context, request);
    const accountId = visitor?.accountId ?? null;
    const lines = await buyable(body.items);
    const coupon = await lookForCoupon(request, body.code, accountId, lines);
    if (!coupon) throw new ShopError('COUPON_REFUSED', { fields: { code: new ShopError('COUPON_REFUSED').message } });
    if (accountId !== null) await setCartCoupon(database, accountId, toCouponCode(body.code));
    return { status: true, message: `Coupon ${coupon.code} is applied.`, data: toPricedCart(lines, coupon) };
  });

  route(
    app,
    removeCoupon,
    'private',
  )(async (_parts, { request }) => {
    const visitor = await readVisitor(context, request);
    if (visitor) await setCartCoupon(database, visitor.accountId, null);
    return { status: true, message: 'The coupon is removed.' };
  });
};
