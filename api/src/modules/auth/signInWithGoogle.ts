import { randomUUID } from 'node:crypto';
import { NAME_MAX_LENGTH } from '@shop/shared/contracts';
import type { Queryable } from '../../database/Database';
import { insertMail } from '../mail/mailsRepository';
import { findAccount, findAccountByEmail, findAccountByIdentity, insertAccount, insertEvent, insertIdentity, type Account } from './accountsRepository';
import { writeGoogleConnectedMail } from './authMails';
import type { AuthWorld } from './AuthWorld';
import type { GoogleProfile } from './GoogleSignIn';
import { normalizeEmail } from './normalizeEmail';
import { openSession, type Visitor } from './sessions';
import type { Exchange } from './signIn';

/** How it ended; every one but `signed-in` and `connected` is said on the screen it returns to. */
export type GoogleOutcome = 'signed-in' | 'connected' | 'address-taken' | 'address-unverified' | 'taken-by-other';

const PROVIDER = 'google';

const createAccount = async (connection: Queryable, { subject, email, name }: GoogleProfile & { readonly email: string }, now: Date): Promise<Account | undefined> => {
  const account = { id: randomUUID(), email, name: name?.trim().slice(0, NAME_MAX_LENGTH) || 'Shopper', phone: '', passwordHash: null, hasGoogle: true, deviceEpoch: 0 };
  if (!(await insertAccount(connection, account, now))) return undefined;
  await insertIdentity(connection, PROVIDER, subject, account.id, now);
  await insertEvent(connection, account.id, 'registered', 'Google', now);
  return account;
};

/**
 * Signs in who the provider vouches for. A new subject with a verified, unknown address gets an account; one whose address has an account
 * already is turned away: never linked by address alone (PRODUCT). Its owner connects it from inside.
 */
export const signInWithGoogle = async (world: AuthWorld, exchange: Exchange, profile: GoogleProfile, remember: boolean): Promise<GoogleOutcome> => {
  const email = profile.email === undefined ? undefined : normalizeEmail(profile.email);
  const result = await world.database.transaction(async (connection) => {
    const now = world.clock.now();
    const known = await findAccountByIdentity(connection, PROVIDER, profile.subject);
    if (known) return openSession(world, connection, exchange, { account: known, remember, event: 'signed-in' });
    if (email === undefined || !profile.emailVerified) return 'address-unverified';
    if (await findAccountByEmail(connection, email)) return 'address-taken';
    const account = await createAccount(connection, { ...profile, email }, now);
    return account ? openSession(world, connection, exchange, { account, remember }) : 'address-taken';
  });
  if (typeof result === 'string') return result;
  result.setCookies();
  return 'signed-in';
};

/** Connects a Google identity to the account that is signed in, whose password was asked for before the flow began, and tells its owner. */
export const connectGoogle = async ({ database, clock }: AuthWorld, visitor: Visitor, profile: GoogleProfile): Promise<GoogleOutcome> => {
  const known = await findAccountByIdentity(database, PROVIDER, profile.subject);
  if (known) return known.id === visitor.accountId ? 'connected' : 'taken-by-other';
  const connected = await database.transaction(async (connection) => {
    const now = clock.now();
    const inserted = await insertIdentity(connection, PROVIDER, profile.subject, visitor.accountId, now);
    const account = await findAccount(connection, visitor.accountId);
    if (!inserted || !account) return false;
    await insertEvent(connection, account.id, 'google-connected', '', now);
    await insertMail(connection, writeGoogleConnectedMail(account.email), now);
    return true;
  });
  return connected ? 'connected' : 'taken-by-other';
};
