import { computeDiscountCents, type Coupon } from '@shop/shared/contracts';
import type { AppContext } from '../../AppContext';
import type { Queryable } from '../../database/Database';
import { ShopError } from '../../http/ShopError';
import { getSecondsUntil } from '../../limits/Limits';
import { MINUTE_MS } from '../../clock';
import { normalizeEmail } from '../auth/normalizeEmail';
import { hmac, computeHmacs } from '../auth/secrets';
import {
  incrementCouponUses,
  findUsableCoupon,
  hasCustomerUsesLeft,
  insertCouponUse,
  type CouponCustomer,
} from './couponsRepository';

type CouponContext = Pick<AppContext, 'database' | 'limits' | 'clock' | 'config'>;

/** Allows a customer's typos, but not a script. */
const MAX_WRONG_CODES = 20;
const WRONG_CODES_WINDOW_MS = 15 * MINUTE_MS;

/** Coupon codes are case-insensitive. */
export const toCouponCode = (text: string): string => text.toUpperCase();

/** Returns the HMACs of a customer's email address under the current secret, then under each former one. */
export const hashCustomerEmail = (
  { config }: Pick<AppContext, 'config'>,
  email: string,
): readonly [string, ...string[]] => computeHmacs(config, 'coupon', normalizeEmail(email));

/**
 * Looks up a coupon under a limit of wrong codes per network. Attempts are counted before the lookup, so that
 * concurrent requests cannot exceed the limit; valid codes do not count.
 * @throws {ShopError} TOO_MANY_ATTEMPTS, even for a valid code.
 */
export const rateLimitedLookup = async <T>(
  { limits, clock, config }: CouponContext,
  network: string,
  lookUp: () => Promise<T | undefined>,
): Promise<T | undefined> => {
  const networkLimit = {
    key: `coupon:${hmac(config.authSecret, 'coupon-network', network)}`,
    max: MAX_WRONG_CODES,
    windowMs: WRONG_CODES_WINDOW_MS,
  };
  const refusedUntil = await limits.consume(networkLimit);
  if (refusedUntil)
    throw new ShopError('TOO_MANY_ATTEMPTS', { retryAfterS: getSecondsUntil(clock.now(), refusedUntil) });
  const found = await lookUp();
  if (found !== undefined) await limits.restore(networkLimit);
  return found;
};

/** Finds a coupon that the customer can use for this subtotal now. Returns undefined otherwise, for any reason. */
export const findCouponFor = async (
  { database, clock }: CouponContext,
  text: string,
  { accountId, subtotalCents }: { readonly accountId: string | null; readonly subtotalCents: number },
): Promise<Coupon | undefined> => {
  const code = toCouponCode(text);
  const coupon = await findUsableCoupon(database, code, clock.now());
  if (!coupon || computeDiscountCents(coupon, subtotalCents) === 0) return undefined;
  return (await hasCustomerUsesLeft(database, code, { accountId, emailHashes: [] })) ? coupon : undefined;
};

/** Redeems a coupon in the order's transaction. Returns false if it is used up, in total or for this customer. */
export const redeemCoupon = async (
  connection: Queryable,
  { code }: Coupon,
  orderNumber: string,
  customer: CouponCustomer,
  now: Date,
): Promise<boolean> => {
  if (!(await incrementCouponUses(connection, code, now))) return false;
  // The coupon's row is locked, so no concurrent use can interfere.
  if (!(await hasCustomerUsesLeft(connection, code, customer))) return false;
  await insertCouponUse(connection, code, orderNumber, customer);
  return true;
};
