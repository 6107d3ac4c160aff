import { setTimeout as sleep } from 'node:timers/promises';
import type { Coupon } from '@shop/contracts';
import type { AppContext } from '../../AppContext';
import type { Queryable } from '../../database/Database';
import { ShopError } from '../../http/ShopError';
import { limitNetworks } from '../../limits/limitNetworks';
import { getSecondsUntil } from '../../limits/Limits';
import { MINUTE_MS } from '../../clock';
import { findAccount } from '../auth/accountsRepository';
import { provesMailbox } from '../auth/mailboxProofCookie';
import { normalizeEmail, toMailbox } from '../auth/normalizeEmail';
import { computeHmacs } from '../../secrets';
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
const COUPON_FOR_ANOTHER =
  'This coupon is for another email address. Log in to the account of that address, or open the link in the mail of an order with it.';

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

/** Who may use a coupon for an email address. Who types the address has proven nothing. */
export interface CouponBearer {
  readonly accountId: string | null;
  /** Of links that this browser opened (mailboxProofCookie.ts). */
  readonly mailboxProofs: readonly string[];
}

/** Returns why it is not for the bearer: its address is neither their account's nor that of a link they opened. */
export const findBearerRefusal = async (
  { config }: Pick<CouponContext, 'config'>,
  database: Queryable,
  { email }: StoredCoupon,
  { accountId, mailboxProofs }: CouponBearer,
): Promise<string | undefined> => {
  if (email === null || provesMailbox({ config }, mailboxProofs, email)) return undefined;
  const account = accountId === null ? undefined : await findAccount(database, accountId);
  return account?.email === email ? undefined : COUPON_FOR_ANOTHER;
};

/** Checks whether a customer can use a coupon for these lines now. */
export const checkCouponFor = async (
  context: CouponContext,
  stored: StoredCoupon | undefined,
  lines: readonly SoldLine[],
  bearer: CouponBearer,
): Promise<CheckedCoupon> => {
  const { database, clock } = context;
  const checked = checkCoupon(stored, lines, clock.now());
  if (!stored || 'refusal' in checked) return checked;
  const refusal = await findBearerRefusal(context, database, stored, bearer);
  if (refusal !== undefined) return { refusal };
  return (await hasCustomerUsesLeft(database, stored.code, { accountId: bearer.accountId, emailHashes: [] }))
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
  await insertCouponUse(connection, code, orderNumber, customer, now);
  return undefined;
};
