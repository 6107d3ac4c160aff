import type { FastifyRequest } from 'fastify';
import type { AppContext } from '../../AppContext';
import type { Actor } from '../../audit/Actor';
import { hashNetwork } from '../auth/hashNetwork';
import { readSession } from '../auth/sessions';
import { readGuestOrders } from './guestOrdersCookie';
import type { OrderOwner } from './ordersRepository';

/** Returns whose orders a request may see: the signed-in account's and this browser's guest orders. */
export const readOrderOwner = async (context: AppContext, request: FastifyRequest): Promise<OrderOwner> => ({
  accountId: (await readSession(context, request))?.accountId ?? null,
  guestNumbers: readGuestOrders(request),
});

/** The shopper who changes an order, for the audit. */
export const toShopper = (context: AppContext, request: FastifyRequest, { accountId }: OrderOwner): Actor => ({
  kind: 'shopper',
  id: accountId,
  name: accountId === null ? 'Guest' : 'Customer',
  network: hashNetwork(context, request),
});
