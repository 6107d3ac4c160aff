import { setTimeout as sleep } from 'node:timers/promises';
import type { Coupon } from '@shop/shared/contracts';
import type { AppContext } from '../../AppContext';
import type { Queryable } from '../../database/Database';
import { ShopError } from '../../http/ShopError';
import { limitNetworks } from '../../limits/limitNetworks';
import { getSecondsUntil } from '../../limits/Limits';
import { MINUTE_MS } from '../../clock';
import { normalizeEmail, toMailbox } from '../auth/normalizeEmail';
import { computeHmacs } from '../auth/secrets';
import type { SoldLine } from '../cart/priceItems';
import { checkCoupon, COUPON_USED_UP, type CheckedCoupon } from './checkCoupon';
import {
  incrementCouponUses,
  findCoupon,
  hasCustomerUsesLeft,
  insertCouponUse,
  type CouponCustomer,
  type StoredCoupon,
} from './couponsRepository';

type CouponContext = Pick<AppContext, 'database' | 'limits' | 'clock' | 'config'>;

const COUPON_USED_ALREADY = 'You have already used this coupon.';

/** Allows a customer's typos, but not a script. */
const MAX_WRONG_CODES = 20;
const WRONG_CODES_WINDOW_MS = 15 * MINUTE_MS;
/** Codes that exist count while they are looked up: many at once wait for one another instead of being refused. */
const MAX_WAITS = 3;
const WAIT_MS = 60;

/** Coupon codes are case-insensitive. */
export const toCouponCode = (text: string): string => text.toUpperCase();

/**
 * Returns the HMACs of a customer's mailbox under the current secret, then under each former one. Earlier uses have
 * those of the address, which follow.
 */
export const hashCustomerEmail = (
  { config }: Pick<AppContext, 'config'>,
  email: string,
): readonly [string, ...string[]] => [
  ...computeHmacs(config, 'coupon', toMailbox(email)),
  ...computeHmacs(config, 'coupon', normalizeEmail(email)),
];

/** Who asks for a coupon. */
export interface CouponAsker {
  readonly ip: string;
  /** Code that this browser found before (knownCouponCookie.ts). */
  readonly knownCode?: string | undefined;
}

/**
 * Finds a coupon, usable or not, under a limit of unknown codes per network. Attempts are counted before the lookup, so
 * that concurrent requests cannot exceed the limit; codes that exist do not count, and one that this browser found
 * before is not refused because of others in its network.
 * @throws {ShopError} TOO_MANY_ATTEMPTS, even for a code that exists.
 */
export const findCouponWithinLimit = async (
  { database, limits, clock, config }: CouponContext,
  text: string,
  { ip, knownCode }: CouponAsker,
): Promise<StoredCoupon | undefined> => {
  const code = toCouponCode(text);
  if (code === knownCode) return findCoupon(database, code);
  const networkLimits = limitNetworks({ config }, ip, {
    kind: 'coupon',
    max: MAX_WRONG_CODES,
    windowMs: WRONG_CODES_WINDOW_MS,
  });
  let refusal = await limits.consume(networkLimits);
  for (let waits = 0; refusal && waits < MAX_WAITS; waits += 1) {
    await limits.restore(networkLimits.slice(0, refusal.index + 1)); // a refused attempt checks no code
    await sleep(WAIT_MS);
    refusal = await limits.consume(networkLimits);
  }
  if (refusal) throw new ShopError('TOO_MANY_ATTEMPTS', { retryAfterS: getSecondsUntil(clock.now(), refusal.until) });
  const found = await findCoupon(database, code);
  if (found !== undefined) await limits.restore(networkLimits);
  return found;
};

/** Checks whether a customer can use a coupon for these lines now. */
export const checkCouponFor = async (
  { database, clock }: CouponContext,
  stored: StoredCoupon | undefined,
  lines: readonly SoldLine[],
  accountId: string | null,
): Promise<CheckedCoupon> => {
  const checked = checkCoupon(stored, lines, clock.now());
  if (!stored || 'refusal' in checked) return checked;
  return (await hasCustomerUsesLeft(database, stored.code, { accountId, emailHashes: [] }))
    ? checked
    : { refusal: COUPON_USED_ALREADY };
};

/** Redeems a coupon in the order's transaction. Returns why it cannot be used, in total or by this customer. */
export const redeemCoupon = async (
  connection: Queryable,
  { code }: Coupon,
  orderNumber: string,
  customer: CouponCustomer,
  now: Date,
): Promise<string | undefined> => {
  if (!(await incrementCouponUses(connection, code, now))) return COUPON_USED_UP;
  // The coupon's row is locked, so no concurrent use can interfere.
  if (!(await hasCustomerUsesLeft(connection, code, customer))) return COUPON_USED_ALREADY;
  await insertCouponUse(connection, code, orderNumber, customer);
  return undefined;
};
