import { discountCents, type Coupon } from '@shop/shared/contracts';
import type { AppContext } from '../../AppContext';
import type { Queryable } from '../../database/Database';
import { ShopError } from '../../http/ShopError';
import { getSecondsUntil } from '../../limits/Limits';
import { MINUTE_MS } from '../../clock';
import { normalizeEmail } from '../auth/normalizeEmail';
import { hmac, computeHmacs } from '../auth/secrets';
import {
  countCouponUse,
  findUsableCoupon,
  hasCustomerUsesLeft,
  insertCouponUse,
  type CouponCustomer,
} from './couponsRepository';

type CouponContext = Pick<AppContext, 'database' | 'limits' | 'clock' | 'config'>;

/** A shopper mistypes a few times; a program goes through a list. */
const MAX_WRONG_CODES = 20;
const WRONG_CODES_MS = 15 * MINUTE_MS;

/** Codes are written in any case. */
export const toCouponCode = (text: string): string => text.toUpperCase();

/**
 * Customers are counted by an address that nobody can read in the table: under the current secret, then under each
 * former one.
 */
export const hashCustomerEmail = (
  { config }: Pick<AppContext, 'config'>,
  email: string,
): readonly [string, ...string[]] => computeHmacs(config, 'coupon', normalizeEmail(email));

/**
 * Looks at a coupon on behalf of somebody at `network`, whose wrong codes are counted before they are looked at: a
 * hundred at once get no more answers than twenty. Right ones are not counted.
 * @throws {ShopError} TOO_MANY_ATTEMPTS, whatever the code.
 */
export const rateLimitedLookup = async <T>(
  { limits, clock, config }: CouponContext,
  network: string,
  look: () => Promise<T | undefined>,
): Promise<T | undefined> => {
  const ofNetwork = {
    key: `coupon:${hmac(config.authSecret, 'coupon-network', network)}`,
    max: MAX_WRONG_CODES,
    windowMs: WRONG_CODES_MS,
  };
  const refusedUntil = await limits.consume(ofNetwork);
  if (refusedUntil)
    throw new ShopError('TOO_MANY_ATTEMPTS', { retryAfterS: getSecondsUntil(clock.now(), refusedUntil) });
  const found = await look();
  if (found !== undefined) await limits.restore(ofNetwork);
  return found;
};

/** A coupon that this shopper may use for products of this price now; undefined for each reason not to. */
export const findCouponFor = async (
  { database, clock }: CouponContext,
  text: string,
  { accountId, subtotalCents }: { readonly accountId: string | null; readonly subtotalCents: number },
): Promise<Coupon | undefined> => {
  const code = toCouponCode(text);
  const coupon = await findUsableCoupon(database, code, clock.now());
  if (!coupon || discountCents(coupon, subtotalCents) === 0) return undefined;
  return (await hasCustomerUsesLeft(database, code, { accountId, emailHashes: [] })) ? coupon : undefined;
};

/**
 * Takes a use of the coupon for an order, in the order's transaction; false where it is used up by now, in all or for
 * this customer.
 */
export const takeCouponUse = async (
  connection: Queryable,
  { code }: Coupon,
  orderNumber: string,
  customer: CouponCustomer,
  now: Date,
): Promise<boolean> => {
  if (!(await countCouponUse(connection, code, now))) return false;
  // The coupon's row is held: nobody else's use of it can come in between.
  if (!(await hasCustomerUsesLeft(connection, code, customer))) return false;
  await insertCouponUse(connection, code, orderNumber, customer);
  return true;
};
