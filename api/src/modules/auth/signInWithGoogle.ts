import { randomUUID } from 'node:crypto';
import { NAME_MAX_LENGTH } from '@shop/contracts';
import type { Queryable } from '../../database/Database';
import { insertLetter } from '../mail/insertLetter';
import {
  findAccountByEmail,
  hasIdentity,
  insertAccount,
  insertEvent,
  insertIdentity,
  lockAccountByIdentity,
  type LockedAccount,
} from './accountsRepository';
import { readMailSender, writeGoogleConnectedMail, writeWelcomeMail } from './authMails';
import type { AppContext } from '../../AppContext';
import type { GoogleProfile } from './GoogleSignIn';
import { lockForChange } from './changeAccount';
import { normalizeEmail } from './normalizeEmail';
import { openSession } from './sessions';
import type { RequestContext } from '../../http/RequestContext';
import type { Session } from '../../http/Session';

/** All outcomes except `signed-in` and `connected` are shown as errors on the page that the browser returns to. */
export type GoogleOutcome = 'signed-in' | 'connected' | 'address-taken' | 'address-unverified' | 'taken-by-other';

const PROVIDER = 'google';

const createAccount = async (
  connection: Queryable,
  { subject, email, name }: GoogleProfile & { readonly email: string },
  now: Date,
): Promise<LockedAccount | undefined> => {
  const account = await insertAccount(
    connection,
    {
      id: randomUUID(),
      email,
      name: name?.trim().slice(0, NAME_MAX_LENGTH) || 'Shopper',
      phone: '',
      passwordHash: null,
    },
    now,
  );
  if (!account) return undefined;
  await insertIdentity(connection, PROVIDER, subject, account.id, now);
  await insertEvent(connection, account.id, 'registered', 'Google', now);
  return account;
};

/**
 * Signs in with a Google profile. A new subject with a verified, unused address gets an account. Accounts are never
 * linked by address alone (product.md 8.13): their owner connects Google on the account page.
 */
export const signInWithGoogle = async (
  context: AppContext,
  request: RequestContext,
  profile: GoogleProfile,
  remember: boolean,
): Promise<GoogleOutcome> => {
  const email = profile.email === undefined ? undefined : normalizeEmail(profile.email);
  const result = await context.database.transaction(async (connection) => {
    const now = context.clock.now();
    const known = await lockAccountByIdentity(connection, PROVIDER, profile.subject);
    if (known) return openSession(context, connection, request, { account: known, remember, event: 'signed-in' });
    if (email === undefined || !profile.emailVerified) return 'address-unverified';
    if (await findAccountByEmail(connection, email)) return 'address-taken';
    const account = await createAccount(connection, { ...profile, email }, now);
    if (!account) return 'address-taken';
    await insertLetter(
      connection,
      writeWelcomeMail(readMailSender(context, request.request), email, account.name),
      now,
    );
    return openSession(context, connection, request, { account, remember });
  });
  if (typeof result === 'string') return result;
  result.setCookies();
  return 'signed-in';
};

/** Connects a Google identity to the signed-in account and notifies its owner. The password was checked before. */
export const connectGoogle = (
  context: AppContext,
  { request }: RequestContext,
  session: Session,
  profile: GoogleProfile,
): Promise<GoogleOutcome> => {
  return context.database.transaction(async (connection) => {
    const now = context.clock.now();
    // A reset or logout may have ended the session during the round trip to the provider.
    const account = await lockForChange(connection, session);
    if (!(await insertIdentity(connection, PROVIDER, profile.subject, account.id, now)))
      return (await hasIdentity(connection, PROVIDER, profile.subject, account.id)) ? 'connected' : 'taken-by-other';
    await insertEvent(connection, account.id, 'google-connected', '', now);
    await insertLetter(connection, writeGoogleConnectedMail(readMailSender(context, request), account.email), now);
    return 'connected';
  });
};
