import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Queryable } from '../../database/Database';
import { insertLetter } from '../mail/insertLetter';
import type { Letter } from '../mail/Letter';
import type { MailSender } from '../mail/writeMail';
import { findAccountByEmail } from './accountsRepository';
import {
  writeEmailChangeCodeMail,
  writeHasAccountMail,
  writeLoginCodeMail,
  readMailSender,
  writeRegisterCodeMail,
  writeResetCodeMail,
} from './authMails';
import type { AppContext } from '../../AppContext';
import { limitNetworks } from '../../limits/limitNetworks';
import { getSecondsUntil } from '../../limits/Limits';
import { requireWithinLimit } from '../../limits/requireWithinLimit';
import { addMs, DAY_MS, HOUR_MS, MINUTE_MS } from '../../clock';
import { insertChallenge, storeCode, resetAttempts, type Challenge, type Purpose } from './challengesRepository';
import { readDeviceOfAnyAccount, readKnownDevice } from './cookies';
import { reserveMailSlot, type MailLimit } from './limitsRepository';
import { hashNetwork } from './hashNetwork';
import { toMailbox } from './normalizeEmail';
import { createCode, createSecret, hashSecret, computeHmacs, hmac } from '../../secrets';
import { countEvent } from './securityEventsRepository';

/** security.md 1.3 and 1.6. */
export const CODE_LIFETIME_MS = 10 * MINUTE_MS;
/** As long as requests of strangers can keep a mailbox from getting another mail. */
export const LINK_LIFETIME_MS = DAY_MS;
const CHALLENGE_LIFETIME_MS = {
  register: DAY_MS,
  login: HOUR_MS,
  reset: HOUR_MS,
  email: HOUR_MS,
} as const satisfies Record<Purpose, number>;
/**
 * Limits of codes asked for by one network, for all addresses: allow a class, an office, or the customers behind a
 * carrier's NAT. Known devices have a limit of their own.
 */
const MAX_CODES_PER_NETWORK_AND_HOUR = 150;
const MAX_CODES_PER_NETWORK_AND_DAY = 600;
const MAX_CODES_PER_DEVICE_AND_HOUR = 30;

/**
 * Limits of mails by mailbox. Some are reserved for known devices, so that an attacker who requests codes cannot keep
 * the owner from getting one.
 */
const buildMailLimits = (purpose: Purpose, knownDevice: boolean): readonly MailLimit[] => [
  { purpose, knownDevice, max: 1, windowMs: MINUTE_MS },
  { max: 5, windowMs: HOUR_MS },
  { max: 10, windowMs: DAY_MS },
  ...(knownDevice
    ? []
    : [
        { knownDevice, max: 4, windowMs: HOUR_MS },
        { knownDevice, max: 7, windowMs: DAY_MS },
      ]),
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
} satisfies Record<Purpose, (sender: MailSender, to: string, code: string, key: string) => Letter>;

/** Whether the address must (or must not) have an account. */
const needsAccount = { register: false, email: false, login: true, reset: true } as const satisfies Record<
  Purpose,
  boolean
>;

const writeDecoyMail = async (connection: Queryable, mail: Letter, now: Date): Promise<void> => {
  await connection.query('SAVEPOINT decoy');
  await insertLetter(connection, mail, now);
  await connection.query('ROLLBACK TO SAVEPOINT decoy');
};

type CodeRequest = Pick<Challenge, 'email' | 'purpose' | 'idHash'>;

/**
 * True if the mailbox's own account has signed in on this device. The account is looked up only for devices that any
 * account has used: the duration tells a stranger nothing.
 */
const isKnownDevice = async (
  context: AppContext,
  request: FastifyRequest,
  { email, purpose }: Pick<CodeRequest, 'email' | 'purpose'>,
): Promise<boolean> => {
  // For an email change the mailbox is not the requester's yet.
  if (purpose === 'email' || readDeviceOfAnyAccount(context, request) === undefined) return false;
  const account = await findAccountByEmail(context.database, email);
  return account !== undefined && readKnownDevice(context, request, account) !== undefined;
};

/**
 * Creates and mails a code. If the address does not fit the purpose, the same work is done with a code that is neither
 * sent nor guessable (security.md 1.4).
 */
