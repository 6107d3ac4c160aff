import { requireWithinLimit } from '../../limits/requireWithinLimit';
import type { Order } from '@shop/shared/contracts';
import { ShopError } from '../../http/ShopError';
import { HOUR_MS } from '../../clock';
import { normalizeEmail } from '../auth/normalizeEmail';
import { hmac } from '../auth/secrets';
import { findOrder, isGuestOrderWithEmail } from './ordersRepository';
import type { PlaceOrderContext } from './placeOrder';

const MAX_PER_NETWORK_AND_HOUR = 20;
const MAX_PER_ORDER_AND_HOUR = 10;

/**
 * Finds a guest's order by its number and email address. Attempts are limited by network and by order, and counted
 * before the lookup.
 * @throws {ShopError} ORDER_ACCESS_REFUSED for any mismatch; TOO_MANY_ATTEMPTS.
 */
export const openGuestOrder = async (
  { database, limits, clock, config }: PlaceOrderContext,
  number: string,
  email: string,
  network: string,
): Promise<Order> => {
  const lookupLimits = [
    {
      key: `order-network:${hmac(config.authSecret, 'order-network', network)}`,
      max: MAX_PER_NETWORK_AND_HOUR,
      windowMs: HOUR_MS,
    },
    {
      key: `order-number:${hmac(config.authSecret, 'order-number', number)}`,
      max: MAX_PER_ORDER_AND_HOUR,
      windowMs: HOUR_MS,
    },
  ];
  for (const limit of lookupLimits) {
    await requireWithinLimit({ limits, clock }, limit);
  }
  const isOwner = await isGuestOrderWithEmail(database, number, normalizeEmail(email));
  const order = isOwner ? await findOrder(database, number, { accountId: null, guestNumbers: [number] }) : undefined;
  if (!order)
    throw new ShopError('ORDER_ACCESS_REFUSED', { fields: { email: new ShopError('ORDER_ACCESS_REFUSED').message } });
  return order;
};
