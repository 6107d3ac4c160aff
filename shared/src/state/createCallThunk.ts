import type { Result } from '../api-client/apiClient';
import { createAppAsyncThunk } from './createAppAsyncThunk';
import type { AppDispatch, RootState } from './createShopStore';
import { rejectWithFailure, type RefusalConfig } from './rejectWithFailure';
import type { ShopServices } from './ShopServices';

/** What a call may use of its thunk. */
interface CallApi {
  readonly extra: ShopServices;
  readonly signal: AbortSignal;
  readonly dispatch: AppDispatch;
  readonly getState: () => RootState;
}

interface CallThunkOptions<Value, Arg, Returned> {
  /** Runs after a successful call. Returns the thunk's payload; by default, that is the response. */
  readonly onSuccess?: (value: Value, api: CallApi, arg: Arg) => Returned | Promise<Returned>;
  /** Returns false to skip the call. */
  readonly condition?: (arg: Arg, api: { readonly getState: () => RootState }) => boolean;
}

/**
 * Creates a thunk that makes one call of the API. A failed call rejects the thunk with its message, and
 * `meta` has the details.
 */
export const createCallThunk = <Value, Arg = void, Returned = Value>(
  type: string,
  call: (arg: Arg, api: CallApi) => Promise<Result<Value>>,
  { onSuccess, condition }: CallThunkOptions<Value, Arg, Returned> = {},
) =>
  createAppAsyncThunk<Returned, Arg, RefusalConfig>(
    type,
    async (arg, api) => {
      const result = await call(arg, api);
      if (!result.ok) return rejectWithFailure(api.rejectWithValue, result.failure);
      // Without onSuccess, nothing but the default determines Returned.
      return onSuccess ? onSuccess(result.value, api, arg) : (result.value as Returned & Value);
    },
    { condition },
  );
