import { createAsyncThunk } from '@reduxjs/toolkit';
import type { AppDispatch, RootState, ShopServices } from './createShopStore';

/** The thunk maker of the shop: services come as `extra`, a refusal is the message shown. */
export const createAppAsyncThunk = createAsyncThunk.withTypes<{
  state: RootState;
  dispatch: AppDispatch;
  extra: ShopServices;
  rejectValue: string;
}>();
