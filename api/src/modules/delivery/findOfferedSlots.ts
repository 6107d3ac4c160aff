import type { Queryable } from '../../database/Database';
import { findSlots, findUsedUpSlots, type PlaceLimit, type StoredSlot } from './deliveryRepository';

/** Who wants a place of a slot. */
export interface SlotSeeker {
  /** What the browser's place is held under. */
  readonly holder: string;
  readonly limits: readonly PlaceLimit[];
}

/** Returns an area's slots that can still be ordered, earliest first. Those used up for the seeker are not free. */
export const findOfferedSlots = async (
  database: Queryable,
  areaId: string,
  { holder, limits }: SlotSeeker,
  now: Date,
): Promise<StoredSlot[]> => {
  const slots = await findSlots(database, areaId, holder, now);
  const ids = slots.map(({ id }) => id);
  const usedUp = new Set((await findUsedUpSlots(database, ids, limits, holder, now)).map(({ id }) => id));
  return slots.map((slot) => (usedUp.has(slot.id) ? { ...slot, free: false } : slot));
};
