import type { ErasureState, StaffCustomer } from '@shop/contracts';
import type { AppContext } from '../../AppContext';
import { findAuditPage } from '../../audit/auditRepository';
import type { Queryable } from '../../database/Database';
import { ShopError } from '../../http/ShopError';
import { findAccount } from '../auth/accountsRepository';
import { findLocks } from '../auth/locks';
import { getIdleCutoff } from '../auth/sessions';
import { findSessions } from '../auth/sessionsRepository';
import { findDeskOrders } from '../orders/orderDeskRepository';
import { findAddresses } from '../profile/addressesRepository';
import { findFigures } from './customersRepository';
import { findErasure } from './erasuresRepository';
import { findObstacle } from './findObstacle';

const SHOWN_ORDERS = 20;
const TIMELINE_LENGTH = 100;

const ALL_ORDERS = {
  view: 'all',
  status: null,
  payment: null,
  store: null,
  from: null,
  until: null,
  productId: null,
  slotId: null,
  search: null,
  after: null,
} as const;

/** Returns whether an account is about to be erased, and what is in the way. */
export const readErasure = async (connection: Queryable, id: string, now: Date): Promise<ErasureState> => {
  const erasure = await findErasure(connection, id);
  return { due_at: erasure?.dueAt.toISOString() ?? null, obstacle: await findObstacle(connection, id, now) };
};

/** Returns a customer as the back office shows them. @throws {ShopError} CUSTOMER_NOT_FOUND. */
export const readStaffCustomer = async (
  context: Pick<AppContext, 'database' | 'clock' | 'config'>,
  id: string,
): Promise<StaffCustomer> => {
  const { database, clock } = context;
  const now = clock.now();
  const account = await findAccount(database, id);
  const figures = account && (await findFigures(database, id));
  if (!account || !figures) throw new ShopError('CUSTOMER_NOT_FOUND');
  const about = { actorKind: null, actorId: null, subjectKind: 'customer', subject: id, from: null, until: null };
  const [orders, addresses, sessions, locks, erasure, state, timeline] = await Promise.all([
    findDeskOrders(database, { ...ALL_ORDERS, accountId: id }, now),
    findAddresses(database, id),
    findSessions(database, id, now, getIdleCutoff(now)),
    findLocks(context, database, account.email, now),
    findErasure(database, id),
    readErasure(database, id, now),
    findAuditPage(database, { ...about, before: null }, TIMELINE_LENGTH),
  ]);
  return {
    id,
    name: account.name,
    email: account.email,
    phone: account.phone,
    created_at: figures.createdAt.toISOString(),
    ways: { password: account.passwordHash !== null, google: account.hasGoogle },
    spent: figures.spent,
    average: figures.average,
    order_count: figures.orders,
    orders: orders.items.slice(0, SHOWN_ORDERS),
    addresses,
    reviews: figures.reviews,
    sessions: sessions.map(({ id: sessionId, device, createdAt, lastSeenAt }) => ({
      id: sessionId,
      device,
      created_at: createdAt.toISOString(),
      last_seen_at: lastSeenAt.toISOString(),
    })),
    locks: { passwords_until: locks.passwords?.until.toISOString() ?? null, codes: locks.codes !== null },
    erasure: state,
    erasure_by: erasure?.actor.name ?? null,
    // Where colleagues were is for those who read the audit.
    timeline: timeline.items.map((row) => ({ ...row, actor: { ...row.actor, network: null } })),
  };
};
