import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Queryable } from '../../database/Database';
import { ShopError } from '../../http/ShopError';
import { incrementCounter } from '../../limits/countersRepository';
import { secondsUntil } from '../../limits/Limits';
import { findAccountByEmail } from './accountsRepository';
import type { AppContext } from '../../AppContext';
import { addMs, DAY_MS, MINUTE_MS } from '../../clock';
import {
  consumeAttempt,
  deleteChallenge,
  emptyChallenges,
  findChallenge,
  findCodeHash,
  useCode,
  type Challenge,
  type Purpose,
} from './challengesRepository';
import { readKnownDevice } from './cookies';
import { networkKey } from './networkKey';
import { hashCode } from './requestCode';
import { createSecret, equalInConstantTime, hashSecret, hmac } from './secrets';
import { recordFailure } from './securityEvents';

/** Tries of a code by challenge: a stranger who guesses under a challenge of their own uses up none of the owner's. */
const TRIES_PER_CHALLENGE = 5;
/** By account and day, for all devices that it does not know. */
export const TRIES_PER_DAY = 50;
/** One network's part of those: a stranger at one place cannot use them all up. */
const TRIES_PER_NETWORK_AND_DAY = 20;
/** By account and day on a device that it knows, whatever strangers have tried. */
const TRIES_PER_DEVICE_AND_DAY = 20;
/** Wrong codes of one network, whomever they are for: a family mistypes a few times, a program goes through a list. */
const WRONG_CODES_PER_NETWORK = 60;
const NETWORK_WINDOW_MS = 15 * MINUTE_MS;

type KeyContext = { readonly config: Pick<AppContext['config'], 'authSecret'> };

const triesKey = ({ config }: KeyContext, ...parts: readonly string[]): string =>
  `tries:${hmac(config.authSecret, 'tries', ...parts)}`;

/** What tries of codes for an address are counted under, for a day, on devices that the account does not know. */
export const codeTriesKey = (context: KeyContext, email: string): string => triesKey(context, email);

/** Counts a try in its own statement, before anything is compared. @throws {ShopError} CODE_TRIES_EXHAUSTED_TODAY. */
const countTry = async ({ database, clock }: AppContext, key: string, maxTries: number): Promise<void> => {
  const now = clock.now();
  const today = await incrementCounter(database, key, now, addMs(now, DAY_MS));
  if (today.count > maxTries)
    throw new ShopError('CODE_TRIES_EXHAUSTED_TODAY', { retryAfterS: secondsUntil(now, today.resetsAt) });
};

/**
 * Counts against the limit of the day: a device that the account knows has its own. Returns the account that the code
 * is for, if any.
 */
const countTryOfDay = async (
  context: AppContext,
  request: FastifyRequest,
  challenge: Challenge,
): Promise<string | null> => {
  const owner = await findAccountByEmail(context.database, challenge.email);
  // Whoever wants to move to an address is a stranger to it, on whatever device.
  const device = challenge.purpose === 'email' ? undefined : owner && readKnownDevice(context, request, owner);
  if (device !== undefined)
    await countTry(context, triesKey(context, challenge.email, 'device', device), TRIES_PER_DEVICE_AND_DAY);
  else {
    await countTry(
      context,
      triesKey(context, challenge.email, 'network', networkKey(context, request)),
      TRIES_PER_NETWORK_AND_DAY,
    );
    await countTry(context, codeTriesKey(context, challenge.email), TRIES_PER_DAY);
  }
  return challenge.accountId ?? owner?.id ?? null;
};

const refuseCode = (): ShopError =>
  new ShopError('CODE_REFUSED', { fields: { otp: 'That code is not right, or it has expired.' } });

export interface VerifiedCode {
  readonly challenge: Challenge;
  /**
   * Uses the code up, inside the transaction of what it completes. @throws {ShopError} CODE_REFUSED if another request
   * was faster.
   */
  readonly redeem: (connection: Queryable) => Promise<void>;
}

interface GivenCode {
  readonly user_id: string;
  readonly otp: string;
}

/**
 * Checks a code against its challenge; for `email` one of this account. What is refused depends on nothing but the
 * challenge's own tries and whether the code is right, so that the answers are the same whether or not the address has
 * an account.
 * @throws {ShopError} CODE_REFUSED, CODE_TRIES_EXHAUSTED, CODE_TRIES_EXHAUSTED_TODAY or TOO_MANY_ATTEMPTS.
 */
export const verifyCode = async (
  context: AppContext,
  exchange: { readonly request: FastifyRequest; readonly reply: FastifyReply },
  { user_id, otp }: GivenCode,
  purposes: readonly Purpose[],
  accountId: string | null = null,
): Promise<VerifiedCode> => {
  const { database, clock, limits } = context;
  const { request } = exchange;
  const ofNetwork = {
    key: `code:${networkKey(context, request)}`,
    most: WRONG_CODES_PER_NETWORK,
    windowMs: NETWORK_WINDOW_MS,
  };
  const refusedUntil = await limits.take(ofNetwork);
  if (refusedUntil) throw new ShopError('TOO_MANY_ATTEMPTS', { retryAfterS: secondsUntil(clock.now(), refusedUntil) });

  const now = clock.now();
  const find = (): Promise<Challenge | undefined> => findChallenge(database, hashSecret(user_id), purposes, now);
  const challenge = await find();
  if (challenge?.accountId !== accountId) throw refuseCode(); // not there, or another account's
  if (!(await consumeAttempt(database, challenge.idHash, TRIES_PER_CHALLENGE))) {
    // It may have been completed since it was found: then there are no tries to speak of.
    throw (await find()) ? new ShopError('CODE_TRIES_EXHAUSTED') : refuseCode();
  }
  const ownerId = await countTryOfDay(context, request, challenge);
  const { email, purpose } = challenge;
  const codeHash = (await findCodeHash(database, email, purpose, now)) ?? createSecret();
  if (!hashCode(context, email, purpose, otp).some((hash) => equalInConstantTime(codeHash, hash))) {
    recordFailure(context, exchange, { kind: 'code-failed', accountId: ownerId });
    throw refuseCode();
  }
  await limits.giveBack(ofNetwork);
  return {
    challenge,
    redeem: async (connection) => {
      // The challenge goes, too: one that a change of password or address has ended meanwhile completes nothing.
      if (
        !(await useCode(connection, email, purpose, codeHash)) ||
        !(await deleteChallenge(connection, challenge.idHash))
      )
        throw refuseCode();
      await emptyChallenges(connection, email, purpose);
    },
  };
};
