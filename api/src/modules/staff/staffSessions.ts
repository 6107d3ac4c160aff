import { randomUUID } from 'node:crypto';
import { isRole, mayDo, ROLES, type Role, type StaffAccess, type StaffMe } from '@shop/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { addMs, HOUR_MS, MINUTE_MS } from '../../clock';
import type { Queryable } from '../../database/Database';
import type { RequestContext } from '../../http/RequestContext';
import { ShopError } from '../../http/ShopError';
import type { StaffSession } from '../../http/StaffSession';
import { createSecret, hashSecret } from '../../secrets';
import { describeDevice } from '../auth/describeDevice';
import { requireAdminUrl, type StaffContext } from './StaffContext';
import { findLiveStaffSession, findWays, insertStaffSession, touchStaffSession, type Staff } from './staffRepository';

export const STAFF_SESSION_MS = 12 * HOUR_MS;
const MAX_IDLE_MS = HOUR_MS;
/** For how long money, roles and exports need no further confirmation. */
const CONFIRMED_MS = 5 * MINUTE_MS;
const TOUCH_INTERVAL_MS = MINUTE_MS;

export const getStaffIdleCutoff = (now: Date): Date => addMs(now, -MAX_IDLE_MS);

/** `__Host-` binds the cookie to the back office's address. Browsers accept it over TLS only. */
const readCookieOptions = (context: Pick<StaffContext, 'config'>) => {
  const secure = requireAdminUrl(context).protocol === 'https:';
  return {
    name: secure ? '__Host-staff' : 'staff',
    options: { path: '/', httpOnly: true, sameSite: 'strict', secure } as const,
  };
};

const readCookie = (context: Pick<StaffContext, 'config'>, request: FastifyRequest): string | undefined =>
  request.cookies[readCookieOptions(context).name];

export const clearStaffCookie = (context: Pick<StaffContext, 'config'>, reply: FastifyReply): void => {
  const { name, options } = readCookieOptions(context);
  reply.clearCookie(name, options);
};

const toRole = (role: string): Role => {
  if (isRole(role)) return role;
  throw new ShopError('NOT_ALLOWED'); // of a newer release
};

interface Entering {
  readonly staff: Pick<Staff, 'id' | 'name' | 'email' | 'role'>;
  readonly request: FastifyRequest;
}

const toSession = (
  { staff, request }: Entering,
  { sessionId, confirmedAt }: Pick<StaffSession, 'sessionId' | 'confirmedAt'>,
): StaffSession => ({
  sessionId,
  staffId: staff.id,
  name: staff.name,
  email: staff.email,
  role: toRole(staff.role),
  confirmedAt,
  actor: { kind: 'staff', id: staff.id, name: staff.name, network: request.ip },
});

/** Opens a session, which counts as confirmed. Call `setCookie` after the transaction was committed. */
export const openStaffSession = async (
  context: StaffContext,
  connection: Queryable,
  { request, reply }: RequestContext,
  staff: Entering['staff'],
): Promise<{ readonly session: StaffSession; readonly setCookie: () => void }> => {
  const now = context.clock.now();
  const secret = createSecret();
  const session = toSession({ staff, request }, { sessionId: randomUUID(), confirmedAt: now });
  await insertStaffSession(connection, {
    id: session.sessionId,
    secretHash: hashSecret(secret),
    staffId: staff.id,
    device: describeDevice(request.headers['user-agent']),
    network: request.ip,
    createdAt: now,
    lastSeenAt: now,
    confirmedAt: now,
    expiresAt: addMs(now, STAFF_SESSION_MS),
  });
  const { name, options } = readCookieOptions(context);
  return { session, setCookie: () => void reply.setCookie(name, secret, options) };
};

/** Authenticates a member of staff. @throws {ShopError} UNAUTHENTICATED, or NOT_ALLOWED without the permission. */
export const requireStaff = async (
  context: StaffContext,
  request: FastifyRequest,
  reply: FastifyReply,
  { staff: needed }: StaffAccess,
): Promise<StaffSession> => {
  const secret = readCookie(context, request);
  if (secret === undefined) throw new ShopError('UNAUTHENTICATED');
  const now = context.clock.now();
  const live = await findLiveStaffSession(context.database, hashSecret(secret), now, getStaffIdleCutoff(now));
  if (!live) {
    clearStaffCookie(context, reply);
    throw new ShopError('UNAUTHENTICATED');
  }
  if (live.lastSeenAt < addMs(now, -TOUCH_INTERVAL_MS)) await touchStaffSession(context.database, live.sessionId, now);
  const session = toSession({ staff: live, request }, live);
  if (needed !== 'any' && needed !== 'door' && !mayDo(session.role, needed)) throw new ShopError('NOT_ALLOWED');
  return session;
};

/** @throws {ShopError} CONFIRMATION_NEEDED if this person proved to be there more than five minutes ago. */
export const requireConfirmed = ({ clock }: Pick<StaffContext, 'clock'>, { confirmedAt }: StaffSession): void => {
  if (addMs(confirmedAt, CONFIRMED_MS) <= clock.now()) throw new ShopError('CONFIRMATION_NEEDED');
};

export const describeMe = async (connection: Queryable, session: StaffSession): Promise<StaffMe> => ({
  id: session.staffId,
  name: session.name,
  email: session.email,
  role: session.role,
  permissions: [...ROLES[session.role].permissions],
  ways: await findWays(connection, session.staffId),
  confirmed_until: addMs(session.confirmedAt, CONFIRMED_MS).toISOString(),
});
