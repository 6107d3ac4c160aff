import type { FastifyRequest } from 'fastify';
import type { Queryable } from '../../database/Database';
import type { RequestContext } from '../../http/RequestContext';
import { ShopError } from '../../http/ShopError';
import { incrementCounter } from '../../limits/countersRepository';
import { getSecondsUntil } from '../../limits/Limits';
import { findAccountByEmail } from './accountsRepository';
import type { AppContext } from '../../AppContext';
import { limitNetworks } from '../../limits/limitNetworks';
import { requireWithinLimit } from '../../limits/requireWithinLimit';
import { addMs, DAY_MS, MINUTE_MS } from '../../clock';
import {
  consumeAttempt,
  deleteChallenge,
  invalidateChallenges,
  findChallenge,
  findCodeHashes,
  findLink,
  consumeCode,
  type Challenge,
  type Purpose,
} from './challengesRepository';
import { readKnownDevice } from './cookies';
import { hashNetwork } from './hashNetwork';
import { CODE_LIFETIME_MS, hashCode, LINK_LIFETIME_MS } from './requestCode';
import { isEqualInConstantTime, hashSecret, hmac } from '../../secrets';
import { recordFailure } from './securityEvents';

/** Attempts are counted by challenge, so that an attacker's challenge does not use up the owner's attempts. */
const MAX_ATTEMPTS_PER_CHALLENGE = 5;
/** Per account and day, for all unknown devices together. */
export const MAX_ATTEMPTS_PER_DAY = 50;
/** Limit of one network, so that it cannot use up all of them. */
const MAX_ATTEMPTS_PER_NETWORK_AND_DAY = 20;
/** Per account and day on a known device, independent of attempts elsewhere. */
const MAX_ATTEMPTS_PER_DEVICE_AND_DAY = 20;
/** Wrong codes per network, for all addresses: allows a family's typos, but not a script. */
const MAX_WRONG_CODES_PER_NETWORK = 60;
const NETWORK_WINDOW_MS = 15 * MINUTE_MS;

type KeyContext = { readonly config: Pick<AppContext['config'], 'authSecret'> };

const buildAttemptsKey = ({ config }: KeyContext, ...parts: readonly string[]): string =>
  `tries:${hmac(config.authSecret, 'tries', ...parts)}`;

/** Returns the key that counts an address's attempts of the day on unknown devices. */
export const buildCodeAttemptsKey = (context: KeyContext, email: string): string => buildAttemptsKey(context, email);

/** Counts an attempt in its own statement, before the comparison. @throws {ShopError} CODE_TRIES_EXHAUSTED_TODAY. */
const countAttempt = async ({ database, clock }: AppContext, key: string, maxAttempts: number): Promise<void> => {
  const now = clock.now();
  const today = await incrementCounter(database, key, now, addMs(now, DAY_MS));
  if (today.count > maxAttempts)
    throw new ShopError('CODE_TRIES_EXHAUSTED_TODAY', { retryAfterS: getSecondsUntil(now, today.resetsAt) });
};

/** Counts an attempt against the daily limit; known devices have their own. Returns the code's account, if any. */
const countDailyAttempt = async (
  context: AppContext,
  request: FastifyRequest,
  challenge: Challenge,
): Promise<string | null> => {
  const owner = await findAccountByEmail(context.database, challenge.email);
  // For an email change no device is known, because the address is not the customer's yet.
  const device = challenge.purpose === 'email' ? undefined : owner && readKnownDevice(context, request, owner);
  if (device !== undefined)
    await countAttempt(
      context,
      buildAttemptsKey(context, challenge.email, 'device', device),
      MAX_ATTEMPTS_PER_DEVICE_AND_DAY,
    );
  else {
    await countAttempt(
      context,
      buildAttemptsKey(context, challenge.email, 'network', hashNetwork(context, request)),
      MAX_ATTEMPTS_PER_NETWORK_AND_DAY,
    );
    await countAttempt(context, buildCodeAttemptsKey(context, challenge.email), MAX_ATTEMPTS_PER_DAY);
  }
  return challenge.accountId ?? owner?.id ?? null;
};

const createRefusal = (): ShopError =>
  new ShopError('CODE_REFUSED', { fields: { otp: 'That code is incorrect or has expired.' } });

export interface VerifiedCode {
  readonly challenge: Omit<Challenge, 'idHash'>;
  /**
   * Consumes the code, in the transaction of what it authorizes. @throws {ShopError} CODE_REFUSED if another request
   * has consumed it.
   */
  readonly redeem: (connection: Queryable) => Promise<void>;
}

