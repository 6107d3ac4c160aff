import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Queryable } from '../../database/Database';
import { insertMail, type NewMail } from '../mail/mailsRepository';
import { findAccountByEmail } from './accountsRepository';
import {
  writeEmailChangeCodeMail,
  writeHasAccountMail,
  writeLoginCodeMail,
  writeRegisterCodeMail,
  writeResetCodeMail,
} from './authMails';
import { DAY_MS, HOUR_MS, later, MINUTE_MS, type AuthWorld } from './AuthWorld';
import { insertChallenge, storeCode, resetTries, type Challenge, type Purpose } from './challengesRepository';
import { readKnownDevice } from './cookies';
import { reserveMailSlot, type MailLimit } from './limitsRepository';
import { networkKey } from './networkKey';
import { mailboxOf } from './normalizeEmail';
import { createCode, createSecret, hashSecret, hmacs } from './secrets';
import { ShopError } from '../../http/ShopError';
import { secondsUntil } from '../../limits/Limits';
import { countEvent } from './securityEventsRepository';

/** security.md 1.3 and 1.6. */
const CODE_LIFETIME_MS = 10 * MINUTE_MS;
const CHALLENGE_LIFETIME_MS = {
  register: DAY_MS,
  login: HOUR_MS,
  reset: HOUR_MS,
  email: HOUR_MS,
} as const satisfies Record<Purpose, number>;
/** Challenges that one network may start, whomever for: each is a row until it expires. */
const CHALLENGES_PER_NETWORK = 60;
const NETWORK_WINDOW_MS = 15 * MINUTE_MS;

/**
 * Mails to one mailbox, and those that one network asks for. A device on which the account signed in before has a part
 * of them to itself, and a minute of its own: a stranger who asks and asks does not keep the owner from a code.
 */
const mailLimits = (now: Date, knownDevice: boolean): readonly MailLimit[] => [
  { of: 'email', knownDevice, most: 1, since: later(now, -MINUTE_MS) },
  { of: 'email', most: 5, since: later(now, -HOUR_MS) },
  { of: 'email', most: 10, since: later(now, -DAY_MS) },
  ...(knownDevice
    ? []
    : ([
        { of: 'email', knownDevice, most: 4, since: later(now, -HOUR_MS) },
        { of: 'email', knownDevice, most: 7, since: later(now, -DAY_MS) },
        { of: 'network', most: 10, since: later(now, -HOUR_MS) },
      ] as const)),
];

/** The HMACs of a code under each of the shop's secrets: the first is stored, any of them may be compared. */
export const hashCode = (
  { config }: AuthWorld,
  email: string,
  purpose: Purpose,
  code: string,
): readonly [string, ...string[]] => hmacs(config, 'code', email, purpose, code);

const writeCodeMail = {
  register: writeRegisterCodeMail,
  login: writeLoginCodeMail,
  reset: writeResetCodeMail,
  email: writeEmailChangeCodeMail,
} satisfies Record<Purpose, (to: string, code: string) => NewMail>;

/** To log in or to reset, the address must have an account; to get one, it must not. */
const needsAccount = { register: false, email: false, login: true, reset: true } as const satisfies Record<
  Purpose,
  boolean
>;

const sendNothing = async (connection: Queryable, mail: NewMail, now: Date): Promise<void> => {
  await connection.query('SAVEPOINT decoy');
  await insertMail(connection, mail, now);
  await connection.query('ROLLBACK TO SAVEPOINT decoy');
};

interface CodeRequest {
  readonly email: string;
  readonly purpose: Purpose;
  readonly challengeHash: string;
}

/**
 * Makes and mails a code, unless this mailbox or network has had its share. Where the address is not one for this
 * purpose, the same work is done with a code that nobody is sent and nobody can guess (security.md 1.4).
 */
const sendCode = (
  world: AuthWorld,
  request: FastifyRequest,
  { email, purpose, challengeHash }: CodeRequest,
): Promise<void> =>
  world.database.transaction(async (connection) => {
    const now = world.clock.now();
    const account = await findAccountByEmail(connection, email);
    // Known to the mailbox's own account: whoever asks to move to an address is a stranger to it.
    const knownDevice =
      purpose !== 'email' && account !== undefined && readKnownDevice(world, request, account) !== undefined;
    const asker = { mailbox: mailboxOf(email), network: networkKey(world, request), knownDevice };
    if (!(await reserveMailSlot(connection, asker, now, mailLimits(now, knownDevice)))) return;
    await resetTries(connection, challengeHash);
    const code = createCode();
    const fits = Boolean(account) === needsAccount[purpose];
    await storeCode(
      connection,
      email,
      purpose,
      fits ? hashCode(world, email, purpose, code)[0] : createSecret(),
      later(now, CODE_LIFETIME_MS),
    );
    if (purpose === 'reset')
      await countEvent(
        connection,
        { kind: 'reset-requested', accountId: account?.id ?? null, network: asker.network, device: '' },
        now,
      );
    if (fits) await insertMail(connection, writeCodeMail[purpose](email, code), now);
    else if (account) await insertMail(connection, writeHasAccountMail(email), now);
    else await sendNothing(connection, writeCodeMail[purpose](email, code), now);
  });

/** Sends a code once the answer has left, so that its time tells nothing of the address. */
export const sendCodeAfterReply = (
  world: AuthWorld,
  request: FastifyRequest,
  reply: FastifyReply,
  { email, purpose, idHash }: Pick<Challenge, 'email' | 'purpose' | 'idHash'>,
): void => {
  world.afterReply(reply, () => sendCode(world, request, { email, purpose, challengeHash: idHash }));
};

type NewChallenge = Pick<Challenge, 'purpose' | 'email'> & Partial<Omit<Challenge, 'idHash'>>;

/** Counts challenges by network, before anything is hashed or stored. @throws {ShopError} TOO_MANY_ATTEMPTS. */
export const limitChallenges = async (world: AuthWorld, request: FastifyRequest): Promise<void> => {
  const refusedUntil = await world.limits.take({
    key: `challenge:${networkKey(world, request)}`,
    most: CHALLENGES_PER_NETWORK,
    windowMs: NETWORK_WINDOW_MS,
  });
  if (refusedUntil)
    throw new ShopError('TOO_MANY_ATTEMPTS', { retryAfterS: secondsUntil(world.clock.now(), refusedUntil) });
};

/** Starts a challenge and sends its code. Returns the `user_id` on the wire. */
export const startChallenge = async (
  world: AuthWorld,
  request: FastifyRequest,
  reply: FastifyReply,
  given: NewChallenge,
): Promise<string> => {
  const id = createSecret();
  const now = world.clock.now();
  const challenge = { idHash: hashSecret(id), name: null, phone: null, passwordHash: null, accountId: null, ...given };
  await insertChallenge(world.database, challenge, now, later(now, CHALLENGE_LIFETIME_MS[challenge.purpose]));
  sendCodeAfterReply(world, request, reply, challenge);
  return id;
};
