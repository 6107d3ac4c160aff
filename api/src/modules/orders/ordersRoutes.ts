import {
  cancelOrder as cancelOrderEndpoint,
  getOrder,
  IDEMPOTENCY_HEADER,
  listOrders,
  openGuestOrder as openGuestOrderEndpoint,
  placeOrder as placeOrderEndpoint,
} from '@shop/shared/contracts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { AppContext } from '../../AppContext';
import { route } from '../../http/route';
import { ShopError, type ShopErrorCode } from '../../http/ShopError';
import { toNetwork } from '@shop/server-kit/toNetwork';
import { readVisitor, requireSession } from '../auth/sessions';
import { cancelOrder } from './cancelOrder';
import { rememberGuestOrder } from './guestOrdersCookie';
import { openGuestOrder } from './openGuestOrder';
import { findOrder, findOrders } from './ordersRepository';
import { requireCancelTurn } from './orderLimits';
import { readOrderOwner } from './readOrderOwner';
import { placeOrder } from './placeOrder';

const IDEMPOTENCY_KEY = /^[\w-]{16,64}$/;

const readIdempotencyKey = (request: FastifyRequest): string => {
  const key = request.headers[IDEMPOTENCY_HEADER];
  if (typeof key !== 'string' || !IDEMPOTENCY_KEY.test(key)) throw new ShopError('IDEMPOTENCY_KEY_MISSING');
  return key;
};

/** Mistakes in an address are the customer's, who can correct them in the form. */
const chooseValidationCode = (fields: readonly string[]): ShopErrorCode =>
  fields.some((field) => /^(billing|shipping_address)\./.test(field)) ? 'INVALID_ORDER' : 'INVALID_REQUEST';

export const ordersRoutes = (app: FastifyInstance, context: AppContext): void => {
  route(app, placeOrderEndpoint, 'private', { chooseValidationCode })(async ({ body }, { request, reply }) => {
    const visitor = await readVisitor(context, request);
    const order = await placeOrder(context, body, readIdempotencyKey(request), {
      accountId: visitor?.accountId ?? null,
      network: toNetwork(request.ip),
    });
    // An account's order opens by the account: on a shared computer it closes with the session.
    if (!visitor) rememberGuestOrder(request, reply, order.number, context.config.publicUrl.startsWith('https:'));
    return { status: true, message: 'Thank you. Your order has been received.', order };
  });

  route(
    app,
    listOrders,
    'private',
  )(async ({ query }, { request, reply }) => {
    const { accountId } = await requireSession(context, request, reply);
    return {
      status: true,
      message: 'Your orders',
      data: await findOrders(context.database, accountId, Number(query.page ?? 1)),
    };
  });

  route(
    app,
    getOrder,
    'private',
  )(async ({ params }, { request }) => {
    const order = await findOrder(context.database, params.number, await readOrderOwner(context, request));
    // the same for an order that is not there and one that is another's
    if (!order) throw new ShopError('ORDER_NOT_FOUND');
    return { status: true, message: 'Order', order };
  });

  route(
    app,
    openGuestOrderEndpoint,
    'private',
  )(async ({ params, body }, { request, reply }) => {
    const order = await openGuestOrder(context, params.number, body.email, toNetwork(request.ip));
    rememberGuestOrder(request, reply, order.number, context.config.publicUrl.startsWith('https:'));
    return { status: true, message: 'Order', order };
  });

  route(
    app,
    cancelOrderEndpoint,
    'private',
  )(async ({ params }, { request }) => {
    const owner = await readOrderOwner(context, request);
    await requireCancelTurn(context, { accountId: owner.accountId, network: toNetwork(request.ip) });
    return {
      status: true,
      message: 'Your order is cancelled.',
      order: await cancelOrder(context, params.number, owner),
    };
  });
};
