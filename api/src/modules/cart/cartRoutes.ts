import {
  applyCoupon,
  checkCart,
  getCart,
  putCart,
  removeCoupon,
  type KeptCart,
  type OrderItemInput,
  type PricedCart,
} from '@shop/contracts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { route } from '../../http/route';
import type { Session } from '../../http/Session';
import { ShopError } from '../../http/ShopError';
import type { AppContext } from '../../AppContext';
import { readMailboxProofs } from '../auth/mailboxProofCookie';
import { readSession } from '../auth/sessions';
import { findCoupon, type StoredCoupon } from '../coupons/couponsRepository';
import { readKnownCoupon, rememberCoupon } from '../coupons/knownCouponCookie';
import { checkCouponFor, findCouponWithinLimit, toCouponCode, type CouponBearer } from '../coupons/redeemCoupon';
import { readCartFood } from '../delivery/readCartFood';
import { findCart, isSameCart, replaceCart, setCartCoupon, type StoredCart } from './cartsRepository';
import { listBuyableLines, priceItems, toPricedCart, type SoldLine } from './priceItems';
import { findSellables } from './sellablesRepository';

const toBearer = (request: FastifyRequest, session: Session | undefined): CouponBearer => ({
  accountId: session?.accountId ?? null,
  mailboxProofs: readMailboxProofs(request),
});

/** Cart routes: carts are stored for accounts only and priced for everyone. Queries are scoped by account id. */
export const cartRoutes = (app: FastifyInstance, context: AppContext): void => {
  const { database, clock } = context;

  const findBuyableLines = async (items: readonly OrderItemInput[]): Promise<SoldLine[]> =>
    listBuyableLines(priceItems(items, await findSellables(database, items)));

  /** Finds a coupon that a request submits, and remembers it in the browser. */
  const findSubmitted = async (request: FastifyRequest, reply: FastifyReply, code: string) => {
    const knownCode = readKnownCoupon(request);
    const found = await findCouponWithinLimit(context, code, { ip: request.ip, knownCode });
    if (found && found.code !== knownCode)
      rememberCoupon(reply, found.code, context.config.publicUrl.startsWith('https:'));
    return found;
  };

  const priceCart = async (
    items: readonly OrderItemInput[],
    find: (() => Promise<StoredCoupon | undefined>) | null,
    bearer: CouponBearer,
  ): Promise<PricedCart> => {
    const lines = await findBuyableLines(items);
    const food = await readCartFood(database, lines);
    if (!find || lines.length === 0) return { ...toPricedCart(lines, null), food };
    const checked = await checkCouponFor(context, await find(), lines, bearer);
    return 'coupon' in checked
      ? { ...toPricedCart(lines, checked.coupon), food }
      : { ...toPricedCart(lines, null), food, coupon_refusal: checked.refusal };
  };

  /** Looks up a stored coupon without the limit, because it was found before. */
  const createStoredLookup = (code: string) => (): Promise<StoredCoupon | undefined> => findCoupon(database, code);

  const priceStored = async ({ version, items, couponCode }: StoredCart, bearer: CouponBearer): Promise<KeptCart> => ({
    ...(await priceCart(items, couponCode === null ? null : createStoredLookup(couponCode), bearer)),
    version,
  });

  route(app, getCart, {
    summary: 'Returns the cart of the customer with current prices and stock.',
    cache: 'private',
  })(async (_parts, { request, session }) => {
    const bearer = toBearer(request, session);
    return {
      status: true,
      message: 'Your cart',
      data: await priceStored(await findCart(database, session.accountId), bearer),
    };
  });

  route(app, putCart, {
    summary:
      'Replaces the cart of the customer if `version` is the current one or the content is the same; otherwise 409 with the current cart.',
    cache: 'private',
  })(async ({ body }, { request, reply, session }) => {
    const { accountId } = session;
    const bearer = toBearer(request, session);
    const { version, items, coupon_code } = body;
    const stored = await findCart(database, accountId);
    const lookUp = (code: string) =>
      toCouponCode(code) === stored.couponCode
        ? createStoredLookup(stored.couponCode)
        : () => findSubmitted(request, reply, code);
    const priced = await priceCart(items, coupon_code === null ? null : lookUp(coupon_code), bearer);
    // Store the purchasable lines, so that other devices show the same cart.
    const storedItems = priced.lines.map(({ product_id, variant_id, quantity, choices }) => ({
      product_id,
      variant_id,
      quantity,
      ...(choices && { choices }),
    }));
    const couponCode = priced.coupon?.code ?? null;
    const newVersion = await replaceCart(database, accountId, { version, items: storedItems, couponCode }, clock.now());
    if (newVersion !== undefined)
      return { status: true, message: 'Your cart is saved.', data: { ...priced, version: newVersion } };
    const current = await findCart(database, accountId);
    // A repeated request, such as one whose response got lost, has stored this cart already.
    if (isSameCart(current, { items: storedItems, couponCode }))
      return { status: true, message: 'Your cart is saved.', data: { ...priced, version: current.version } };
    throw new ShopError('CART_CHANGED', { kept_cart: await priceStored(current, bearer) });
  });

  route(app, checkCart, {
    summary:
      'Returns current prices, stock and discount of a cart without storing it. A coupon that cannot be used is left out, with the reason in `coupon_refusal`.',
    cache: 'private',
  })(async ({ body }, { request, reply }) => {
    const session = await readSession(context, request);
    const { items, coupon_code: code } = body;
    const find = code === null ? null : () => findSubmitted(request, reply, code);
    return {
      status: true,
      message: 'Your cart is up to date.',
      data: await priceCart(items, find, toBearer(request, session)),
    };
  });

  route(app, applyCoupon, {
    summary: 'Applies a coupon; 422 with the reason if it cannot be used. Stored with the cart of a customer.',
    cache: 'private',
  })(async ({ body }, { request, reply }) => {
    const session = await readSession(context, request);
    const lines = await findBuyableLines(body.items);
    const found = await findSubmitted(request, reply, body.code);
    const checked = await checkCouponFor(context, found, lines, toBearer(request, session));
    if ('refusal' in checked)
      throw new ShopError('COUPON_REFUSED', { reason: checked.refusal, fields: { code: checked.refusal } });
    const { coupon } = checked;
    if (session) await setCartCoupon(database, session.accountId, coupon.code);
    return { status: true, message: `Coupon ${coupon.code} is applied.`, data: toPricedCart(lines, coupon) };
  });

  route(app, removeCoupon, {
    summary: 'Removes the coupon from the cart of the customer. No effect for guests, whose cart is not stored.',
    cache: 'private',
  })(async (_parts, { request }) => {
    const session = await readSession(context, request);
    if (session) await setCartCoupon(database, session.accountId, null);
    return { status: true, message: 'The coupon is removed.' };
  });
};