const sendCode = (
  context: AppContext,
  request: FastifyRequest,
  { email, purpose, idHash }: CodeRequest,
  knownDevice: boolean,
): Promise<void> =>
  context.database.transaction(async (connection) => {
    const now = context.clock.now();
    const account = await findAccountByEmail(connection, email);
    await resetAttempts(connection, idHash);
    const [code, key] = [createCode(), createSecret()];
    const isEligible = Boolean(account) === needsAccount[purpose];
    const codeHash = isEligible ? hashCode(context, email, purpose, code)[0] : createSecret();
    // Who registers an address that has an account gets a link that logs in.
    const needsLink = isEligible || account !== undefined;
    const stored = { codeHash, linkHash: hashSecret(needsLink ? key : createSecret()), knownDevice };
    await storeCode(connection, { ...stored, email, purpose: account && !isEligible ? 'login' : purpose }, now);
    if (purpose === 'reset')
      await countEvent(
        connection,
        {
          kind: 'reset-requested',
          accountId: account?.id ?? null,
          network: hashNetwork(context, request),
          device: '',
        },
        now,
      );
    const sender = readMailSender(context, request);
    const mail = writeCodeMail[purpose](sender, email, code, key);
    if (isEligible) await insertLetter(connection, mail, now);
    else if (account) await insertLetter(connection, writeHasAccountMail(sender, email, key), now);
    else await writeDecoyMail(connection, mail, now);
  });

/** What a request for a code tells, whether or not the address has an account. */
export interface CodeAnswer {
  /** False if the mailbox has got as many codes as it can for now. */
  readonly code_sent: boolean;
  /** Seconds until the next code can be sent. */
  readonly next_code_s: number;
}

/**
 * Reserves the mail of a code, and sends it after the reply, so that the response time reveals nothing about the
 * address.
 */
export const requestCode = async (
  context: AppContext,
  request: FastifyRequest,
  reply: FastifyReply,
  code: CodeRequest,
): Promise<CodeAnswer> => {
  const now = context.clock.now();
  const knownDevice = await isKnownDevice(context, request, code);
  const { purpose } = code;
  const mailbox = toMailbox(code.email);
  const { isGranted, nextAt } = await context.database.transaction((connection) =>
    reserveMailSlot(connection, { mailbox, purpose, knownDevice }, now, buildMailLimits(purpose, knownDevice)),
  );
  if (isGranted) context.afterReply(reply, () => sendCode(context, request, code, knownDevice));
  return { code_sent: isGranted, next_code_s: getSecondsUntil(now, nextAt) };
};

type NewChallenge = Pick<Challenge, 'purpose' | 'email'> & Partial<Omit<Challenge, 'idHash'>>;

/**
 * Counts requests for codes by network, or by a device on which accounts have signed in, before anything is hashed or
 * stored. @throws {ShopError} TOO_MANY_ATTEMPTS.
 */
export const limitCodes = async (context: AppContext, request: FastifyRequest): Promise<void> => {
  const device = readDeviceOfAnyAccount(context, request);
  const limits =
    device === undefined
      ? [
          ...limitNetworks(context, request.ip, {
            kind: 'codes',
            max: MAX_CODES_PER_NETWORK_AND_HOUR,
            windowMs: HOUR_MS,
          }),
          ...limitNetworks(context, request.ip, {
            kind: 'codes-day',
            max: MAX_CODES_PER_NETWORK_AND_DAY,
            windowMs: DAY_MS,
          }),
        ]
      : {
          key: `codes-device:${hmac(context.config.authSecret, 'codes-device', device)}`,
          max: MAX_CODES_PER_DEVICE_AND_HOUR,
          windowMs: HOUR_MS,
        };
  await requireWithinLimit(context, limits);
};

/** Starts a challenge and sends its code. `user_id` is that of the wire format. */
export const startChallenge = async (
  context: AppContext,
  request: FastifyRequest,
  reply: FastifyReply,
  given: NewChallenge,
): Promise<CodeAnswer & { readonly user_id: string }> => {
  const user_id = createSecret();
  const now = context.clock.now();
  const challenge = {
    idHash: hashSecret(user_id),
    name: null,
    phone: null,
    passwordHash: null,
    accountId: null,
    ...given,
  };
  await insertChallenge(context.database, challenge, now, addMs(now, CHALLENGE_LIFETIME_MS[challenge.purpose]));
  return { user_id, ...(await requestCode(context, request, reply, challenge)) };
};
