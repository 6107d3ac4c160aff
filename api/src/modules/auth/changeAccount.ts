import type { changePassword as changePasswordEndpoint, getMe, requestEmailChange as requestEmailChangeEndpoint, RequestOf, ResponseOf, verifyEmailChange as verifyEmailChangeEndpoint } from '@shop/shared/contracts';
import type { Queryable } from '../../database/Database';
import { ShopError } from '../../http/ShopError';
import { insertMail } from '../mail/mailsRepository';
import { deleteGrants, findAccount, forgetDevices, insertEvent, updateEmail, updatePassword, type Account } from './accountsRepository';
import { writeEmailChangedMail, writePasswordChangedMail } from './authMails';
import type { AuthWorld } from './AuthWorld';
import { deleteCodes } from './challengesRepository';
import { normalizeEmail } from './normalizeEmail';
import type { Hashing } from './PasswordHasher';
import { requireUncommonPassword } from './requireUncommonPassword';
import { startChallenge } from './requestCode';
import { openSession, toUser, tokenOf, type Visitor } from './sessions';
import { deleteSessions } from './sessionsRepository';
import { checkPassword, type Exchange } from './signIn';
import { verifyCode } from './verifyCode';

type MeAnswer = ResponseOf<typeof getMe>;

export const requireAccount = async ({ database }: AuthWorld, { accountId }: Visitor): Promise<Account> => {
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

export const readMe = async (world: AuthWorld, visitor: Visitor): Promise<MeAnswer> => answerMe(await requireAccount(world, visitor), tokenOf(world, visitor.secret), 'Your account');

/** A session left open on a desk is not enough to take an account over: the current password is asked for. */
export const requireCurrentPassword = async (world: AuthWorld, hashing: Hashing, exchange: Exchange, account: Account, password: string): Promise<void> => {
  if (account.passwordHash === null) {
    throw new ShopError('INVALID_FORM', { fields: { current_password: 'This account has no password yet. Choose "Forgot password?" on the login page to set one.' } });
  }
  await checkPassword(world, hashing, exchange, { email: account.email, account, password }).catch((error: unknown) => {
    if (error instanceof ShopError && error.code === 'INVALID_CREDENTIALS') throw new ShopError('INVALID_FORM', { fields: { current_password: 'This is not your current password.' } });
    throw error;
  });
};

/** Ends what was proved before a change of password or address: sessions, codes, and the right to choose a new password. */
const endEarlierProofs = async (connection: Queryable, account: Account): Promise<void> => {
  await deleteSessions(connection, account.id);
  // Codes before grants: a code that is being turned into a grant right now is waited for, and its grant is then found.
  await deleteCodes(connection, account);
  await deleteGrants(connection, account.id);
};

export const changePassword = async (world: AuthWorld, exchange: Exchange, visitor: Visitor, body: RequestOf<typeof changePasswordEndpoint>['body']): Promise<MeAnswer> => {
  const account = await requireAccount(world, visitor);
  requireUncommonPassword(body.password);
  const passwordHash = await world.hasher.admit({ lane: 'known', key: account.id }, async (hashing) => {
    await requireCurrentPassword(world, hashing, exchange, account, body.current_password);
    return hashing.hash(body.password);
  });
  const session = await world.database.transaction(async (connection) => {
    const now = world.clock.now();
    await updatePassword(connection, account.id, passwordHash);
    await endEarlierProofs(connection, account);
    const deviceEpoch = await forgetDevices(connection, account.id);
    await insertEvent(connection, account.id, 'password-changed', '', now);
    await insertMail(connection, writePasswordChangedMail(account.email, account.hasGoogle ? 'connected' : 'none'), now);
    return openSession(world, connection, exchange, { account: { ...account, deviceEpoch }, remember: visitor.remembered });
  });
  session.setCookies();
  return answerMe({ ...account, passwordHash }, session.token, 'Your password is changed. Your other devices are logged out.');
};

/** Sends a code to the new address; nothing changes before it is verified. */
export const requestEmailChange = async (world: AuthWorld, exchange: Exchange, visitor: Visitor, body: RequestOf<typeof requestEmailChangeEndpoint>['body']): Promise<string> => {
  const account = await requireAccount(world, visitor);
  await world.hasher.admit({ lane: 'known', key: account.id }, (hashing) => requireCurrentPassword(world, hashing, exchange, account, body.current_password));
  const email = normalizeEmail(body.email);
  if (email === account.email) throw new ShopError('INVALID_FORM', { fields: { email: 'This is your address already.' } });
  return startChallenge(world, exchange.request, exchange.reply, { purpose: 'email', email, accountId: account.id });
};

export const verifyEmailChange = async (world: AuthWorld, exchange: Exchange, visitor: Visitor, body: RequestOf<typeof verifyEmailChangeEndpoint>['body']): Promise<MeAnswer> => {
  const { challenge, redeem } = await verifyCode(world, exchange, body, ['email'], visitor.accountId);
  const account = await requireAccount(world, visitor);
  const session = await world.database.transaction(async (connection) => {
    const now = world.clock.now();
    await redeem(connection);
    if (!(await updateEmail(connection, account.id, challenge.email))) throw new ShopError('CODE_REFUSED');
    await endEarlierProofs(connection, account);
    await insertEvent(connection, account.id, 'email-changed', '', now);
    await insertMail(connection, writeEmailChangedMail(account.email), now);
    return openSession(world, connection, exchange, { account, remember: visitor.remembered });
  });
  session.setCookies();
  return answerMe({ ...account, email: challenge.email }, session.token, 'Your email address is changed.');
};
