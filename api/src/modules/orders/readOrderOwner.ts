import type { FastifyRequest } from 'fastify';
import type { AppContext } from '../../AppContext';
import { readVisitor } from '../auth/sessions';
import { readGuestOrders } from './guestOrdersCookie';
import type { OrderOwner } from './ordersRepository';

/** Whose orders a request may see: the account's that is signed in, and those this browser placed as a guest. */
export const readOrderOwner = async (context: AppContext, request: FastifyRequest): Promise<OrderOwner> => ({
  accountId: (await readVisitor(context, request))?.accountId ?? null,
  guestNumbers: readGuestOrders(request),
});
