import { createSlice, type WithSlice } from '@reduxjs/toolkit';
import { createCallThunk } from '@shop/shared/state';

interface SignInOptionsState {
  /** Whether Google sign-in is configured; null until loaded. */
  google: boolean | null;
}

declare module '@shop/shared/state' {
  // eslint-disable-next-line @typescript-eslint/no-empty-object-type -- augments the shop's state with this slice
  interface LazySlices extends WithSlice<typeof signInOptionsSlice> {}
}

const initialState: SignInOptionsState = { google: null };

export const fetchSignInOptions = createCallThunk(
  'signInOptions/fetched',
  async (_: void, { extra }) => {
    const { getSignInOptions } = await import(/* webpackChunkName: "contracts" */ '@shop/contracts/auth');
    return extra.api.request(getSignInOptions, {});
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
