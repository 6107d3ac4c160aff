import type {
  changePassword as changePasswordEndpoint,
  getMe,
  requestEmailChange as requestEmailChangeEndpoint,
  RequestOf,
  ResponseOf,
  verifyEmailChange as verifyEmailChangeEndpoint,
} from '@shop/shared/contracts';
import type { Queryable } from '../../database/Database';
import { ShopError } from '../../http/ShopError';
import { secondsUntil } from '../../limits/Limits';
import { insertMail } from '../mail/mailsRepository';
import {
  deleteGrants,
  findAccount,
  forgetDevices,
  insertEvent,
  lockAccount,
  updateEmail,
  updatePassword,
  type Account,
  type LockedAccount,
} from './accountsRepository';
import { writeEmailChangedMail, writePasswordChangedMail } from './authMails';
import type { AppContext } from '../../AppContext';
import { HOUR_MS } from '../../clock';
import { deleteCodes } from './challengesRepository';
import { normalizeEmail } from './normalizeEmail';
import { networkKey } from './networkKey';
import type { Caller, Hashing } from './PasswordHasher';
import { requireUncommonPassword } from './requireUncommonPassword';
import { limitChallenges, startChallenge } from './requestCode';
import { openSession, toUser, deriveCsrfToken, type Visitor } from './sessions';
import { deleteSessions, hasSession } from './sessionsRepository';
import { checkPassword, type RequestContext } from './signIn';
import { verifyCode } from './verifyCode';

type MeAnswer = ResponseOf<typeof getMe>;

export const requireAccount = async ({ database }: AppContext, { accountId }: Visitor): Promise<Account> => {
  const account = await findAccount(database, accountId);
  if (!account) throw new ShopError('UNAUTHENTICATED');
  return account;
};

export const answerMe = (account: Account, token: string, message: string): MeAnswer => ({
  status: true,
  message,
  user: toUser(account),
  token,
  ways: { password: account.passwordHash !== null, google: account.hasGoogle },
});

export const readMe = async (context: AppContext, visitor: Visitor): Promise<MeAnswer> =>
  answerMe(await requireAccount(context, visitor), deriveCsrfToken(context, visitor.secret), 'Your account');

/** Whoever has a session, or a grant, of an account hashes as a device that it knows. */
export const ownerLane = (
  context: AppContext,
  { request }: Pick<RequestContext, 'request'>,
  { id }: Pick<Account, 'id'>,
): Caller => ({ lane: 'known', account: id, network: networkKey(context, request) });

/**
 * Holds the account for a change, if all is still as it was when the password was checked: a reset or a log-out that
 * came in between has ended this session. @throws {ShopError} UNAUTHENTICATED.
 */
export const lockForChange = async (
  connection: Queryable,
  { accountId, sessionId }: Visitor,
  checked?: Account,
): Promise<LockedAccount> => {
  const account = await lockAccount(connection, accountId);
  const isAsChecked = checked === undefined || account?.passwordHash === checked.passwordHash;
  if (!account || !isAsChecked || !(await hasSession(connection, account, sessionId)))
    throw new ShopError('UNAUTHENTICATED');
  return account;
};

/**
 * A session left open on a desk is not enough to take an account over: the current password is asked for.
 * @throws {ShopError} INVALID_FORM; UNAUTHENTICATED where a reset or a log-out ended the session meanwhile: then the
 * password is another one.
 */
export const requireCurrentPassword = async (
  context: AppContext,
  hashing: Hashing,
  exchange: RequestContext,
  visitor: Visitor,
  account: Account,
  password: string,
): Promise<void> => {
  if (account.passwordHash === null) {
    throw new ShopError('INVALID_FORM', {
      fields: {
        current_password: 'This account has no password yet. Choose "Forgot password?" on the login page to set one.',
      },
    });
  }
  try {
    await checkPassword(context, hashing, exchange, { email: account.email, account, password });
  } catch (error) {
    if (!(error instanceof ShopError && error.code === 'INVALID_CREDENTIALS')) throw error;
    await context.database.transaction((connection) => lockForChange(connection, visitor));
    throw new ShopError('INVALID_FORM', { fields: { current_password: 'This is not your current password.' } });
  }
};

/**
 * Ends what was proved before a change of password or address: sessions, codes, and the right to choose a new password.
 */
const endEarlierProofs = async (connection: Queryable, account: LockedAccount): Promise<void> => {
  await deleteSessions(connection, account.id);
  await deleteCodes(connection, account);
  await deleteGrants(connection, account.id);
};

