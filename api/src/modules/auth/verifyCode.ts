import type { FastifyRequest } from 'fastify';
import type { Queryable } from '../../database/Database';
import type { RequestContext } from '../../http/RequestContext';
import { ShopError } from '../../http/ShopError';
import { incrementCounter } from '../../limits/countersRepository';
import { getSecondsUntil } from '../../limits/Limits';
import { findAccountByEmail } from './accountsRepository';
import type { AppContext } from '../../AppContext';
import { requireWithinLimit } from '../../limits/requireWithinLimit';
import { addMs, DAY_MS, MINUTE_MS } from '../../clock';
import {
  consumeAttempt,
  deleteChallenge,
  invalidateChallenges,
  findChallenge,
  findCodeHash,
  consumeCode,
  type Challenge,
  type Purpose,
} from './challengesRepository';
import { readKnownDevice } from './cookies';
import { hashNetwork } from './hashNetwork';
import { hashCode } from './requestCode';
import { createSecret, isEqualInConstantTime, hashSecret, hmac } from './secrets';
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
  readonly challenge: Challenge;
  /**
   * Consumes the code, in the transaction of what it authorizes. @throws {ShopError} CODE_REFUSED if another request
   * has consumed it.
   */
  readonly redeem: (connection: Queryable) => Promise<void>;
}

interface SubmittedCode {
  readonly user_id: string;
  readonly otp: string;
}

/**
 * Checks a code against its challenge; for `email`, the challenge must be the account's. Errors depend only on the
 * challenge's attempts and on the code, so that they do not reveal whether the address has an account.
 * @throws {ShopError} CODE_REFUSED, CODE_TRIES_EXHAUSTED, CODE_TRIES_EXHAUSTED_TODAY or TOO_MANY_ATTEMPTS.
 */
export const verifyCode = async (
  context: AppContext,
  request: RequestContext,
  { user_id, otp }: SubmittedCode,
  purposes: readonly Purpose[],
  accountId: string | null = null,
): Promise<VerifiedCode> => {
  const { database, clock, limits } = context;
  const networkLimit = {
    key: `code:${hashNetwork(context, request.request)}`,
    max: MAX_WRONG_CODES_PER_NETWORK,
    windowMs: NETWORK_WINDOW_MS,
  };
  await requireWithinLimit(context, networkLimit);

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
  const codeHash = (await findCodeHash(database, email, purpose, now)) ?? createSecret();
  if (!hashCode(context, email, purpose, otp).some((hash) => isEqualInConstantTime(codeHash, hash))) {
    recordFailure(context, request, { kind: 'code-failed', accountId: ownerId });
    throw createRefusal();
  }
  await limits.restore(networkLimit);
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
