import type {
  changePassword as changePasswordEndpoint,
  getMe,
  requestEmailChange as requestEmailChangeEndpoint,
  RequestOf,
  ResponseOf,
  verifyEmailChange as verifyEmailChangeEndpoint,
} from '@shop/contracts';
import type { Queryable } from '../../database/Database';
import { ShopError } from '../../http/ShopError';
import { insertLetter } from '../mail/insertLetter';
import {
  deleteGrants,
  findAccount,
  revokeDevices,
  insertEvent,
  lockAccount,
  updateEmail,
  updatePassword,
  type Account,
  type LockedAccount,
} from './accountsRepository';
import { readMailSender, writeEmailChangedMail, writePasswordChangedMail } from './authMails';
import type { AppContext } from '../../AppContext';
import { requireWithinLimit } from '../../limits/requireWithinLimit';
import { HOUR_MS } from '../../clock';
import { deleteCodes } from './challengesRepository';
import { normalizeEmail } from './normalizeEmail';
import { hashNetwork } from './hashNetwork';
import type { Caller, Hashing } from './PasswordHasher';
import { requireUncommonPassword } from './requireUncommonPassword';
import { limitCodes, startChallenge, type CodeAnswer } from './requestCode';
import { openSession, toUser, deriveCsrfToken } from './sessions';
import type { RequestContext } from '../../http/RequestContext';
import type { Session } from '../../http/Session';
import { deleteSessions, hasSession } from './sessionsRepository';
import { checkPassword } from './signIn';
import { verifyCode } from './verifyCode';

type MeResponse = ResponseOf<typeof getMe>;

export const requireAccount = async ({ database }: AppContext, { accountId }: Session): Promise<Account> => {
  const account = await findAccount(database, accountId);
  if (!account) throw new ShopError('UNAUTHENTICATED');
  return account;
};

export const buildMeResponse = (account: Account, token: string, message: string): MeResponse => ({
  status: true,
  message,
  user: toUser(account),
  token,
  ways: { password: account.passwordHash !== null, google: account.hasGoogle },
});

export const readMe = async (context: AppContext, session: Session): Promise<MeResponse> =>
  buildMeResponse(await requireAccount(context, session), deriveCsrfToken(context, session.secret), 'Your account');

/** Returns the lane for a client with a session or grant of the account: that of known devices. */
export const buildOwnerCaller = (
  context: AppContext,
  { request }: Pick<RequestContext, 'request'>,
  { id }: Pick<Account, 'id'>,
): Caller => ({ lane: 'known', account: id, network: hashNetwork(context, request) });

/**
 * Locks the account for a change. @throws {ShopError} UNAUTHENTICATED if the password was changed or the session ended
 * since they were checked.
 */
export const lockForChange = async (
  connection: Queryable,
  { accountId, sessionId }: Session,
  checked?: Account,
): Promise<LockedAccount> => {
  const account = await lockAccount(connection, accountId);
  const isPasswordUnchanged = checked === undefined || account?.passwordHash === checked.passwordHash;
  if (!account || !isPasswordUnchanged || !(await hasSession(connection, account, sessionId)))
    throw new ShopError('UNAUTHENTICATED');
  return account;
};

/**
 * Requires the current password, so that an unattended session is not enough to take over an account.
 * @throws {ShopError} INVALID_FORM if it is wrong; UNAUTHENTICATED if the session has ended in the meantime.
 */
export const requireCurrentPassword = async (
  context: AppContext,
  hashing: Hashing,
  request: RequestContext,
  session: Session,
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
    await checkPassword(context, hashing, request, { email: account.email, account, password });
  } catch (error) {
    if (!(error instanceof ShopError && error.code === 'INVALID_CREDENTIALS')) throw error;
    await context.database.transaction((connection) => lockForChange(connection, session));
    throw new ShopError('INVALID_FORM', { fields: { current_password: 'This is not your current password.' } });
  }
};

/** Revokes sessions, codes and reset grants after a change of password or address. */
const revokeProofs = async (connection: Queryable, account: LockedAccount): Promise<void> => {
  await deleteSessions(connection, account.id);
  await deleteCodes(connection, account);
  await deleteGrants(connection, account.id);
};

