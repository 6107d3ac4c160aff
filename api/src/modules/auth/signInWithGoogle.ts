import { randomUUID } from 'node:crypto';
import { NAME_MAX_LENGTH } from '@shop/shared/contracts';
import type { Queryable } from '../../database/Database';
import { insertMail } from '../mail/mailsRepository';
import {
  findAccountByEmail,
  hasIdentity,
  insertAccount,
  insertEvent,
  insertIdentity,
  lockAccountByIdentity,
  type LockedAccount,
} from './accountsRepository';
import { writeGoogleConnectedMail } from './authMails';
import type { AppContext } from '../../AppContext';
import type { GoogleProfile } from './GoogleSignIn';
import { lockForChange } from './changeAccount';
import { normalizeEmail } from './normalizeEmail';
import { openSession, type Visitor } from './sessions';
import type { RequestContext } from './signIn';

/** How it ended; every one but `signed-in` and `connected` is said on the screen it returns to. */
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
 * Signs in who the provider vouches for. A new subject with a verified, unknown address gets an account; one whose
 * address has an account already is turned away: never linked by address alone (product.md 8.13). Its owner connects it
 * from inside.
 */
export const signInWithGoogle = async (
  context: AppContext,
  exchange: RequestContext,
  profile: GoogleProfile,
  remember: boolean,
): Promise<GoogleOutcome> => {
  const email = profile.email === undefined ? undefined : normalizeEmail(profile.email);
  const result = await context.database.transaction(async (connection) => {
    const now = context.clock.now();
    const known = await lockAccountByIdentity(connection, PROVIDER, profile.subject);
    if (known) return openSession(context, connection, exchange, { account: known, remember, event: 'signed-in' });
    if (email === undefined || !profile.emailVerified) return 'address-unverified';
    if (await findAccountByEmail(connection, email)) return 'address-taken';
    const account = await createAccount(connection, { ...profile, email }, now);
    return account ? openSession(context, connection, exchange, { account, remember }) : 'address-taken';
  });
  if (typeof result === 'string') return result;
  result.setCookies();
  return 'signed-in';
};

/**
 * Connects a Google identity to the account that is signed in, whose password was asked for before the flow began, and
 * tells its owner.
 */
export const connectGoogle = (
  { database, clock }: AppContext,
  visitor: Visitor,
  profile: GoogleProfile,
): Promise<GoogleOutcome> => {
  return database.transaction(async (connection) => {
    const now = clock.now();
    // The exchange with the provider took a while: a reset or a log-out meanwhile has ended the session that began it.
    const account = await lockForChange(connection, visitor);
    if (!(await insertIdentity(connection, PROVIDER, profile.subject, account.id, now)))
      return (await hasIdentity(connection, PROVIDER, profile.subject, account.id)) ? 'connected' : 'taken-by-other';
    await insertEvent(connection, account.id, 'google-connected', '', now);
    await insertMail(connection, writeGoogleConnectedMail(account.email), now);
    return 'connected';
  });
};
