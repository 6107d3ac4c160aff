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
import { requireWithinLimit } from '../../limits/requireWithinLimit';
import { addMs, DAY_MS, HOUR_MS, MINUTE_MS } from '../../clock';
import { insertChallenge, storeCode, resetAttempts, type Challenge, type Purpose } from './challengesRepository';
import { readKnownDevice } from './cookies';
import { reserveMailSlot, type MailLimit } from './limitsRepository';
import { hashNetwork } from './hashNetwork';
import { toMailbox } from './normalizeEmail';
import { createCode, createSecret, hashSecret, computeHmacs } from './secrets';
import { countEvent } from './securityEventsRepository';

/** security.md 1.3 and 1.6. */
const CODE_LIFETIME_MS = 10 * MINUTE_MS;
const CHALLENGE_LIFETIME_MS = {
  register: DAY_MS,
  login: HOUR_MS,
  reset: HOUR_MS,
  email: HOUR_MS,
} as const satisfies Record<Purpose, number>;
/** Limit of challenges per network, for all addresses: each is a row until it expires. */
const MAX_CHALLENGES_PER_NETWORK = 60;
const NETWORK_WINDOW_MS = 15 * MINUTE_MS;

/**
 * Limits of mails by mailbox and by network. Some are reserved for known devices, so that an attacker who requests
 * codes cannot keep the owner from getting one.
 */
const buildMailLimits = (now: Date, knownDevice: boolean): readonly MailLimit[] => [
  { of: 'email', knownDevice, max: 1, since: addMs(now, -MINUTE_MS) },
  { of: 'email', max: 5, since: addMs(now, -HOUR_MS) },
  { of: 'email', max: 10, since: addMs(now, -DAY_MS) },
  ...(knownDevice
    ? []
    : ([
        { of: 'email', knownDevice, max: 4, since: addMs(now, -HOUR_MS) },
        { of: 'email', knownDevice, max: 7, since: addMs(now, -DAY_MS) },
        { of: 'network', max: 10, since: addMs(now, -HOUR_MS) },
      ] as const)),
];

/** Returns the HMACs of a code under each auth secret: the first one is stored, any of them may match. */
export const hashCode = (
  { config }: AppContext,
  email: string,
  purpose: Purpose,
  code: string,
): readonly [string, ...string[]] => computeHmacs(config, 'code', email, purpose, code);

const writeCodeMail = {
  register: writeRegisterCodeMail,
  login: writeLoginCodeMail,
  reset: writeResetCodeMail,
  email: writeEmailChangeCodeMail,
} satisfies Record<Purpose, (to: string, code: string) => NewMail>;

/** Whether the address must (or must not) have an account. */
const needsAccount = { register: false, email: false, login: true, reset: true } as const satisfies Record<
  Purpose,
  boolean
>;

const writeDecoyMail = async (connection: Queryable, mail: NewMail, now: Date): Promise<void> => {
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
 * Creates and mails a code, unless the mailbox or network has reached its limit. If the address does not fit the
 * purpose, the same work is done with a code that is neither sent nor guessable (security.md 1.4).
 */
const sendCode = (
  context: AppContext,
  request: FastifyRequest,
  { email, purpose, challengeHash }: CodeRequest,
): Promise<void> =>
  context.database.transaction(async (connection) => {
    const now = context.clock.now();
    const account = await findAccountByEmail(connection, email);
    // A device is known to the mailbox's own account; for an email change the mailbox is not the requester's yet.
    const knownDevice =
      purpose !== 'email' && account !== undefined && readKnownDevice(context, request, account) !== undefined;
    const mailRequest = { mailbox: toMailbox(email), network: hashNetwork(context, request), knownDevice };
    if (!(await reserveMailSlot(connection, mailRequest, now, buildMailLimits(now, knownDevice)))) return;
    await resetAttempts(connection, challengeHash);
    const code = createCode();
    const isEligible = Boolean(account) === needsAccount[purpose];
    await storeCode(
      connection,
      email,
      purpose,
      isEligible ? hashCode(context, email, purpose, code)[0] : createSecret(),
      addMs(now, CODE_LIFETIME_MS),
    );
    if (purpose === 'reset')
      await countEvent(
        connection,
        { kind: 'reset-requested', accountId: account?.id ?? null, network: mailRequest.network, device: '' },
        now,
      );
    if (isEligible) await insertMail(connection, writeCodeMail[purpose](email, code), now);
    else if (account) await insertMail(connection, writeHasAccountMail(email), now);
    else await writeDecoyMail(connection, writeCodeMail[purpose](email, code), now);
  });

/** Sends a code after the reply, so that the response time reveals nothing about the address. */
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
  await requireWithinLimit(context, {
    key: `challenge:${hashNetwork(context, request)}`,
    max: MAX_CHALLENGES_PER_NETWORK,
    windowMs: NETWORK_WINDOW_MS,
  });
};

/** Starts a challenge and sends its code. Returns the `user_id` of the wire format. */
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