/** Logs out everywhere. Also revokes codes, grants and known devices. */
export const endAllSessions = ({ database, clock }: AppContext, session: Session): Promise<void> =>
  database.transaction(async (connection) => {
    const account = await lockForChange(connection, session);
    await revokeProofs(connection, account);
    await revokeDevices(connection, account.id);
    await insertEvent(connection, account.id, 'logged-out-everywhere', '', clock.now());
  });

export const changePassword = async (
  context: AppContext,
  request: RequestContext,
  session: Session,
  body: RequestOf<typeof changePasswordEndpoint>['body'],
): Promise<MeResponse> => {
  const checked = await requireAccount(context, session);
  requireUncommonPassword(body.password);
  const passwordHash = await context.hasher.admit(buildOwnerCaller(context, request, checked), async (hashing) => {
    await requireCurrentPassword(context, hashing, request, session, checked, body.current_password);
    return hashing.hash(body.password);
  });
  const { account, newSession } = await context.database.transaction(async (connection) => {
    const now = context.clock.now();
    const account = await lockForChange(connection, session, checked);
    await updatePassword(connection, account.id, passwordHash);
    await revokeProofs(connection, account);
    const deviceEpoch = await revokeDevices(connection, account.id);
    await insertEvent(connection, account.id, 'password-changed', '', now);
    await insertLetter(
      connection,
      writePasswordChangedMail(
        readMailSender(context, request.request),
        account.email,
        account.hasGoogle ? 'connected' : 'none',
      ),
      now,
    );
    return {
      account,
      newSession: await openSession(context, connection, request, {
        account: { ...account, deviceEpoch },
        remember: session.remembered,
      }),
    };
  });
  newSession.setCookies();
  return buildMeResponse(
    { ...account, passwordHash },
    newSession.token,
    'Your password is changed. Your other devices are logged out.',
  );
};

/** Limits mails to new addresses, whose owners may not have asked for them. */
const MAX_EMAIL_CHANGES_PER_HOUR = 10;

/** @throws {ShopError} TOO_MANY_ATTEMPTS. */
const limitEmailChanges = async (context: AppContext, { request }: RequestContext, { id }: Account): Promise<void> => {
  await limitCodes(context, request);
  await requireWithinLimit(context, {
    key: `email-change:${id}`,
    max: MAX_EMAIL_CHANGES_PER_HOUR,
    windowMs: HOUR_MS,
  });
};

/** Sends a code to the new address, which must be verified before it is used. */
export const requestEmailChange = async (
  context: AppContext,
  request: RequestContext,
  session: Session,
  body: RequestOf<typeof requestEmailChangeEndpoint>['body'],
): Promise<CodeAnswer & { readonly user_id: string }> => {
  const account = await requireAccount(context, session);
  await limitEmailChanges(context, request, account);
  await context.hasher.admit(buildOwnerCaller(context, request, account), (hashing) =>
    requireCurrentPassword(context, hashing, request, session, account, body.current_password),
  );
  const email = normalizeEmail(body.email);
  if (email === account.email)
    throw new ShopError('INVALID_FORM', { fields: { email: 'This is already your address.' } });
  return startChallenge(context, request.request, request.reply, { purpose: 'email', email, accountId: account.id });
};

export const verifyEmailChange = async (
  context: AppContext,
  request: RequestContext,
  session: Session,
  body: RequestOf<typeof verifyEmailChangeEndpoint>['body'],
): Promise<MeResponse> => {
  const { challenge, redeem } = await verifyCode(context, request, body, ['email'], session.accountId);
  const { account, newSession } = await context.database.transaction(async (connection) => {
    const now = context.clock.now();
    const account = await lockForChange(connection, session);
    await redeem(connection);
    if (!(await updateEmail(connection, account.id, challenge.email))) throw new ShopError('CODE_REFUSED');
    await revokeProofs(connection, account);
    await insertEvent(connection, account.id, 'email-changed', '', now);
    await insertLetter(connection, writeEmailChangedMail(readMailSender(context, request.request), account.email), now);
    return {
      account,
      newSession: await openSession(context, connection, request, { account, remember: session.remembered }),
    };
  });
  newSession.setCookies();
  return buildMeResponse({ ...account, email: challenge.email }, newSession.token, 'Your email address is changed.');
};
