import type { Actor } from '../../audit/Actor';
import { insertAudit } from '../../audit/auditRepository';
import type { Queryable } from '../../database/Database';
import { refuseField } from '../../http/readChoice';
import { ShopError } from '../../http/ShopError';
import { lockListedSlot, updateSlot, type LockedSlot } from './slotListRepository';

export type SlotChange = Partial<Pick<LockedSlot, 'capacity' | 'closed'>>;

interface ChangedSlot {
  readonly before: LockedSlot;
  readonly after: LockedSlot;
  readonly isChanged: boolean;
}

/**
 * Closes or opens a slot, or changes its capacity. Orders that have it keep it.
 * @throws {ShopError} SLOT_NOT_FOUND; INVALID_REQUEST for less than these orders.
 */
export const changeSlot = async (
  connection: Queryable,
  id: number,
  change: SlotChange,
  { actor, now }: { readonly actor: Actor; readonly now: Date },
): Promise<ChangedSlot> => {
  const before = await lockListedSlot(connection, id);
  if (!before) throw new ShopError('SLOT_NOT_FOUND');
  const after = { ...before, ...change };
  const { taken } = before;
  if (after.capacity < taken)
    return refuseField('capacity', `${taken} orders have it: at least ${taken}, or close it to take no more.`);
  const isChanged = after.capacity !== before.capacity || after.closed !== before.closed;
  if (isChanged) {
    const pick = ({ capacity, closed }: LockedSlot) => ({ capacity, closed });
    await updateSlot(connection, id, after);
    await insertAudit(
      connection,
      { actor, action: 'slot.changed', subject: String(id), before: pick(before), after: pick(after) },
      now,
    );
  }
  return { before, after, isChanged };
};
