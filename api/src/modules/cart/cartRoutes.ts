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
import { toNetwork } from '@shop/server-kit/http/toNetwork';
import { readSession } from '../auth/sessions';
import { findCouponFor, rateLimitedLookup, toCouponCode } from '../coupons/redeemCoupon';
import { findCart, isSameCart, replaceCart, setCartCoupon, type StoredCart } from './cartsRepository';
import { listBuyableLines, priceItems, sumCents, toPricedCart, type SoldLine } from './priceItems';
import { findSellables } from './sellablesRepository';

/** Cart routes: carts are stored for accounts only and priced for everyone. Queries are scoped by account id. */
export const cartRoutes = (app: FastifyInstance, context: AppContext): void => {
  const { database, clock } = context;

  const findBuyableLines = async (items: readonly OrderItemInput[]): Promise<SoldLine[]> =>
    listBuyableLines(priceItems(items, await findSellables(database, items)));

  const findCouponRateLimited = (
    request: FastifyRequest,
    code: string,
    accountId: string | null,
    lines: readonly SoldLine[],
  ): Promise<Coupon | undefined> =>
    rateLimitedLookup(context, toNetwork(request.ip), () =>
      findCouponFor(context, code, { accountId, subtotalCents: sumCents(lines) }),
    );

  type FindCoupon = (lines: readonly SoldLine[]) => Promise<Coupon | undefined>;
  const priceCart = async (items: readonly OrderItemInput[], findCoupon: FindCoupon | null): Promise<PricedCart> => {
    const lines = await findBuyableLines(items);
    return toPricedCart(lines, (findCoupon && lines.length > 0 ? await findCoupon(lines) : undefined) ?? null);
  };

  /** Looks up a stored coupon without the rate limit, because it was valid before. */
  const createStoredCouponLookup =
    (code: string, accountId: string): FindCoupon =>
    (lines) =>
      findCouponFor(context, code, { accountId, subtotalCents: sumCents(lines) });
  const createSubmittedCouponLookup =
    (request: FastifyRequest, code: string, accountId: string | null): FindCoupon =>
    (lines) =>
      findCouponRateLimited(request, code, accountId, lines);

  const priceStored = async ({ version, items, couponCode }: StoredCart, accountId: string): Promise<KeptCart> => ({
    ...(await priceCart(items, couponCode === null ? null : createStoredCouponLookup(couponCode, accountId))),
    version,
  });

  route(app, getCart, { auth: 'session', cache: 'private' })(async (_parts, { session }) => {
    const { accountId } = session;
    return {
      status: true,
      message: 'Your cart',
      data: await priceStored(await findCart(database, accountId), accountId),
    };
  });

  route(app, putCart, { auth: 'session', cache: 'private' })(async ({ body }, { request, session }) => {
    const { accountId } = session;
    const { version, items, coupon_code } = body;
    const stored = await findCart(database, accountId);
    const isStoredCoupon = coupon_code !== null && toCouponCode(coupon_code) === stored.couponCode;
    const priced = await priceCart(
      items,
      coupon_code === null
        ? null
        : isStoredCoupon
          ? createStoredCouponLookup(coupon_code, accountId)
          : createSubmittedCouponLookup(request, coupon_code, accountId),
    );
    // Store the purchasable lines, so that other devices show the same cart.
    const storedItems = priced.lines.map(({ product_id, variant_id, quantity }) => ({
      product_id,
      variant_id,
      quantity,
    }));
    const couponCode = priced.coupon?.code ?? null;
    const newVersion = await replaceCart(database, accountId, { version, items: storedItems, couponCode }, clock.now());
    if (newVersion !== undefined)
      return { status: true, message: 'Your cart is saved.', data: { ...priced, version: newVersion } };
    const current = await findCart(database, accountId);
    // A repeated request, such as one whose response got lost, has stored this cart already.
    if (isSameCart(current, { items: storedItems, couponCode }))
      return { status: true, message: 'Your cart is saved.', data: { ...priced, version: current.version } };
    throw new ShopError('CART_CHANGED', { kept_cart: await priceStored(current, accountId) });
  });

  route(app, checkCart, { auth: 'anyone', cache: 'private' })(async ({ body }, { request }) => {
    const session = await readSession(context, request);
    const findCoupon =
      body.coupon_code === null
        ? null
        : createSubmittedCouponLookup(request, body.coupon_code, session?.accountId ?? null);
    return { status: true, message: 'Your cart is up to date.', data: await priceCart(body.items, findCoupon) };
  });

  route(app, applyCoupon, { auth: 'anyone', cache: 'private' })(async ({ body }, { request }) => {
    const session = await readSession(context, request);
    const accountId = session?.accountId ?? null;
    const lines = await findBuyableLines(body.items);
    const coupon = await findCouponRateLimited(request, body.code, accountId, lines);
    if (!coupon) throw new ShopError('COUPON_REFUSED', { fields: { code: new ShopError('COUPON_REFUSED').message } });
    if (accountId !== null) await setCartCoupon(database, accountId, toCouponCode(body.code));
    return { status: true, message: `Coupon ${coupon.code} is applied.`, data: toPricedCart(lines, coupon) };
  });

  route(app, removeCoupon, { auth: 'anyone', cache: 'private' })(async (_parts, { request }) => {
    const session = await readSession(context, request);
    if (session) await setCartCoupon(database, session.accountId, null);
    return { status: true, message: 'The coupon is removed.' };
  });
};
