import { createAsyncThunk } from '@reduxjs/toolkit';
import type { AppDispatch, RootState } from './createShopStore';
import type { ShopServices } from './ShopServices';

/** Creates thunks of remotes and the host: services arrive as `extra`, and a rejection carries the message to show. */
export const createAppAsyncThunk = createAsyncThunk.withTypes<{
  state: RootState;
  dispatch: AppDispatch;
  extra: ShopServices;
  rejectValue: string;
}>();
