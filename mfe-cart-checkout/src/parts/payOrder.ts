import { createAppAsyncThunk } from '@shop/shared/state';
import { leaveShop } from './leaveShop';

/** Opens the payment provider's page of an order that waits for its payment, and goes there. */
export const payOrder = createAppAsyncThunk<string, string, { rejectValue: string }>(
  'payment/opened',
  async (number, { extra, rejectWithValue }) => {
    const result = await extra.checkout.startPayment(number);
    if (!result.ok) return rejectWithValue(result.failure.message);
    leaveShop(result.value);
    return result.value;
  },
);
