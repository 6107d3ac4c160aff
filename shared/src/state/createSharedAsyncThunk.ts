import { createAsyncThunk } from '@reduxjs/toolkit';
import type { ShopServices } from './ShopServices';

/**
 * Creates thunks of the shared slices: services arrive as `extra`, and a rejection carries the message to show. A thunk
 * that reads state declares the part that it needs, because the store's types depend on these slices.
 */
export const createSharedAsyncThunk = createAsyncThunk.withTypes<{ extra: ShopServices; rejectValue: string }>();