/** A code and its challenge, or the key of the link in a mail. */
interface SubmittedCode {
  readonly user_id?: string | undefined;
  readonly otp?: string | undefined;
  readonly link_key?: string | undefined;
}

/** Purposes of mails that have a link. A registration belongs to the browser that started it. */
const hasLink = (purpose: Purpose): boolean => purpose === 'login' || purpose === 'reset';

/** Checks the key of a mail's link. It cannot be guessed, so attempts are not counted, and strangers use up nothing. */
const verifyLink = async (
  { database, clock }: AppContext,
  key: string,
  purposes: readonly Purpose[],
): Promise<VerifiedCode> => {
  const hash = hashSecret(key);
  const link = await findLink(database, hash, purposes, addMs(clock.now(), -LINK_LIFETIME_MS));
  if (!link) throw new ShopError('LINK_REFUSED');
  return {
    challenge: { ...link, name: null, phone: null, passwordHash: null, accountId: null },
    redeem: async (connection) => {
      if (!(await consumeCode(connection, link.email, link.purpose, hash))) throw new ShopError('LINK_REFUSED');
    },
  };
};

/**
 * Checks a code against its challenge; for `email`, the challenge must be the account's. Errors depend only on the
 * challenge's attempts and on the code, so that they do not reveal whether the address has an account.
 * @throws {ShopError} CODE_REFUSED, CODE_TRIES_EXHAUSTED, CODE_TRIES_EXHAUSTED_TODAY or TOO_MANY_ATTEMPTS.
 */
const verifyTypedCode = async (
  context: AppContext,
  request: RequestContext,
  { user_id, otp }: { readonly user_id: string; readonly otp: string },
  purposes: readonly Purpose[],
  accountId: string | null,
): Promise<VerifiedCode> => {
  const { database, clock, limits } = context;
  const networkLimits = limitNetworks(context, request.request.ip, {
    kind: 'code',
    max: MAX_WRONG_CODES_PER_NETWORK,
    windowMs: NETWORK_WINDOW_MS,
  });
  await requireWithinLimit(context, networkLimits);

  const now = clock.now();
  const findCurrent = (): Promise<Challenge | undefined> => findChallenge(database, hashSecret(user_id), purposes, now);
  const challenge = await findCurrent();
  if (challenge?.accountId !== accountId) throw createRefusal(); // missing, or another account's
  if (!(await consumeAttempt(database, challenge.idHash, MAX_ATTEMPTS_PER_CHALLENGE))) {
    // If the challenge was completed in the meantime, its attempts are not the reason.
    throw (await findCurrent()) ? new ShopError('CODE_TRIES_EXHAUSTED') : createRefusal();
  }
  const ownerId = await countDailyAttempt(context, request.request, challenge);
  const { email, purpose } = challenge;
  const given = hashCode(context, email, purpose, otp);
  const codeHash = (await findCodeHashes(database, email, purpose, addMs(now, -CODE_LIFETIME_MS))).find((stored) =>
    given.some((hash) => isEqualInConstantTime(stored, hash)),
  );
  if (codeHash === undefined) {
    recordFailure(context, request, { kind: 'code-failed', accountId: ownerId });
    throw createRefusal();
  }
  await limits.restore(networkLimits);
  return {
    challenge,
    redeem: async (connection) => {
      // Also delete the challenge. It fails if a change of password or address has already deleted it.
      if (
        !(await consumeCode(connection, email, purpose, codeHash)) ||
        !(await deleteChallenge(connection, challenge.idHash))
      )
        throw createRefusal();
      await invalidateChallenges(connection, email, purpose);
    },
  };
};

/**
 * Checks what a customer got by mail: a code that was typed in, or the link of a mail.
 * @throws {ShopError} LINK_REFUSED, or as `verifyTypedCode`.
 */
export const verifyCode = async (
  context: AppContext,
  request: RequestContext,
  { user_id, otp, link_key }: SubmittedCode,
  purposes: readonly Purpose[],
  accountId: string | null = null,
): Promise<VerifiedCode> => {
  if (link_key !== undefined) return verifyLink(context, link_key, purposes.filter(hasLink));
  if (user_id === undefined || otp === undefined) throw createRefusal();
  return verifyTypedCode(context, request, { user_id, otp }, purposes, accountId);
};
