import { DELIVERY_SLOTS } from '@shop/shared/contracts/constants';

export interface DeliverySlot {
  readonly day: 'Today' | 'Tomorrow';
  /** "8 to 10 AM". */
  readonly label: string;
}

/** Time zone of the shop, where deliveries start. */
const TIME_ZONE = 'America/Los_Angeles';
/** Time needed to pick and pack an order before the van leaves. */
const PACKING_HOURS = 4;

const getShopHour = (now: Date): number =>
  Number(new Intl.DateTimeFormat('en-US', { hour: 'numeric', hourCycle: 'h23', timeZone: TIME_ZONE }).format(now));

/** Returns the first delivery slot that an order placed now can make. */
export const nextDeliverySlot = (now: Date): DeliverySlot => {
  const ready = getShopHour(now) + PACKING_HOURS;
  const today = DELIVERY_SLOTS.find(({ from }) => from > ready);
  return today ? { day: 'Today', label: today.label } : { day: 'Tomorrow', label: DELIVERY_SLOTS[0].label };
};
