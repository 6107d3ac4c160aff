import type { RequestOf, resetPassword as resetPasswordEndpoint, verifyResetOtp as verifyResetOtpEndpoint } from '@shop/shared/contracts';
import { ShopError } from '../../http/ShopError';
import { insertMail } from '../mail/mailsRepository';
import { deleteGrants, findAccountByEmail, findGrant, insertEvent, insertGrant, updatePassword, useGrant } from './accountsRepository';
import { writePasswordChangedMail } from './authMails';
import { later, MINUTE_MS, type AuthWorld } from './AuthWorld';
import { deleteCodes } from './challengesRepository';
import { clearGrantCookie, clearSessionCookie, readGrantCookie, setGrantCookie } from './cookies';
import { forgetAttempts } from './limitsRepository';
import { normalizeEmail } from './normalizeEmail';
import { createSecret, hashSecret, keyedHash } from './secrets';
import { deleteSessions } from './sessionsRepository';
import type { Exchange } from './signIn';
import { verifyCode } from './verifyCode';

const GRANT_LIFETIME_MS = 10 * MINUTE_MS;

/** A right code gives this browser, and no other, the right to choose a new password once. */
export const grantReset = async (world: AuthWorld, { reply }: Exchange, body: RequestOf<typeof verifyResetOtpEndpoint>['body']): Promise<void> => {
  const { challenge, redeem } = await verifyCode(world, body.user_id, body.otp, ['reset']);
  const secret = createSecret();
  await world.database.transaction(async (connection) => {
    await redeem(connection);
    const account = await findAccountByEmail(connection, challenge.email);
    if (!account) throw new ShopError('CODE_USED'); // it was deleted meanwhile
    await insertGrant(connection, hashSecret(secret), account.id, account.email, later(world.clock.now(), GRANT_LIFETIME_MS));
  });
  setGrantCookie(world, reply, secret);
};

/** Sets the password, once, for the address the grant is bound to; nobody stays logged in. */
export const resetPassword = async (world: AuthWorld, { request, reply }: Exchange, body: RequestOf<typeof resetPasswordEndpoint>['body']): Promise<void> => {
  const email = normalizeEmail(body.email);
  const grant = hashSecret(readGrantCookie(world, request) ?? '');
  const accountId = await findGrant(world.database, grant, email, world.clock.now());
  if (accountId === undefined) throw new ShopError('RESET_NOT_GRANTED'); // before the costly hash
  const passwordHash = await world.hasher.admit((hashing) => hashing.hash(body.password));

  await world.database.transaction(async (connection) => {
    const now = world.clock.now();
    if (!(await useGrant(connection, grant, email, now))) throw new ShopError('RESET_NOT_GRANTED');
    await updatePassword(connection, accountId, passwordHash);
    await deleteSessions(connection, accountId);
    await deleteGrants(connection, accountId);
    await deleteCodes(connection, email);
    await forgetAttempts(connection, keyedHash(world.config.authSecret, 'attempt', email, ''));
    await insertEvent(connection, accountId, 'password-reset', '', now);
    await insertMail(connection, writePasswordChangedMail(email), now);
  });
  clearGrantCookie(world, reply);
  clearSessionCookie(world, reply);
};
