import type { FastifyRequest } from 'fastify';
import type { AppContext } from '../../AppContext';
import { readSession } from '../auth/sessions';
import { readGuestOrders } from './guestOrdersCookie';
import type { OrderOwner } from './ordersRepository';

/** Returns whose orders a request may see: the signed-in account's and this browser's guest orders. */
export const readOrderOwner = async (context: AppContext, request: FastifyRequest): Promise<OrderOwner> => ({
  accountId: (await readSession(context, request))?.accountId ?? null,
  guestNumbers: readGuestOrders(request),
});
