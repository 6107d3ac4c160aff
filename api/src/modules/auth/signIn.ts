import { randomUUID } from 'node:crypto';
import type {
  RequestOf,
  ResponseOf,
  login as loginEndpoint,
  register as registerEndpoint,
  verifyOtp as verifyOtpEndpoint,
} from '@shop/shared/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ShopError } from '../../http/ShopError';
import { secondsUntil } from '../../limits/Limits';
import {
  findAccountByEmail,
  insertAccount,
  insertEvent,
  lockAccount,
  lockAccountByEmail,
  type Account,
  type LockedAccount,
} from './accountsRepository';
import type { AppContext } from '../../AppContext';
import { addMs, DAY_MS, MINUTE_MS } from '../../clock';
import type { Challenge } from './challengesRepository';
import { readDeviceOfAnybody, readKnownDevice } from './cookies';
import { beginAttempt, clearAttempts } from './limitsRepository';
import { networkKey } from './networkKey';
import { normalizeEmail } from './normalizeEmail';
import type { Caller, Hashing } from './PasswordHasher';
import { limitChallenges, startChallenge } from './requestCode';
import { hmac } from './secrets';
import { requireUncommonPassword } from './requireUncommonPassword';
import { recordFailure } from './securityEvents';
import { openSession, toUser } from './sessions';
import { verifyCode } from './verifyCode';
import type { Queryable } from '../../database/Database';

