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
import type { AppContext } from '../../AppContext';
import { addMs, DAY_MS, HOUR_MS, MINUTE_MS } from '../../clock';
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
  { of: 'email', knownDevice, most: 1, since: addMs(now, -MINUTE_MS) },
  { of: 'email', most: 5, since: addMs(now, -HOUR_MS) },
  { of: 'email', most: 10, since: addMs(now, -DAY_MS) },
  ...(knownDevice
    ? []
    : ([
        { of: 'email', knownDevice, most: 4, since: addMs(now, -HOUR_MS) },
        { of: 'email', knownDevice, most: 7, since: addMs(now, -DAY_MS) },
        { of: 'network', most: 10, since: addMs(now, -HOUR_MS) },
      ] as const)),
];

/** The HMACs of a code under each of the shop's secrets: the first is stored, any of them may be compared. */
export const hashCode = (
  { config }: AppContext,
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
  context: AppContext,
  request: FastifyRequest,
  { email, purpose, challengeHash }: CodeRequest,
): Promise<void> =>
  context.database.transaction(async (connection) => {
    const now = context.clock.now();
    const account = await findAccountByEmail(connection, email);
    // Known to the mailbox's own account: whoever asks to move to an address is a stranger to it.
    const knownDevice =
      purpose !== 'email' && account !== undefined && readKnownDevice(context, request, account) !== undefined;
    const asker = { mailbox: mailboxOf(email), network: networkKey(context, request), knownDevice };
    if (!(await reserveMailSlot(connection, asker, now, mailLimits(now, knownDevice)))) return;
    await resetTries(connection, challengeHash);
    const code = createCode();
    const fits = Boolean(account) === needsAccount[purpose];
    await storeCode(
      connection,
      email,
      purpose,
      fits ? hashCode(context, email, purpose, code)[0] : createSecret(),
      addMs(now, CODE_LIFETIME_MS),
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
  context: AppContext,
  request: FastifyRequest,
  reply: FastifyReply,
  { email, purpose, idHash }: Pick<Challenge, 'email' | 'purpose' | 'idHash'>,
): void => {
  context.afterReply(reply, () => sendCode(context, request, { email, purpose, challengeHash: idHash }));
};

type NewChallenge = Pick<Challenge, 'purpose' | 'email'> & Partial<Omit<Challenge, 'idHash'>>;

/** Counts challenges by network, before anything is hashed or stored. @throws {ShopError} TOO_MANY_ATTEMPTS. */
export const limitChallenges = async (context: AppContext, request: FastifyRequest): Promise<void> => {
  const refusedUntil = await context.limits.take({
    key: `challenge:${networkKey(context, request)}`,
    most: CHALLENGES_PER_NETWORK,
    windowMs: NETWORK_WINDOW_MS,
  });
  if (refusedUntil)
    throw new ShopError('TOO_MANY_ATTEMPTS', { retryAfterS: secondsUntil(context.clock.now(), refusedUntil) });
};

/** Starts a challenge and sends its code. Returns the `user_id` on the wire. */
export const startChallenge = async (
  context: AppContext,
  request: FastifyRequest,
  reply: FastifyReply,
  given: NewChallenge,
): Promise<string> => {
  const id = createSecret();
  const now = context.clock.now();
  const challenge = { idHash: hashSecret(id), name: null, phone: null, passwordHash: null, accountId: null, ...given };
  await insertChallenge(context.database, challenge, now, addMs(now, CHALLENGE_LIFETIME_MS[challenge.purpose]));
  sendCodeAfterReply(context, request, reply, challenge);
  return id;
};
