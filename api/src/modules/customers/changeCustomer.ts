import { insertAudit } from '../../audit/auditRepository';
import type { Actor } from '../../audit/Actor';
import type { AppContext } from '../../AppContext';
import type { Queryable } from '../../database/Database';
import { ShopError } from '../../http/ShopError';
import { lockAccount, revokeDevices, type LockedAccount } from '../auth/accountsRepository';
import { clearLocks, findLocks } from '../auth/locks';
import { deleteSession, deleteSessions } from '../auth/sessionsRepository';

/** Who changes a customer, and when. */
export interface ByActor {
  readonly actor: Actor;
  readonly now: Date;
}

/** Locks an account for a change by somebody else than its owner. @throws {ShopError} CUSTOMER_NOT_FOUND. */
export const lockCustomer = async (connection: Queryable, id: string): Promise<LockedAccount> => {
  const account = await lockAccount(connection, id);
  if (!account) throw new ShopError('CUSTOMER_NOT_FOUND');
  return account;
};

// The audit is for good, and an address is not: it names customers by their ids.

/** Writes a note for colleagues. @throws {ShopError} CUSTOMER_NOT_FOUND. */
export const noteCustomer = async (
  connection: Queryable,
  id: string,
  { actor, now, text }: ByActor & { readonly text: string },
): Promise<void> => {
  await lockCustomer(connection, id);
  await insertAudit(connection, { actor, action: 'customer.noted', subject: id, after: { note: text } }, now);
};

/** Lets a customer try passwords and codes again. @throws {ShopError} CUSTOMER_NOT_FOUND. */
export const unlockCustomer = async (
  context: { readonly config: Pick<AppContext['config'], 'authSecret'> },
  connection: Queryable,
  id: string,
  { actor, now }: ByActor,
): Promise<void> => {
  const { email } = await lockCustomer(connection, id);
  const { passwords, codes } = await findLocks(context, connection, email, now);
  await clearLocks(context, connection, email);
  if (!passwords && !codes) return;
  await insertAudit(connection, { actor, action: 'customer.unlocked', subject: id }, now);
};

/** Ends one session. @throws {ShopError} CUSTOMER_NOT_FOUND or SESSION_NOT_FOUND. */
export const endCustomerSession = async (
  connection: Queryable,
  id: string,
  { actor, now, sessionId }: ByActor & { readonly sessionId: string },
): Promise<void> => {
  await lockCustomer(connection, id);
  if (!(await deleteSession(connection, id, sessionId))) throw new ShopError('SESSION_NOT_FOUND');
  await insertAudit(connection, { actor, action: 'customer.session-ended', subject: id }, now);
};

/** Ends all sessions, and forgets the devices that are known. @throws {ShopError} CUSTOMER_NOT_FOUND. */
export const endCustomerSessions = async (
  connection: Queryable,
  id: string,
  { actor, now }: ByActor,
): Promise<void> => {
  await lockCustomer(connection, id);
  await deleteSessions(connection, id);
  await revokeDevices(connection, id);
  await insertAudit(connection, { actor, action: 'customer.sessions-ended', subject: id }, now);
};
