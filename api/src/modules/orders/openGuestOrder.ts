import type { Order } from '@shop/shared/contracts';
import { ShopError } from '../../http/ShopError';
import { getSecondsUntil } from '../../limits/Limits';
import { HOUR_MS } from '../../clock';
import { normalizeEmail } from '../auth/normalizeEmail';
import { hmac } from '../auth/secrets';
import { findOrder, isGuestOrderOf } from './ordersRepository';
import type { PlaceOrderContext } from './placeOrder';

const MAX_PER_NETWORK_AND_HOUR = 20;
const MAX_PER_ORDER_AND_HOUR = 10;

/**
 * A guest's order for whoever knows its number and its e-mail address. Tries are counted before they are looked at, by
 * network and by order.
 * @throws {ShopError} ORDER_ACCESS_REFUSED for all that is wrong; TOO_MANY_ATTEMPTS.
 */
export const openGuestOrder = async (
  { database, limits, clock, config }: PlaceOrderContext,
  number: string,
  email: string,
  network: string,
): Promise<Order> => {
  const turns = [
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
  for (const turn of turns) {
    const refusedUntil = await limits.consume(turn);
    if (refusedUntil)
      throw new ShopError('TOO_MANY_ATTEMPTS', { retryAfterS: getSecondsUntil(clock.now(), refusedUntil) });
  }
  const isTheirs = await isGuestOrderOf(database, number, normalizeEmail(email));
  const order = isTheirs ? await findOrder(database, number, { accountId: null, guestNumbers: [number] }) : undefined;
  if (!order)
    throw new ShopError('ORDER_ACCESS_REFUSED', { fields: { email: new ShopError('ORDER_ACCESS_REFUSED').message } });
  return order;
};
