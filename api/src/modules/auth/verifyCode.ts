import { ShopError } from '../../http/ShopError';
import { DAY_MS, later, type AuthWorld } from './AuthWorld';
import { emptyChallenges, findChallenge, findCodeState, takeTry, useCode, type Challenge, type Purpose } from './challengesRepository';
import type { Queryable } from '../../database/Database';
import { count } from './limitsRepository';
import { hashCode } from './requestCode';
import { equalInConstantTime, hashSecret, keyedHash } from './secrets';

/** SECURITY, Code guessing. */
const TRIES_PER_CODE = 5;
export const TRIES_PER_DAY = 50;

/** What tries of codes for an address are counted under, for a day. */
export const codeTriesKey = ({ config }: { readonly config: Pick<AuthWorld['config'], 'authSecret'> }, email: string): string => `tries:${keyedHash(config.authSecret, 'tries', email)}`;

const explainNoTry = async ({ database, clock }: AuthWorld, { email, purpose }: Challenge): Promise<ShopError> => {
  const state = await findCodeState(database, email, purpose, clock.now());
  if (!state || state.expired) return new ShopError('CODE_EXPIRED');
  return new ShopError(state.used ? 'CODE_USED' : 'CODE_TRIES_EXHAUSTED');
};

export interface VerifiedCode {
  readonly challenge: Challenge;
  /** Uses the code up, inside the transaction of what it completes. @throws {ShopError} CODE_USED where another was faster. */
  readonly redeem: (connection: Queryable) => Promise<void>;
}

/** Checks a code against its challenge, for `email` one of this account. @throws {ShopError} saying what is wrong with it. */
export const verifyCode = async (world: AuthWorld, challengeId: string, code: string, purposes: readonly Purpose[], accountId: string | null = null): Promise<VerifiedCode> => {
  const { database, clock } = world;
  const now = clock.now();
  const challenge = await findChallenge(database, hashSecret(challengeId), purposes, now);
  if (challenge?.accountId !== accountId) throw new ShopError('CODE_EXPIRED'); // not there, or another account's
  const { email, purpose } = challenge;
  const codeHash = await takeTry(database, email, purpose, TRIES_PER_CODE, now);
  if (codeHash === undefined) throw await explainNoTry(world, challenge);
  const today = await count(database, codeTriesKey(world, email), now, later(now, DAY_MS));
  if (today.count > TRIES_PER_DAY) throw new ShopError('CODE_TRIES_EXHAUSTED_TODAY', { retryAfterS: Math.ceil((today.resetsAt.getTime() - now.getTime()) / 1000) });
  if (!equalInConstantTime(codeHash, hashCode(world, email, purpose, code))) throw new ShopError('CODE_WRONG', { fields: { otp: 'That code is not right.' } });
  return {
    challenge,
    redeem: async (connection) => {
      if (!(await useCode(connection, email, purpose, codeHash))) throw new ShopError('CODE_USED');
      await emptyChallenges(connection, email, purpose);
    },
  };
};
