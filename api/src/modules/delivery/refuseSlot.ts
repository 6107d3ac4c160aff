import { ShopError } from '../../http/ShopError';
import type { SlotState } from './deliveryRepository';

const REASONS: Readonly<Record<Exclude<SlotState, 'free'> | 'none', string>> = {
  full: 'That delivery slot is full now.',
  late: 'It is too late to order for that delivery slot.',
  elsewhere: 'That delivery slot is for another area.',
  none: 'All delivery slots of the next two weeks are full.',
};

export const refuseSlot = (state: keyof typeof REASONS): ShopError =>
  new ShopError('SLOT_REFUSED', { reason: REASONS[state], fields: { delivery_slot_id: REASONS[state] } });