export interface RequestContext {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** security.md 1.5. */
const FREE_FAILURES = 5;
const LONGEST_LOCK_MS = 15 * MINUTE_MS;
const NETWORK_WINDOW_MS = 15 * MINUTE_MS;
const NETWORK_TRIES = 30;
/** An office that comes back from lunch; not a program. */
const LOGINS_PER_NETWORK = 200;
/** A household, a class or an office registers behind one address; a program does not go on. */
const REGISTRATIONS_PER_NETWORK = 20;

const tooMany = (now: Date, until: Date): ShopError =>
  new ShopError('TOO_MANY_ATTEMPTS', { retryAfterS: secondsUntil(now, until) });

const attemptKeyOf = (
  { config }: { readonly config: Pick<AppContext['config'], 'authSecret'> },
  email: string,
  device: string,
): string => hmac(config.authSecret, 'attempt', email, device);

/** What failed sign-ins on devices that the account does not know are counted under. */
export const unknownDeviceAttemptKey = (context: Parameters<typeof attemptKeyOf>[0], email: string): string =>
  attemptKeyOf(context, email, '');

/** A password that claims to be the one of an address. */
interface Claim {
  readonly email: string;
  /** The address's account; undefined where it has none. */
  readonly account: Account | undefined;
  readonly password: string;
}

/**
 * Checks a password under the limits by account and device and by network. On a device this account knows, what
 * strangers failed at elsewhere does not count. @throws {ShopError} INVALID_CREDENTIALS or TOO_MANY_ATTEMPTS.
 */
export const checkPassword = async (
  context: AppContext,
  hashing: Hashing,
  exchange: RequestContext,
  { email, account, password }: Claim,
): Promise<void> => {
  const { database, limits, clock } = context;
  const now = clock.now();
  const { request } = exchange;
  const device = account && readKnownDevice(context, request, account);
  const attemptKey = attemptKeyOf(context, email, device ?? '');
  const ofNetwork = { key: `login:${networkKey(context, request)}`, most: NETWORK_TRIES, windowMs: NETWORK_WINDOW_MS };

  if (device === undefined) {
    const refusedUntil = await limits.take(ofNetwork);
    if (refusedUntil) throw tooMany(now, refusedUntil);
  }
  const lockedUntil = await beginAttempt(database, attemptKey, now, {
    freeFailures: FREE_FAILURES,
    longestMs: LONGEST_LOCK_MS,
    forgottenBefore: addMs(now, -DAY_MS),
  });
  if (lockedUntil) throw tooMany(now, lockedUntil);
  if (!(await hashing.verify(account?.passwordHash, password))) {
    recordFailure(context, exchange, { kind: 'sign-in-failed', accountId: account?.id ?? null });
    throw new ShopError('INVALID_CREDENTIALS');
  }
  await clearAttempts(database, attemptKey);
  if (device === undefined) await limits.giveBack(ofNetwork);
};

/** Before anything is hashed: hashes are what a flood would use up. @throws {ShopError} TOO_MANY_ATTEMPTS. */
const limitRegistrations = async (context: AppContext, request: FastifyRequest): Promise<void> => {
  const refusedUntil = await context.limits.take({
    key: `register:${networkKey(context, request)}`,
    most: REGISTRATIONS_PER_NETWORK,
    windowMs: NETWORK_WINDOW_MS,
  });
  if (refusedUntil) throw tooMany(context.clock.now(), refusedUntil);
  await limitChallenges(context, request);
};

/**
 * Keeps what was entered until its address is verified. The work and the answer are the same where the address has an
 * account.
 */
export const register = async (
  context: AppContext,
  { request, reply }: RequestContext,
  body: RequestOf<typeof registerEndpoint>['body'],
): Promise<ResponseOf<typeof registerEndpoint>> => {
  if (body.confirmPassword !== undefined && body.confirmPassword !== body.password) {
    throw new ShopError('INVALID_FORM', { fields: { confirmPassword: "Passwords don't match!" } });
  }
  requireUncommonPassword(body.password);
  await limitRegistrations(context, request);
  const user_id = await startChallenge(context, request, reply, {
    purpose: 'register',
    email: normalizeEmail(body.email),
    name: body.name.trim(),
    phone: body.phone?.trim() ?? '',
    passwordHash: await context.hasher.admit({ lane: 'register', network: networkKey(context, request) }, (hashing) =>
      hashing.hash(body.password),
    ),
  });
  return { status: true, message: 'We sent a code to your email address.', user_id };
};

const createAccount = async (
  connection: Queryable,
  { email, name, phone, passwordHash }: Challenge,
  now: Date,
): Promise<LockedAccount> => {
  const account =
    passwordHash === null
      ? undefined
      : await insertAccount(
          connection,
          { id: randomUUID(), email, name: name ?? '', phone: phone ?? '', passwordHash },
          now,
        );
  if (!account) throw new ShopError('CODE_REFUSED');
  await insertEvent(connection, account.id, 'registered', '', now);
  return account;
};

/** Completes a registration or a login by code. */
export const verifyOtp = async (
  context: AppContext,
  exchange: RequestContext,
  body: RequestOf<typeof verifyOtpEndpoint>['body'],
): Promise<ResponseOf<typeof verifyOtpEndpoint>> => {
  const { challenge, redeem } = await verifyCode(context, exchange, body, ['register', 'login']);
  const isRegistration = challenge.purpose === 'register';
  const { account, session } = await context.database.transaction(async (connection) => {
    const known = isRegistration ? undefined : await lockAccountByEmail(connection, challenge.email);
    await redeem(connection);
    const account = isRegistration ? await createAccount(connection, challenge, context.clock.now()) : known;
    if (!account) throw new ShopError('CODE_REFUSED'); // it was deleted meanwhile
    const opening = {
      account,
      remember: body.remember ?? false,
      ...(isRegistration ? {} : { event: 'signed-in' as const }),
    };
    return { account, session: await openSession(context, connection, exchange, opening) };
  });
  session.setCookies();
  const message = isRegistration ? 'Your account is ready.' : 'You are logged in.';
  return { status: true, message, token: session.token, user: toUser(account) };
};

/**
 * A device on which this account has signed in before does not wait behind strangers. The account is looked up only for
 * a device of somebody's: in a flood, whoever is turned away costs no question to the database.
 */
const findLane = async (context: AppContext, request: FastifyRequest, email: string): Promise<Caller> => {
  const network = networkKey(context, request);
  const account =
    readDeviceOfAnybody(context, request) === undefined ? undefined : await findAccountByEmail(context.database, email);
  return account && readKnownDevice(context, request, account) !== undefined
    ? { lane: 'known', account: account.id, network }
    : { lane: 'login', network };
};

/** Right and wrong ones, before anything is hashed: a right password is no way to use up what others wait for. */
const limitLogins = async (context: AppContext, request: FastifyRequest): Promise<void> => {
  const refusedUntil = await context.limits.take({
    key: `logins:${networkKey(context, request)}`,
    most: LOGINS_PER_NETWORK,
    windowMs: NETWORK_WINDOW_MS,
  });
  if (refusedUntil) throw tooMany(context.clock.now(), refusedUntil);
};

export const login = async (
  context: AppContext,
  exchange: RequestContext,
  { email: address, password, remember = false }: RequestOf<typeof loginEndpoint>['body'],
): Promise<ResponseOf<typeof loginEndpoint>> => {
  const email = normalizeEmail(address);
  return context.hasher.admit(await findLane(context, exchange.request, email), async (hashing) => {
    await limitLogins(context, exchange.request);
    const account = await findAccountByEmail(context.database, email);
    await checkPassword(context, hashing, exchange, { email, account, password });
    if (!account) throw new ShopError('INVALID_CREDENTIALS');
    const session = await context.database.transaction(async (connection) => {
      // A password that was changed while this one was checked opens nothing.
      const fresh = await lockAccount(connection, account.id);
      if (!fresh || fresh.passwordHash !== account.passwordHash) throw new ShopError('INVALID_CREDENTIALS');
      return openSession(context, connection, exchange, { account: fresh, remember, event: 'signed-in' });
    });
    session.setCookies();
    return { status: true, message: 'You are logged in.', user: toUser(account), token: session.token };
  });
};
