import { DELIVERY_SLOTS } from '@shop/shared/contracts/constants';

export interface DeliverySlot {
  readonly day: 'Today' | 'Tomorrow';
  /** "8 to 10 AM". */
  readonly label: string;
}

/** The shop's own clock: the van starts there. */
const TIME_ZONE = 'America/Los_Angeles';
/** What is ordered is picked and packed before the van leaves. */
const PACKING_HOURS = 4;

const hourOf = (now: Date): number =>
  Number(new Intl.DateTimeFormat('en-US', { hour: 'numeric', hourCycle: 'h23', timeZone: TIME_ZONE }).format(now));

/** The next delivery that an order of now is packed for. */
export const nextDeliverySlot = (now: Date): DeliverySlot => {
  const ready = hourOf(now) + PACKING_HOURS;
  const today = DELIVERY_SLOTS.find(({ from }) => from > ready);
  return today ? { day: 'Today', label: today.label } : { day: 'Tomorrow', label: DELIVERY_SLOTS[0].label };
};
