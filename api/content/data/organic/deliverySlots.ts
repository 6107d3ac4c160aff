import { DELIVERY_SLOTS } from '@shop/shared/contracts';

/** Delivery times shown with a product. */
export const deliverySlots = DELIVERY_SLOTS.map(({ label }) => label);
