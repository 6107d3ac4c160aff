import { createAppAsyncThunk } from '@shop/shared/state';
import { leaveShop } from './leaveShop';

/** Starts a payment for an unpaid order and navigates to the provider's page. */
export const payOrder = createAppAsyncThunk<string, string, { rejectValue: string }>(
  'payment/opened',
  async (number, { extra, rejectWithValue }) => {
    const result = await extra.checkout.startPayment(number);
    if (!result.ok) return rejectWithValue(result.failure.message);
    leaveShop(result.value);
    return result.value;
  },
);
