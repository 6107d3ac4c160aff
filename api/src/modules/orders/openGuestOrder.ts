import { toNetwork } from '@shop/server-kit/http/toNetwork';
import { limitNetworks } from '../../limits/limitNetworks';
import { requireWithinLimit } from '../../limits/requireWithinLimit';
import type { Order } from '@shop/contracts';
import { ShopError } from '../../http/ShopError';
import { HOUR_MS } from '../../clock';
import { normalizeEmail } from '../auth/normalizeEmail';
import { hmac } from '../../secrets';
import { isErased } from './erasedPerson';
import { isOrderLinkKey } from './orderLink';
import { CASH_INSTRUCTIONS } from './getPaymentTerms';
import { confirmOrder, findOrder, isGuestOrderWithEmail } from './ordersRepository';
import type { PlaceOrderContext } from './placeOrder';

/** Wrong addresses are counted by network only: a stranger could use up a limit of the order before its owner. */
const MAX_PER_NETWORK_AND_HOUR = 20;
const MAX_PER_NETWORK_ORDER_AND_HOUR = 10;

const hasEmail = async (
  { database, limits, clock, config }: PlaceOrderContext,
  number: string,
  email: string,
  ip: string,
): Promise<boolean> => {
  await requireWithinLimit({ limits, clock }, [
    {
      key: `order-number:${hmac(config.authSecret, 'order-number', toNetwork(ip), number)}`,
      max: MAX_PER_NETWORK_ORDER_AND_HOUR,
      windowMs: HOUR_MS,
    },
    ...limitNetworks({ config }, ip, { kind: 'order-network', max: MAX_PER_NETWORK_AND_HOUR, windowMs: HOUR_MS }),
  ]);
  return isGuestOrderWithEmail(database, number, normalizeEmail(email));
};

/**
 * Finds a guest's order by its number and either its email address or the key of its mail's link. Attempts with an
 * address are limited, and counted before the lookup. The link confirms an order that is paid in cash.
 * @throws {ShopError} ORDER_ACCESS_REFUSED for any mismatch; TOO_MANY_ATTEMPTS.
 */
export const openGuestOrder = async (
  context: PlaceOrderContext,
  number: string,
  { email, link_key }: { readonly email?: string; readonly link_key?: string },
  ip: string,
): Promise<Order> => {
  const isAllowed =
    link_key === undefined
      ? await hasEmail(context, number, email ?? '', ip)
      : isOrderLinkKey(context.config, link_key, number);
  if (isAllowed && link_key !== undefined)
    await confirmOrder(context.database, number, CASH_INSTRUCTIONS, context.clock.now());
  const order = isAllowed
    ? await findOrder(context.database, number, { accountId: null, guestNumbers: [number] })
    : undefined;
  // Without an address, a request would have the one of whoever was erased.
  if (!order || isErased(order.billing))
    throw new ShopError('ORDER_ACCESS_REFUSED', { fields: { email: new ShopError('ORDER_ACCESS_REFUSED').message } });
  return order;
};
