import { DELIVERY_SLOTS } from '@shop/shared/contracts';

/** When a van comes by, as a product tells it. */
export const deliverySlots = DELIVERY_SLOTS.map(({ label }) => label);
