import type { DeliverySlot, DeliveryTime } from '@shop/contracts';
import type { StoredSlot } from './deliveryRepository';

const toClock = (hour: number): { readonly hour: number; readonly half: 'AM' | 'PM' } => ({
  hour: hour % 12 === 0 ? 12 : hour % 12,
  half: hour % 24 < 12 ? 'AM' : 'PM',
});

/** `8 to 10 AM`, `10 AM to 12 PM`. */
const describeHours = (from: number, to: number): string => {
  const [start, end] = [toClock(from), toClock(to)];
  return `${start.hour}${start.half === end.half ? '' : ` ${start.half}`} to ${end.hour} ${end.half}`;
};

export const describeTime = ({ day, from, to }: Pick<StoredSlot, 'day' | 'from' | 'to'>): DeliveryTime => ({
  day,
  hours: describeHours(from, to),
});

/** `Monday, 7 AM`. */
export const describeCutoff = ({ cutoffDay, cutoffHour }: Pick<StoredSlot, 'cutoffDay' | 'cutoffHour'>): string => {
  const { hour, half } = toClock(cutoffHour);
  return `${cutoffDay}, ${hour} ${half}`;
};

export const describeSlot = (slot: StoredSlot): DeliverySlot => ({
  ...describeTime(slot),
  id: slot.id,
  free: slot.free,
  held: slot.held,
  order_by: describeCutoff(slot),
});