/** Logs out everywhere: also what could open or change the account without a session. */
export const endAllSessions = ({ database, clock }: AppContext, visitor: Visitor): Promise<void> =>
  database.transaction(async (connection) => {
    const account = await lockForChange(connection, visitor);
    await endEarlierProofs(connection, account);
    await forgetDevices(connection, account.id);
    await insertEvent(connection, account.id, 'logged-out-everywhere', '', clock.now());
  });

export const changePassword = async (
  context: AppContext,
  exchange: RequestContext,
  visitor: Visitor,
  body: RequestOf<typeof changePasswordEndpoint>['body'],
): Promise<MeAnswer> => {
  const checked = await requireAccount(context, visitor);
  requireUncommonPassword(body.password);
  const passwordHash = await context.hasher.admit(ownerLane(context, exchange, checked), async (hashing) => {
    await requireCurrentPassword(context, hashing, exchange, visitor, checked, body.current_password);
    return hashing.hash(body.password);
  });
  const { account, session } = await context.database.transaction(async (connection) => {
    const now = context.clock.now();
    const account = await lockForChange(connection, visitor, checked);
    await updatePassword(connection, account.id, passwordHash);
    await endEarlierProofs(connection, account);
    const deviceEpoch = await forgetDevices(connection, account.id);
    await insertEvent(connection, account.id, 'password-changed', '', now);
    await insertMail(
      connection,
      writePasswordChangedMail(account.email, account.hasGoogle ? 'connected' : 'none'),
      now,
    );
    return {
      account,
      session: await openSession(context, connection, exchange, {
        account: { ...account, deviceEpoch },
        remember: visitor.remembered,
      }),
    };
  });
  session.setCookies();
  return answerMe(
    { ...account, passwordHash },
    session.token,
    'Your password is changed. Your other devices are logged out.',
  );
};

/** Codes for other addresses that an account may ask for: each is a mail to somebody who may not know it. */
const EMAIL_CHANGES_PER_HOUR = 10;

/** @throws {ShopError} TOO_MANY_ATTEMPTS. */
const limitEmailChanges = async (context: AppContext, { request }: RequestContext, { id }: Account): Promise<void> => {
  await limitChallenges(context, request);
  const refusedUntil = await context.limits.take({
    key: `email-change:${id}`,
    most: EMAIL_CHANGES_PER_HOUR,
    windowMs: HOUR_MS,
  });
  if (refusedUntil)
    throw new ShopError('TOO_MANY_ATTEMPTS', { retryAfterS: secondsUntil(context.clock.now(), refusedUntil) });
};

/** Sends a code to the new address; nothing changes before it is verified. */
export const requestEmailChange = async (
  context: AppContext,
  exchange: RequestContext,
  visitor: Visitor,
  body: RequestOf<typeof requestEmailChangeEndpoint>['body'],
): Promise<string> => {
  const account = await requireAccount(context, visitor);
  await limitEmailChanges(context, exchange, account);
  await context.hasher.admit(ownerLane(context, exchange, account), (hashing) =>
    requireCurrentPassword(context, hashing, exchange, visitor, account, body.current_password),
  );
  const email = normalizeEmail(body.email);
  if (email === account.email)
    throw new ShopError('INVALID_FORM', { fields: { email: 'This is your address already.' } });
  return startChallenge(context, exchange.request, exchange.reply, { purpose: 'email', email, accountId: account.id });
};

export const verifyEmailChange = async (
  context: AppContext,
  exchange: RequestContext,
  visitor: Visitor,
  body: RequestOf<typeof verifyEmailChangeEndpoint>['body'],
): Promise<MeAnswer> => {
  const { challenge, redeem } = await verifyCode(context, exchange, body, ['email'], visitor.accountId);
  const { account, session } = await context.database.transaction(async (connection) => {
    const now = context.clock.now();
    const account = await lockForChange(connection, visitor);
    await redeem(connection);
    if (!(await updateEmail(connection, account.id, challenge.email))) throw new ShopError('CODE_REFUSED');
    await endEarlierProofs(connection, account);
    await insertEvent(connection, account.id, 'email-changed', '', now);
    await insertMail(connection, writeEmailChangedMail(account.email), now);
    return {
      account,
      session: await openSession(context, connection, exchange, { account, remember: visitor.remembered }),
    };
  });
  session.setCookies();
  return answerMe({ ...account, email: challenge.email }, session.token, 'Your email address is changed.');
};
