import { createSlice } from '@reduxjs/toolkit';
import { CURRENCIES } from '../contracts/constants';
import { createSharedAsyncThunk } from './createSharedAsyncThunk';

export type ShownCurrency = (typeof CURRENCIES)[number];

/** What prices are shown in. They are dollars everywhere else: in carts, orders and calls. */
export interface CurrencyState {
  code: ShownCurrency;
  /** Units of it for a dollar. */
  rate: number;
}

const initialState: CurrencyState = { code: 'USD', rate: 1 };

export const isShownCurrency = (value: unknown): value is ShownCurrency =>
  (CURRENCIES as readonly unknown[]).includes(value);

/** Shows prices in another currency, at the server's rate; refused, they stay as they are. */
export const currencyChosen = createSharedAsyncThunk(
  'currency/chosen',
  async (code: ShownCurrency, { extra, rejectWithValue }) => {
    if (code === 'USD') return initialState;
    const result = await extra.products.currencyRates();
    const rate = result.ok ? result.value[code] : undefined;
    return rate === undefined
      ? rejectWithValue(`Prices cannot be shown in ${code} just now. Please try again.`)
      : { code, rate };
  },
);

export const currencySlice = createSlice({
  name: 'currency',
  initialState,
  reducers: {},
  extraReducers: (builder) => builder.addCase(currencyChosen.fulfilled, (_state, { payload }) => payload),
  selectors: { selectCurrency: (state) => state },
});

export const { selectCurrency } = currencySlice.selectors;
