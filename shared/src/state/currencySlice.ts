import { createSlice } from '@reduxjs/toolkit';
import { CURRENCIES } from '@shop/contracts/constants';
import { createSharedAsyncThunk } from './createSharedAsyncThunk';

export type ShownCurrency = (typeof CURRENCIES)[number];

/** Display currency. Everywhere else, in carts, orders and calls, prices are in dollars. */
export interface CurrencyState {
  code: ShownCurrency;
  /** Units per dollar. */
  rate: number;
}

const initialState: CurrencyState = { code: 'USD', rate: 1 };

export const isShownCurrency = (value: unknown): value is ShownCurrency =>
  (CURRENCIES as readonly unknown[]).includes(value);

/** Changes the display currency at the server's rate. Without a rate, it stays. */
export const currencyChosen = createSharedAsyncThunk(
  'currency/chosen',
  async (code: ShownCurrency, { extra, rejectWithValue }) => {
    if (code === 'USD') return initialState;
    const { listCurrencies } = await import(/* webpackChunkName: "contracts" */ '@shop/contracts/currencies');
    const result = await extra.api.request(listCurrencies, {});
    const rate = result.ok ? result.value.data.find((known) => known.code === code)?.rate : undefined;
    return rate === undefined
      ? rejectWithValue(`Prices cannot be shown in ${code} right now. Please try again.`)
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
