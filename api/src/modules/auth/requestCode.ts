import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Queryable } from '../../database/Database';
import { insertMail, type NewMail } from '../mail/mailsRepository';
import { findAccountByEmail } from './accountsRepository';
import { writeEmailChangeCodeMail, writeHasAccountMail, writeLoginCodeMail, writeRegisterCodeMail, writeResetCodeMail } from './authMails';
import { DAY_MS, HOUR_MS, later, MINUTE_MS, type AuthWorld } from './AuthWorld';
import { insertChallenge, putCode, type Challenge, type Purpose } from './challengesRepository';
import { takeMailTurn } from './limitsRepository';
import { networkOf } from './networkOf';
import { createCode, createSecret, hashSecret, keyedHash } from './secrets';

/** SECURITY, Code guessing and Mail bombing. */
const CODE_LIFETIME_MS = 10 * MINUTE_MS;
const CHALLENGE_LIFETIME_MS = { register: DAY_MS, login: HOUR_MS, reset: HOUR_MS, email: HOUR_MS } as const satisfies Record<Purpose, number>;
const mailLimits = (now: Date) =>
  [
    { of: 'email', most: 1, since: later(now, -MINUTE_MS) },
    { of: 'email', most: 5, since: later(now, -HOUR_MS) },
    { of: 'email', most: 10, since: later(now, -DAY_MS) },
    { of: 'network', most: 10, since: later(now, -HOUR_MS) },
  ] as const;

export const hashCode = ({ config }: AuthWorld, email: string, purpose: Purpose, code: string): string => keyedHash(config.authSecret, 'code', email, purpose, code);

const writeCodeMail = { register: writeRegisterCodeMail, login: writeLoginCodeMail, reset: writeResetCodeMail, email: writeEmailChangeCodeMail } satisfies Record<
  Purpose,
  (to: string, code: string) => NewMail
>;

/** To log in or to reset, the address must have an account; to get one, it must not. */
const needsAccount = { register: false, email: false, login: true, reset: true } as const satisfies Record<Purpose, boolean>;

const sendNothing = async (connection: Queryable, mail: NewMail, now: Date): Promise<void> => {
  await connection.query('SAVEPOINT decoy');
  await insertMail(connection, mail, now);
  await connection.query('ROLLBACK TO SAVEPOINT decoy');
};

/**
 * Makes and mails a code, unless this address or network had its share. Where the address is not one for this purpose, the same
 * work is done with a code that nobody is sent and nobody can guess (SECURITY, Enumeration).
 */
const sendCode = (world: AuthWorld, email: string, purpose: Purpose, network: string): Promise<void> =>
  world.database.transaction(async (connection) => {
    const now = world.clock.now();
    if (!(await takeMailTurn(connection, email, network, now, mailLimits(now)))) return;
    const account = await findAccountByEmail(connection, email);
    const code = createCode();
    const fits = Boolean(account) === needsAccount[purpose];
    await putCode(connection, email, purpose, fits ? hashCode(world, email, purpose, code) : createSecret(), later(now, CODE_LIFETIME_MS));
    if (fits) await insertMail(connection, writeCodeMail[purpose](email, code), now);
    else if (account) await insertMail(connection, writeHasAccountMail(email), now);
    else await sendNothing(connection, writeCodeMail[purpose](email, code), now);
  });

const networkKey = (world: AuthWorld, request: FastifyRequest): string => keyedHash(world.config.authSecret, 'network', networkOf(request.ip));

/** Sends a code once the answer has left, so that its time tells nothing of the address. */
export const sendCodeAfterReply = (world: AuthWorld, request: FastifyRequest, reply: FastifyReply, email: string, purpose: Purpose): void => {
  const network = networkKey(world, request);
  world.afterReply(reply, () => sendCode(world, email, purpose, network));
};

type NewChallenge = Pick<Challenge, 'purpose' | 'email'> & Partial<Omit<Challenge, 'idHash'>>;

/** Starts a challenge and sends its code. Answers SPEC's `user_id`. */
export const startChallenge = async (world: AuthWorld, request: FastifyRequest, reply: FastifyReply, challenge: NewChallenge): Promise<string> => {
  const id = createSecret();
  const now = world.clock.now();
  await insertChallenge(
    world.database,
    { idHash: hashSecret(id), name: null, phone: null, passwordHash: null, accountId: null, ...challenge },
    now,
    later(now, CHALLENGE_LIFETIME_MS[challenge.purpose]),
  );
  sendCodeAfterReply(world, request, reply, challenge.email, challenge.purpose);
  return id;
};
