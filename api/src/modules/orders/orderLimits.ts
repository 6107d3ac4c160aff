import type { PlaceOrderBody } from '@shop/shared/contracts';
import type { AppContext } from '../../AppContext';
import type { Queryable } from '../../database/Database';
import { ShopError } from '../../http/ShopError';
import { getSecondsUntil, type Limit, type Limits } from '../../limits/Limits';
import { DAY_MS, HOUR_MS } from '../../clock';
import { toMailbox } from '../auth/normalizeEmail';
import { hmac } from '../auth/secrets';

type LimitsContext = Pick<AppContext, 'limits' | 'clock' | 'config'>;

/** Who orders: an account or a guest, and from where. */
export interface Orderer {
  /** Null for a guest. */
  readonly accountId: string | null;
  /** As toNetwork says. */
  readonly network: string;
}

/**
 * Decision 0027 has the reasons. A school, an office or a family behind one address orders as guests; a customer who is
 * signed in has an allowance of their own, wherever they are.
 */
const MAX_ORDERS_PER_HOUR = 30;
const MAX_GUEST_ORDERS_PER_DAY = 100;
const MAX_PIECES_PER_DAY = 1_000;
/** Each order is a mail, and one more when it is cancelled: what a stranger's mailbox gets at most. */
const MAX_ORDERS_TO_MAILBOX_PER_DAY = 5;
const MAX_CANCELS_PER_HOUR = 60;

const keyOf = ({ config }: Pick<AppContext, 'config'>, kind: string, of: string): string =>
  `${kind}:${hmac(config.authSecret, kind, of)}`;
const keyOfOrderer = (context: Pick<AppContext, 'config'>, kind: string, { accountId, network }: Orderer): string =>
  accountId === null ? keyOf(context, `${kind}-network`, network) : keyOf(context, `${kind}-account`, accountId);

const countPieces = ({ items }: PlaceOrderBody): number => items.reduce((pieces, { quantity }) => pieces + quantity, 0);

/** A limit of an order; where one field alone would be taken with another content, it says so beside that field. */
interface OrderLimit extends Limit {
  readonly fields?: Readonly<Record<string, string>>;
}
const MAILBOX_FULL = {
  'billing.email': `This email address has had ${MAX_ORDERS_TO_MAILBOX_PER_DAY} orders in a day. Use another one, or log in to the account it belongs to.`,
};

/** What an order is counted under, always in this order, so that two orders never wait for each other. */
export const listOrderLimits = (
  context: Pick<AppContext, 'config'>,
  body: PlaceOrderBody,
  orderer: Orderer,
  isOwnMailbox: boolean,
): OrderLimit[] => [
  { key: keyOfOrderer(context, 'orders', orderer), max: MAX_ORDERS_PER_HOUR, windowMs: HOUR_MS },
  ...(orderer.accountId === null
    ? [{ key: keyOfOrderer(context, 'orders-day', orderer), max: MAX_GUEST_ORDERS_PER_DAY, windowMs: DAY_MS }]
    : []),
  // Capped: one order of any size that the contract allows is taken, and is the only one of its day.
  {
    key: keyOfOrderer(context, 'order-pieces', orderer),
    max: MAX_PIECES_PER_DAY,
    windowMs: DAY_MS,
    cost: Math.min(countPieces(body), MAX_PIECES_PER_DAY),
  },
  ...(isOwnMailbox
    ? []
    : [
        {
          key: keyOf(context, 'orders-mailbox', toMailbox(body.billing.email)),
          max: MAX_ORDERS_TO_MAILBOX_PER_DAY,
          windowMs: DAY_MS,
          fields: MAILBOX_FULL,
        },
      ]),
];

/**
 * Gives turns back, as far as a connection whose transaction failed still can: what it counted itself is gone with it.
 */
const giveAllBack = async (limits: Limits, taken: readonly Limit[], connection: Queryable): Promise<void> => {
  for (const limit of taken) await limits.restore(limit, connection).catch(() => undefined);
};

/**
 * Does something under limits, within a transaction; where it fails, or one of the limits is reached, none of them
 * counts it.
 * @throws {ShopError} TOO_MANY_ORDERS or TOO_MANY_GUEST_ORDERS.
 */
export const doWithinLimits = async <T>(
  { limits, clock }: LimitsContext,
  connection: Queryable,
  all: readonly OrderLimit[],
  isGuest: boolean,
  work: () => Promise<T>,
): Promise<T> => {
  const taken: Limit[] = [];
  try {
    for (const limit of all) {
      taken.push(limit);
      const refusedUntil = await limits.consume(limit, connection);
      if (!refusedUntil) continue;
      const { fields } = limit;
      throw new ShopError(isGuest ? 'TOO_MANY_GUEST_ORDERS' : 'TOO_MANY_ORDERS', {
        retryAfterS: getSecondsUntil(clock.now(), refusedUntil),
        ...(fields && { fields }),
      });
    }
    return await work();
  } catch (error) {
    await giveAllBack(limits, taken, connection);
    throw error;
  }
};

/**
 * Cancelling sends a mail and gives stock back: a network or an account does not do it all the time. @throws
 * {ShopError} TOO_MANY_ATTEMPTS.
 */
export const requireCancelTurn = async (context: LimitsContext, canceller: Orderer): Promise<void> => {
  const refusedUntil = await context.limits.consume({
    key: keyOfOrderer(context, 'order-cancels', canceller),
    max: MAX_CANCELS_PER_HOUR,
    windowMs: HOUR_MS,
  });
  if (refusedUntil)
    throw new ShopError('TOO_MANY_ATTEMPTS', { retryAfterS: getSecondsUntil(context.clock.now(), refusedUntil) });
};
