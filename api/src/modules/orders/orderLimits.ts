import type { PlaceOrderBody } from '@shop/contracts';
import type { AppContext } from '../../AppContext';
import { limitNetworks } from '../../limits/limitNetworks';
import { requireWithinLimit } from '../../limits/requireWithinLimit';
import type { Queryable } from '../../database/Database';
import { ShopError } from '../../http/ShopError';
import { getSecondsUntil, type Limit } from '../../limits/Limits';
import { DAY_MS, HOUR_MS } from '../../clock';
import { toMailbox } from '../auth/normalizeEmail';
import { hmac } from '../../secrets';
import type { CouponAsker } from '../coupons/redeemCoupon';

type LimitsContext = Pick<AppContext, 'limits' | 'clock' | 'config'>;

/** The customer or guest who places an order, and their network. */
export interface Orderer extends CouponAsker {
  /** Null for a guest. */
  readonly accountId: string | null;
}

/**
 * Decision 0027 explains these limits. Guests are limited by network, which allows for a school or an office behind one
 * address; signed-in customers have their own limit.
 */
const MAX_ORDERS_PER_HOUR = 30;
const MAX_GUEST_ORDERS_PER_DAY = 100;
const MAX_PIECES_PER_DAY = 1_000;
/** Limits mails to a mailbox that may not be the customer's: each order sends one, and another if it is canceled. */
const MAX_ORDERS_TO_MAILBOX_PER_DAY = 5;
const MAX_CANCELS_PER_HOUR = 60;

const buildLimitKey = ({ config }: Pick<AppContext, 'config'>, kind: string, of: string): string =>
  `${kind}:${hmac(config.authSecret, kind, of)}`;
/** Limits of an account, or of a guest's networks. */
const limitOrderer = (
  context: Pick<AppContext, 'config'>,
  kind: string,
  { accountId, ip }: Orderer,
  limit: Omit<Limit, 'key'>,
): readonly Limit[] =>
  accountId === null
    ? limitNetworks(context, ip, { kind: `${kind}-network`, ...limit })
    : [{ key: buildLimitKey(context, `${kind}-account`, accountId), ...limit }];

const countPieces = ({ items }: PlaceOrderBody): number => items.reduce((pieces, { quantity }) => pieces + quantity, 0);

/** A limit of an order. `fields` has messages for form fields that the customer can change to avoid it. */
interface OrderLimit extends Limit {
  readonly fields?: Readonly<Record<string, string>>;
}
const MAILBOX_LIMIT_FIELDS = {
  'billing.email': `This email address has had ${MAX_ORDERS_TO_MAILBOX_PER_DAY} orders in a day. Use another one, or log in to the account it belongs to.`,
};

/** Lists the limits of an order, always in the same sequence, to prevent deadlocks. */
export const listOrderLimits = (
  context: Pick<AppContext, 'config'>,
  body: PlaceOrderBody,
  orderer: Orderer,
  isOwnMailbox: boolean,
): OrderLimit[] => [
  ...limitOrderer(context, 'orders', orderer, { max: MAX_ORDERS_PER_HOUR, windowMs: HOUR_MS }),
  ...(orderer.accountId === null
    ? limitOrderer(context, 'orders-day', orderer, { max: MAX_GUEST_ORDERS_PER_DAY, windowMs: DAY_MS })
    : []),
  // Capped, so that an order of the maximum size is allowed once a day.
  ...limitOrderer(context, 'order-pieces', orderer, {
    max: MAX_PIECES_PER_DAY,
    windowMs: DAY_MS,
    cost: Math.min(countPieces(body), MAX_PIECES_PER_DAY),
  }),
  ...(isOwnMailbox
    ? []
    : [
        {
          key: buildLimitKey(context, 'orders-mailbox', toMailbox(body.billing.email)),
          max: MAX_ORDERS_TO_MAILBOX_PER_DAY,
          windowMs: DAY_MS,
          fields: MAILBOX_LIMIT_FIELDS,
        },
      ]),
];

/**
 * Runs work in a transaction under limits. If it fails, or a limit is reached, all limits are restored.
 * @throws {ShopError} TOO_MANY_ORDERS or TOO_MANY_GUEST_ORDERS.
 */
export const runWithinLimits = async <T>(
  { limits, clock }: LimitsContext,
  connection: Queryable,
  orderLimits: readonly OrderLimit[],
  isGuest: boolean,
  work: () => Promise<T>,
): Promise<T> => {
  const refusal = await limits.consume(orderLimits, connection);
  try {
    if (!refusal) return await work();
    const { fields } = orderLimits[refusal.index] ?? {};
    throw new ShopError(isGuest ? 'TOO_MANY_GUEST_ORDERS' : 'TOO_MANY_ORDERS', {
      retryAfterS: getSecondsUntil(clock.now(), refusal.until),
      ...(fields && { fields }),
    });
  } catch (error) {
    const consumed = orderLimits.slice(0, refusal && refusal.index + 1);
    // Errors are ignored: a failed transaction rolls back its own counts.
    await limits.restore(consumed, connection).catch(() => undefined);
    throw error;
  }
};

/** Limits cancellations, each of which sends a mail, by account or network. @throws {ShopError} TOO_MANY_ATTEMPTS. */
export const limitCancellations = async (context: LimitsContext, canceller: Orderer): Promise<void> => {
  await requireWithinLimit(
    context,
    limitOrderer(context, 'order-cancels', canceller, { max: MAX_CANCELS_PER_HOUR, windowMs: HOUR_MS }),
  );
};
