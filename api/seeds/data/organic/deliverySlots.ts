/** When a van comes by, local time. */
export const deliverySlots = ['8 to 10 AM', '12 to 2 PM', '6 to 8 PM'] as const;
