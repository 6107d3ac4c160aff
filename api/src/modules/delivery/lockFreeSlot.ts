import type { Queryable } from '../../database/Database';
import type { ShopError } from '../../http/ShopError';
import { findUsedUpSlots, lockSlot } from './deliveryRepository';
import type { SlotSeeker } from './findOfferedSlots';
import { refuseSlot, refuseUsedUpSlot } from './refuseSlot';

/**
 * Locks a slot until the transaction ends. Returns why the seeker cannot have a place of it; undefined if they can.
 * `areaId` null is any area.
 */
export const lockFreeSlot = async (
  connection: Queryable,
  { id, areaId }: { readonly id: number; readonly areaId: string | null },
  { holder, limits }: SlotSeeker,
  now: Date,
): Promise<ShopError | undefined> => {
  const state = await lockSlot(connection, { id, areaId, holder }, now);
  if (state !== 'free') return refuseSlot(state);
  // After the lock, so that concurrent orders and holds cannot exceed a limit together.
  const [usedUp] = await findUsedUpSlots(connection, [id], limits, holder, now);
  return usedUp && refuseUsedUpSlot(usedUp);
};
