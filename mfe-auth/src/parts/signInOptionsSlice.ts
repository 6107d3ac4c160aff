import { createSlice, type WithSlice } from '@reduxjs/toolkit';
import { createAppAsyncThunk } from '@shop/shared/state';

interface SignInOptionsState {
  /** Whether Google sign-in is configured; null until loaded. */
  google: boolean | null;
}

declare module '@shop/shared/state' {
  // eslint-disable-next-line @typescript-eslint/no-empty-object-type -- augments the shop's state with this slice
  interface LazySlices extends WithSlice<typeof signInOptionsSlice> {}
}

const initialState: SignInOptionsState = { google: null };

export const fetchSignInOptions = createAppAsyncThunk(
  'signInOptions/fetched',
  async (_: void, { extra, rejectWithValue }) => {
    const { getSignInOptions } = await import(/* webpackChunkName: "contracts" */ '@shop/shared/contracts/auth');
    const result = await extra.api.request(getSignInOptions, {});
    return result.ok ? result.value : rejectWithValue(result.failure.message);
  },
  { condition: (_, { getState }) => getState().signInOptions.google === null },
);

export const signInOptionsSlice = createSlice({
  name: 'signInOptions',
  initialState,
  reducers: {},
  extraReducers: (builder) =>
    builder.addCase(fetchSignInOptions.fulfilled, (state, { payload }) => {
      state.google = payload.google;
    }),
  selectors: { selectGoogle: (state) => state.google },
});

export const { selectGoogle } = signInOptionsSlice.selectors;
