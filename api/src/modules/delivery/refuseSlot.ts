import { ShopError } from '../../http/ShopError';
import type { SlotState, UsedUpSlot } from './deliveryRepository';

const REASONS: Readonly<Record<Exclude<SlotState, 'free'> | 'none', string>> = {
  full: 'That delivery slot is full now.',
  late: 'It is too late to order for that delivery slot.',
  elsewhere: 'That delivery slot is for another area.',
  none: 'All delivery slots of the next two weeks are full.',
};

const createError = (reason: string): ShopError =>
  new ShopError('SLOT_REFUSED', { reason, fields: { delivery_slot_id: reason } });

export const refuseSlot = (state: keyof typeof REASONS): ShopError => createError(REASONS[state]);

export const refuseUsedUpSlot = ({ who, max }: UsedUpSlot): ShopError =>
  createError(`Unpaid orders ${who} can take at most ${max === 1 ? 'one place' : `${max} places`} of a delivery slot.`);
