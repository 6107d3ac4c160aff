import {
  cancelOrder as cancelOrderEndpoint,
  getOrder,
  IDEMPOTENCY_HEADER,
  listBoughtProducts as listBoughtProductsEndpoint,
  listOrders,
  openGuestOrder as openGuestOrderEndpoint,
  placeOrder as placeOrderEndpoint,
} from '@shop/contracts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { AppContext } from '../../AppContext';
import { readKnownCoupon } from '../coupons/knownCouponCookie';
import { route } from '../../http/route';
import { ShopError, type ShopErrorCode } from '../../http/ShopError';
import { readMailboxProofs, rememberMailbox } from '../auth/mailboxProofCookie';
import { readSession } from '../auth/sessions';
import { readHolder } from '../delivery/deliveryCookie';
import { closeCanceledPages } from '../payments/closeCanceledPages';
import type { PaymentProvider } from '../payments/PaymentProvider';
import { cancelOrder } from './cancelOrder';
import { rememberGuestOrder } from './guestOrdersCookie';
import { openGuestOrder } from './openGuestOrder';
import { findOrder, findOrders } from './ordersRepository';
import { listBoughtProducts } from './listBoughtProducts';
import { limitCancellations } from './orderLimits';
import { readOrderOwner, toShopper } from './readOrderOwner';
import { placeOrder } from './placeOrder';

const IDEMPOTENCY_KEY = /^[\w-]{16,64}$/;

const readIdempotencyKey = (request: FastifyRequest): string => {
  const key = request.headers[IDEMPOTENCY_HEADER];
  if (typeof key !== 'string' || !IDEMPOTENCY_KEY.test(key)) throw new ShopError('IDEMPOTENCY_KEY_MISSING');
  return key;
};

/** Errors in address fields can be corrected in the form; others mean that the client is wrong. */
const chooseValidationCode = (fields: readonly string[]): ShopErrorCode =>
  fields.some((field) => /^(billing|shipping_address)\./.test(field)) ? 'INVALID_ORDER' : 'INVALID_REQUEST';

export const ordersRoutes = (
  app: FastifyInstance,
  context: AppContext,
  provider: PaymentProvider | undefined,
): void => {
  route(app, placeOrderEndpoint, {
    summary: 'Places an order in one transaction with server prices, stock, idempotency key and queued mail.',
    cache: 'private',
    chooseValidationCode,
  })(async ({ body }, { request, reply }) => {
    const session = await readSession(context, request);
    const order = await placeOrder(context, body, readIdempotencyKey(request), {
      accountId: session?.accountId ?? null,
      ip: request.ip,
      holder: readHolder(request),
      knownCode: readKnownCoupon(request),
      mailboxProofs: readMailboxProofs(request),
    });
    // Customers open orders through their account, so that logging out hides them on a shared computer.
    if (!session) rememberGuestOrder(request, reply, order.number, context.config.publicUrl.startsWith('https:'));
    return { status: true, message: 'Thank you. Your order has been received.', order };
  });

  route(app, listOrders, {
    summary: 'Lists the orders of the customer, newest first.',
    cache: 'private',
  })(async ({ query }, { session }) => {
    const { accountId } = session;
    return {
      status: true,
      message: 'Your orders',
      data: await findOrders(context.database, accountId, Number(query.page ?? 1)),
    };
  });

  route(app, listBoughtProductsEndpoint, {
    summary:
      'Lists the products that the customer has ordered, most often bought first, with current prices and stock.',
    cache: 'private',
  })(async (_parts, { session }) => ({
    status: true,
    message: 'What you have bought',
    data: await listBoughtProducts(context.database, session.accountId),
  }));

  route(app, getOrder, {
    summary: 'Returns an order to the customer, or to the guest with the signed cookie, who placed it; otherwise 404.',
    cache: 'private',
  })(async ({ params }, { request }) => {
    const order = await findOrder(context.database, params.number, await readOrderOwner(context, request));
    // The same error for missing orders and for those of others.
    if (!order) throw new ShopError('ORDER_NOT_FOUND');
    return { status: true, message: 'Order', order };
  });

  route(app, openGuestOrderEndpoint, {
    summary:
      "Opens a guest's order in another browser with its email address, or with its mail's link. All refusals have the same error.",
    cache: 'private',
  })(async ({ params, body }, { request, reply }) => {
    const order = await openGuestOrder(context, params.number, body, request.ip);
    rememberGuestOrder(request, reply, order.number, context.config.publicUrl.startsWith('https:'));
    if (body.link_key !== undefined) rememberMailbox(context, { request, reply }, order.billing.email);
    return { status: true, message: 'Order', order };
  });

  route(app, cancelOrderEndpoint, {
    summary:
      'Cancels an order that has not been shipped, and returns its stock. Repeating the request returns the same response.',
    cache: 'private',
  })(async ({ params: { number } }, { request, reply }) => {
    const owner = await readOrderOwner(context, request);
    await limitCancellations(context, { accountId: owner.accountId, ip: request.ip });
    const order = await cancelOrder(context, number, owner, { actor: toShopper(context, request, owner) });
    context.afterReply(reply, async () => void (await closeCanceledPages(context, provider, { number })));
    return { status: true, message: 'Your order is canceled.', order };
  });
};
