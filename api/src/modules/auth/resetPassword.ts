import type {
  RequestOf,
  resetPassword as resetPasswordEndpoint,
  verifyResetOtp as verifyResetOtpEndpoint,
} from '@shop/contracts';
import type { Queryable } from '../../database/Database';
import type { RequestContext } from '../../http/RequestContext';
import { ShopError } from '../../http/ShopError';
import { insertLetter } from '../mail/insertLetter';
import {
  deleteGrants,
  deleteIdentity,
  findGrant,
  revokeDevices,
  insertEvent,
  insertGrant,
  lockAccount,
  lockAccountByEmail,
  updatePassword,
  consumeGrant,
  type Account,
} from './accountsRepository';
import { readMailSender, writePasswordChangedMail, type GoogleConnection } from './authMails';
import type { AppContext } from '../../AppContext';
import { addMs, MINUTE_MS } from '../../clock';
import { buildOwnerCaller } from './changeAccount';
import { deleteCodes } from './challengesRepository';
import { clearGrantCookie, clearSessionCookie, readGrantCookie, rememberDevice, setGrantCookie } from './cookies';
import { clearAttempts } from './limitsRepository';
import { normalizeEmail } from './normalizeEmail';
import { requireUncommonPassword } from './requireUncommonPassword';
import { createSecret, hashSecret } from '../../secrets';
import { deleteSessions } from './sessionsRepository';
import { buildUnknownDeviceAttemptKey } from './signIn';
import { verifyCode } from './verifyCode';

const GRANT_LIFETIME_MS = 10 * MINUTE_MS;

/** Exchanges a valid code for a grant, which lets this browser choose a new password once. Returns its address. */
export const grantReset = async (
  context: AppContext,
  request: RequestContext,
  body: RequestOf<typeof verifyResetOtpEndpoint>['body'],
): Promise<string> => {
  const { challenge, redeem } = await verifyCode(context, request, body, ['reset']);
  const secret = createSecret();
  await context.database.transaction(async (connection) => {
    const account = await lockAccountByEmail(connection, challenge.email);
    await redeem(connection);
    if (!account) throw new ShopError('CODE_REFUSED'); // it was deleted in the meantime
    await insertGrant(
      connection,
      hashSecret(secret),
      account.id,
      account.email,
      addMs(context.clock.now(), GRANT_LIFETIME_MS),
    );
  });
  setGrantCookie(context, request.reply, secret);
  return challenge.email;
};

/**
 * A reset disconnects Google, which an attacker may have connected in an unattended session. Accounts without a
 * password were created with Google and keep it.
 */
const disconnectGoogle = async (connection: Queryable, account: Account, now: Date): Promise<GoogleConnection> => {
  if (!account.hasGoogle) return 'none';
  if (account.passwordHash === null) return 'connected';
  await deleteIdentity(connection, 'google', account.id);
  await insertEvent(connection, account.id, 'google-disconnected', '', now);
  return 'disconnected';
};

/** Consumes the grant, sets the password and ends all sessions. */
export const resetPassword = async (
  context: AppContext,
  { request, reply }: RequestContext,
  body: RequestOf<typeof resetPasswordEndpoint>['body'],
): Promise<void> => {
  requireUncommonPassword(body.password);
  const email = normalizeEmail(body.email);
  const grant = hashSecret(readGrantCookie(context, request) ?? '');
  const accountId = await findGrant(context.database, grant, email, context.clock.now());
  if (accountId === undefined) throw new ShopError('RESET_NOT_GRANTED'); // before the costly hash
  // Has its own limit, so that concurrent logins with the old password do not block the reset.
  const passwordHash = await context.hasher.admit(
    buildOwnerCaller(context, { request }, { id: `reset:${accountId}` }),
    (hashing) => hashing.hash(body.password),
  );

  const deviceEpoch = await context.database.transaction(async (connection) => {
    const now = context.clock.now();
    const account = await lockAccount(connection, accountId);
    if (!account || !(await consumeGrant(connection, grant, email, now))) throw new ShopError('RESET_NOT_GRANTED');
    await updatePassword(connection, accountId, passwordHash);
    await deleteSessions(connection, accountId);
    await deleteCodes(connection, account);
    await deleteGrants(connection, accountId);
    await clearAttempts(connection, buildUnknownDeviceAttemptKey(context, email));
    await insertEvent(connection, accountId, 'password-reset', '', now);
    await insertLetter(
      connection,
      writePasswordChangedMail(
        readMailSender(context, request),
        email,
        await disconnectGoogle(connection, account, now),
      ),
      now,
    );
    return revokeDevices(connection, accountId);
  });
  rememberDevice(context, request, reply, { id: accountId, deviceEpoch }); // this browser has just proved the address
  clearGrantCookie(context, reply);
  clearSessionCookie(context, reply);
};
