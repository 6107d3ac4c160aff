import type { CountryCode, DeliveryOffer } from '@shop/contracts';
import { createAppAsyncThunk } from '@shop/shared/state';

/** Loads the slots of an address. */
export const slotsOpened = createAppAsyncThunk<
  DeliveryOffer,
  { readonly country: CountryCode; readonly postcode: string },
  { rejectValue: string }
>('food/slotsOpened', async (address, { extra, rejectWithValue }) => {
  const result = await (await extra.checkout.delivery()).slots(address);
  return result.ok ? result.value : rejectWithValue(result.failure.message);
});

/** Keeps a place of a slot for this browser. Returns for how many minutes. */
export const slotHeld = createAppAsyncThunk<number, number, { rejectValue: string }>(
  'food/slotHeld',
  async (slotId, { extra, rejectWithValue }) => {
    const result = await (await extra.checkout.delivery()).hold(slotId);
    return result.ok ? result.value : rejectWithValue(result.failure.message);
  },
);
