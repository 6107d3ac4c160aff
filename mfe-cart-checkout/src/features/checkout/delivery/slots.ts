import type { CountryCode } from '@shop/contracts';
import { createCallThunk } from '@shop/shared/state';

const contracts = () => import(/* webpackChunkName: "contracts" */ '@shop/contracts/delivery');

/** Loads the slots of an address. */
export const slotsOpened = createCallThunk(
  'food/slotsOpened',
  async (query: { readonly country: CountryCode; readonly postcode: string }, { extra }) => {
    const { listDeliverySlots } = await contracts();
    return extra.api.request(listDeliverySlots, { query });
  },
  { onSuccess: ({ data }) => data },
);

/** Keeps a place of a slot for this browser. Returns for how many minutes. */
export const slotHeld = createCallThunk(
  'food/slotHeld',
  async (slot_id: number, { extra }) => {
    const { holdDeliverySlot } = await contracts();
    return extra.api.request(holdDeliverySlot, { body: { slot_id } });
  },
  { onSuccess: ({ data }) => data.held_minutes },
);
