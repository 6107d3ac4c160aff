import type { Role, StaffStatus } from '@shop/contracts';
import { insertAudit } from '../../audit/auditRepository';
import { ShopError } from '../../http/ShopError';
import type { StaffSession } from '../../http/StaffSession';
import type { StaffContext } from './StaffContext';
import { deleteStaffSession, deleteStaffSessions, findStaff, lockStaffAndOwners, updateStaff } from './staffRepository';

interface StaffChange {
  readonly role?: Role | undefined;
  readonly status?: StaffStatus | undefined;
}

/**
 * Changes a person's role, suspends them, which ends their sessions, or lets them in again.
 * @throws {ShopError} STAFF_NOT_FOUND, or LAST_OWNER if nobody would be left who can invite.
 */
export const changeStaff = (
  { database, clock }: StaffContext,
  id: string,
  change: StaffChange,
  { actor }: StaffSession,
): Promise<void> =>
  database.transaction(async (connection) => {
    const { member, owners } = await lockStaffAndOwners(connection, id);
    if (!member) throw new ShopError('STAFF_NOT_FOUND');
    const before = { role: member.role, status: member.status };
    const after = { role: change.role ?? member.role, status: change.status ?? member.status };
    if (before.role === after.role && before.status === after.status) return;
    const isLastOwner = before.role === 'owner' && before.status === 'active' && owners === 1;
    if (isLastOwner && (after.role !== 'owner' || after.status !== 'active')) throw new ShopError('LAST_OWNER');
    await updateStaff(connection, id, after);
    if (after.status === 'suspended') await deleteStaffSessions(connection, id);
    await insertAudit(
      connection,
      { actor, action: 'staff.changed', subject: member.email, before, after },
      clock.now(),
    );
  });

/** Ends a session of a person. @throws {ShopError} STAFF_NOT_FOUND or SESSION_NOT_FOUND. */
export const endStaffSession = (
  { database, clock }: StaffContext,
  { staffId, session }: { readonly staffId: string; readonly session: string },
  { actor }: StaffSession,
): Promise<void> =>
  database.transaction(async (connection) => {
    const member = await findStaff(connection, staffId);
    if (!member) throw new ShopError('STAFF_NOT_FOUND');
    if (!(await deleteStaffSession(connection, staffId, session))) throw new ShopError('SESSION_NOT_FOUND');
    await insertAudit(connection, { actor, action: 'staff.session-ended', subject: member.email }, clock.now());
  });
