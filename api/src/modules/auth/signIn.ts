import { randomUUID } from 'node:crypto';
import type {
  RequestOf,
  ResponseOf,
  login as loginEndpoint,
  register as registerEndpoint,
  verifyOtp as verifyOtpEndpoint,
} from '@shop/contracts';
import type { FastifyRequest } from 'fastify';
import type { RequestContext } from '../../http/RequestContext';
import { ShopError } from '../../http/ShopError';
import { getSecondsUntil } from '../../limits/Limits';
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
import { limitNetworks } from '../../limits/limitNetworks';
import { insertLetter } from '../mail/insertLetter';
import { readMailSender, writeWelcomeMail } from './authMails';
import { requireWithinLimit } from '../../limits/requireWithinLimit';
import { addMs, DAY_MS, HOUR_MS, MINUTE_MS } from '../../clock';
import type { Challenge } from './challengesRepository';
import { readDeviceOfAnyAccount, readKnownDevice } from './cookies';
import { beginAttempt, clearAttempts } from './limitsRepository';
import { hashNetwork } from './hashNetwork';
import { normalizeEmail } from './normalizeEmail';
import type { Caller, Hashing } from './PasswordHasher';
import { limitCodes, startChallenge } from './requestCode';
import { hmac } from '../../secrets';
import { requireUncommonPassword } from './requireUncommonPassword';
import { recordFailure } from './securityEvents';
import { openSession, toUser } from './sessions';
import { verifyCode } from './verifyCode';
import type { Queryable } from '../../database/Database';

/** security.md 1.5. */
const FREE_FAILURES = 5;
const MAX_LOCK_MS = 15 * MINUTE_MS;
const NETWORK_WINDOW_MS = 15 * MINUTE_MS;
const MAX_FAILURES_PER_NETWORK = 30;
/** Allows a busy office, but not a script. */
const MAX_LOGINS_PER_NETWORK = 200;
/** Allows a class, an office, or the customers behind a carrier's NAT (sharedAddress.test.ts), but not a script. */
const MAX_REGISTRATIONS_PER_NETWORK_AND_HOUR = 120;

const tooManyAttempts = (now: Date, until: Date): ShopError =>
  new ShopError('TOO_MANY_ATTEMPTS', { retryAfterS: getSecondsUntil(now, until) });

const buildAttemptKey = (
  { config }: { readonly config: Pick<AppContext['config'], 'authSecret'> },
  email: string,
  device: string,
): string => hmac(config.authSecret, 'attempt', email, device);

/** Returns the key that counts an account's failed sign-ins on unknown devices. */
export const buildUnknownDeviceAttemptKey = (context: Parameters<typeof buildAttemptKey>[0], email: string): string =>
  buildAttemptKey(context, email, '');

/** Credentials to check. */
interface Credentials {
  readonly email: string;
  /** The account of the address, if any. */
  readonly account: Account | undefined;
  readonly password: string;
}

/**
 * Checks a password, limited by account and device and by network. On a known device, failures elsewhere do not count.
 * @throws {ShopError} INVALID_CREDENTIALS or TOO_MANY_ATTEMPTS.
 */
export const checkPassword = async (
  context: AppContext,
  hashing: Hashing,
  request: RequestContext,
  { email, account, password }: Credentials,
): Promise<void> => {
  const { database, limits, clock } = context;
  const now = clock.now();
  const device = account && readKnownDevice(context, request.request, account);
  const attemptKey = buildAttemptKey(context, email, device ?? '');
  const networkLimits = limitNetworks(context, request.request.ip, {
    kind: 'login',
    max: MAX_FAILURES_PER_NETWORK,
    windowMs: NETWORK_WINDOW_MS,
  });

  if (device === undefined) {
    await requireWithinLimit(context, networkLimits);
  }
  const lockedUntil = await beginAttempt(database, attemptKey, now, {
    freeFailures: FREE_FAILURES,
    maxLockMs: MAX_LOCK_MS,
    expiredBefore: addMs(now, -DAY_MS),
  });
  if (lockedUntil) throw tooManyAttempts(now, lockedUntil);
  if (!(await hashing.verify(account?.passwordHash, password))) {
    recordFailure(context, request, { kind: 'sign-in-failed', accountId: account?.id ?? null });
    throw new ShopError('INVALID_CREDENTIALS');
  }
  await clearAttempts(database, attemptKey);
  if (device === undefined) await limits.restore(networkLimits);
};

