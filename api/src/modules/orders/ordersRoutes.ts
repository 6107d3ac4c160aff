import { getOrder, IDEMPOTENCY_HEADER, placeOrder as placeOrderEndpoint } from '@shop/shared/contracts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { AppWorld } from '../../buildApp';
import { route } from '../../http/route';
import { ShopError } from '../../http/ShopError';
import { readGuestOrders, rememberGuestOrder } from './guestOrdersCookie';
import { findOrder } from './ordersRepository';
import { placeOrder } from './placeOrder';

const IDEMPOTENCY_KEY = /^[\w-]{16,64}$/;

const readIdempotencyKey = (request: FastifyRequest): string => {
  const key = request.headers[IDEMPOTENCY_HEADER];
  if (typeof key !== 'string' || !IDEMPOTENCY_KEY.test(key)) throw new ShopError('IDEMPOTENCY_KEY_MISSING');
  return key;
};

export const ordersRoutes = (app: FastifyInstance, world: AppWorld): void => {
  route(app, placeOrderEndpoint, 'private')(async ({ body }, { request, reply }) => {
    const order = await placeOrder(world, body, readIdempotencyKey(request));
    rememberGuestOrder(request, reply, order.number, world.config.publicUrl.startsWith('https:'));
    return { status: true, message: 'Thank you. Your order has been received.', order };
  });

  route(app, getOrder, 'private')(async ({ params }, { request }) => {
    const order = readGuestOrders(request).includes(params.number) ? await findOrder(world.database, params.number) : undefined;
    if (!order) throw new ShopError('ORDER_NOT_FOUND'); // the same for an order that is not there and one that is another's
    return { status: true, message: 'Order', order };
  });
};