/** Call before hashing, which is expensive. @throws {ShopError} TOO_MANY_ATTEMPTS. */
const limitRegistrations = async (context: AppContext, request: FastifyRequest): Promise<void> => {
  await requireWithinLimit(
    context,
    limitNetworks(context, request.ip, {
      kind: 'register',
      max: MAX_REGISTRATIONS_PER_NETWORK_AND_HOUR,
      windowMs: HOUR_MS,
    }),
  );
  await limitCodes(context, request);
};

/**
 * Stores a registration until its address is verified. Work and response are the same if the address has an account.
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
  // As logins: what is refused in a flood costs no query, and does not use up the limits of its network.
  const caller = { lane: 'register', network: hashNetwork(context, request) } as const;
  const passwordHash = await context.hasher.admit(caller, async (hashing) => {
    await limitRegistrations(context, request);
    return hashing.hash(body.password);
  });
  const code = await startChallenge(context, request, reply, {
    purpose: 'register',
    email: normalizeEmail(body.email),
    name: body.name.trim(),
    phone: body.phone?.trim() ?? '',
    passwordHash,
  });
  return {
    status: true,
    message: code.code_sent ? 'We sent a code to your email address.' : 'We have already sent codes to this address.',
    ...code,
  };
};

const createAccount = async (
  connection: Queryable,
  { email, name, phone, passwordHash }: Omit<Challenge, 'idHash'>,
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
  request: RequestContext,
  body: RequestOf<typeof verifyOtpEndpoint>['body'],
): Promise<ResponseOf<typeof verifyOtpEndpoint>> => {
  const { challenge, redeem } = await verifyCode(context, request, body, ['register', 'login']);
  const isRegistration = challenge.purpose === 'register';
  const { account, session } = await context.database.transaction(async (connection) => {
    const known = isRegistration ? undefined : await lockAccountByEmail(connection, challenge.email);
    await redeem(connection);
    const account = isRegistration ? await createAccount(connection, challenge, context.clock.now()) : known;
    if (!account) throw new ShopError('CODE_REFUSED'); // it was deleted in the meantime
    if (isRegistration)
      await insertLetter(
        connection,
        writeWelcomeMail(readMailSender(context, request.request), account.email, account.name),
        context.clock.now(),
      );
    const opening = {
      account,
      remember: body.remember ?? false,
      ...(isRegistration ? {} : { event: 'signed-in' as const }),
    };
    return { account, session: await openSession(context, connection, request, opening) };
  });
  session.setCookies();
  const message = isRegistration ? 'Your account is ready.' : 'You are logged in.';
  return { status: true, message, token: session.token, user: toUser(account) };
};

/**
 * Chooses the lane of a login: known devices have their own. The account is looked up only for devices that any account
 * has used, so that logins that are rejected in a flood cost no query.
 */
const findLane = async (context: AppContext, request: FastifyRequest, email: string): Promise<Caller> => {
  const network = hashNetwork(context, request);
  const account =
    readDeviceOfAnyAccount(context, request) === undefined
      ? undefined
      : await findAccountByEmail(context.database, email);
  return account && readKnownDevice(context, request, account) !== undefined
    ? { lane: 'known', account: account.id, network }
    : { lane: 'login', network };
};

/** Limits successful and failed logins before hashing, so that a valid password cannot exhaust the hasher either. */
const limitLogins = async (context: AppContext, request: FastifyRequest): Promise<void> => {
  await requireWithinLimit(
    context,
    limitNetworks(context, request.ip, { kind: 'logins', max: MAX_LOGINS_PER_NETWORK, windowMs: NETWORK_WINDOW_MS }),
  );
};

export const login = async (
  context: AppContext,
  request: RequestContext,
  { email: address, password, remember = false }: RequestOf<typeof loginEndpoint>['body'],
): Promise<ResponseOf<typeof loginEndpoint>> => {
  const email = normalizeEmail(address);
  return context.hasher.admit(await findLane(context, request.request, email), async (hashing) => {
    await limitLogins(context, request.request);
    const account = await findAccountByEmail(context.database, email);
    await checkPassword(context, hashing, request, { email, account, password });
    if (!account) throw new ShopError('INVALID_CREDENTIALS');
    const session = await context.database.transaction(async (connection) => {
      // Reject the login if the password was changed while it was checked.
      const lockedAccount = await lockAccount(connection, account.id);
      if (!lockedAccount || lockedAccount.passwordHash !== account.passwordHash)
        throw new ShopError('INVALID_CREDENTIALS');
      return openSession(context, connection, request, { account: lockedAccount, remember, event: 'signed-in' });
    });
    session.setCookies();
    return { status: true, message: 'You are logged in.', user: toUser(account), token: session.token };
  });
};
