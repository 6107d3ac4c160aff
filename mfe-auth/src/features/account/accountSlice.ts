import { createSlice, type WithSlice } from '@reduxjs/toolkit';
import type { Session, SignInWays } from '@shop/shared/contracts';
import {
  accountChanged,
  createAppAsyncThunk,
  historyReceived,
  profileUpdated,
  sessionEnded,
  sessionRead,
  type Refusal,
} from '@shop/shared/state';

interface AccountState {
  /** Null until loaded. */
  ways: SignInWays | null;
  sessions: Session[] | null;
  error: string | null;
}

declare module '@shop/shared/state' {
  // eslint-disable-next-line @typescript-eslint/no-empty-object-type -- augments the shop's state with this slice
  interface LazySlices extends WithSlice<typeof accountSlice> {}
}

const initialState: AccountState = { ways: null, sessions: null, error: null };

const contracts = () => import(/* webpackChunkName: "contracts" */ '@shop/shared/contracts/account');

type Refusing = { rejectValue: string; rejectedMeta: Pick<Refusal, 'fields'> };

/** Loads login methods, sessions and security events. */
export const fetchAccount = createAppAsyncThunk(
  'account/fetched',
  async (_: void, { extra, dispatch, rejectWithValue }) => {
    const { getMe, listHistory, listSessions } = await contracts();
    const [me, sessions, history] = await Promise.all([
      extra.api.request(getMe, {}),
      extra.api.request(listSessions, {}),
      extra.api.request(listHistory, {}),
    ]);
    for (const result of [me, sessions, history]) if (!result.ok) return rejectWithValue(result.failure.message);
    if (!me.ok || !sessions.ok || !history.ok) return rejectWithValue('Failed to fetch your account');
    dispatch(historyReceived(history.value.data));
    return { ways: me.value.ways, sessions: sessions.value.data };
  },
);

export const profileSaved = createAppAsyncThunk<void, { readonly name: string; readonly phone: string }, Refusing>(
  'account/profileSaved',
  async (body, { extra, dispatch, rejectWithValue }) => {
    const { changeMe } = await contracts();
    const result = await extra.api.request(changeMe, { body });
    if (!result.ok) return rejectWithValue(result.failure.message, { fields: result.failure.fields });
    dispatch(accountChanged({ user: result.value.user }));
    dispatch(profileUpdated(result.value.user));
    return undefined;
  },
);

export const passwordChanged = createAppAsyncThunk<
  string,
  { readonly current_password: string; readonly password: string },
  Refusing
>('account/passwordChanged', async (body, { extra, dispatch, rejectWithValue }) => {
  const { changePassword } = await contracts();
  const result = await extra.api.request(changePassword, { body });
  if (!result.ok) return rejectWithValue(result.failure.message, { fields: result.failure.fields });
  dispatch(accountChanged({ user: result.value.user, token: result.value.token }));
  await dispatch(fetchAccount());
  return result.value.message;
});

/** Sends a code to the new address. Returns the id of the challenge. */
export const emailChangeRequested = createAppAsyncThunk<
  string,
  { readonly email: string; readonly current_password: string },
  Refusing
>('account/emailChangeRequested', async (body, { extra, rejectWithValue }) => {
  const { requestEmailChange } = await contracts();
  const result = await extra.api.request(requestEmailChange, { body });
  return result.ok ? result.value.user_id : rejectWithValue(result.failure.message, { fields: result.failure.fields });
});

export const emailChangeVerified = createAppAsyncThunk<
  string,
  { readonly user_id: string; readonly otp: string },
  Refusing
>('account/emailChangeVerified', async (body, { extra, dispatch, rejectWithValue }) => {
  const { verifyEmailChange } = await contracts();
  const result = await extra.api.request(verifyEmailChange, { body });
  if (!result.ok) return rejectWithValue(result.failure.message, { fields: result.failure.fields });
  dispatch(accountChanged({ user: result.value.user, token: result.value.token }));
  dispatch(profileUpdated(result.value.user));
  await dispatch(fetchAccount());
  return result.value.message;
});

/** Starts connecting Google. Returns the URL at Google to navigate to. */
export const googleConnectBegun = createAppAsyncThunk<string, { readonly current_password: string }, Refusing>(
  'account/googleConnectBegun',
  async (body, { extra, rejectWithValue }) => {
    const { connectGoogle } = await contracts();
    const result = await extra.api.request(connectGoogle, { body });
    return result.ok ? result.value.url : rejectWithValue(result.failure.message, { fields: result.failure.fields });
  },
);

export const googleDisconnected = createAppAsyncThunk<string, { readonly current_password: string }, Refusing>(
  'account/googleDisconnected',
  async (body, { extra, dispatch, rejectWithValue }) => {
    const { disconnectGoogle } = await contracts();
    const result = await extra.api.request(disconnectGoogle, { body });
    if (!result.ok) return rejectWithValue(result.failure.message, { fields: result.failure.fields });
    await dispatch(fetchAccount());
    return result.value.message;
  },
);

/** Ends every session of the account, including this browser's. */
export const loggedOutEverywhere = createAppAsyncThunk<string, void, { rejectValue: string }>(
  'account/loggedOutEverywhere',
  async (_: void, { extra, dispatch, rejectWithValue }) => {
    const { endAllSessions } = await contracts();
    const result = await extra.api.request(endAllSessions, {});
    if (!result.ok) return rejectWithValue(result.failure.message);
    dispatch(sessionEnded());
    return result.value.message;
  },
);

/** Ends one session of the account. Ending this browser's session logs out. */
export const deviceLoggedOut = createAppAsyncThunk(
  'account/deviceLoggedOut',
  async ({ id, current }: Pick<Session, 'id' | 'current'>, { extra, dispatch, rejectWithValue }) => {
    const { endSession } = await contracts();
    const result = await extra.api.request(endSession, { params: { id } });
    const gone = result.ok || result.failure.code === 'SESSION_NOT_FOUND'; // The session had already expired.
    if (!gone) return rejectWithValue(result.failure.message);
    if (current) dispatch(sessionEnded());
  },
);

export const accountSlice = createSlice({
  name: 'account',
  initialState,
  reducers: {},
  extraReducers: (builder) =>
    builder
      .addCase(fetchAccount.pending, (state) => {
        state.error = null;
      })
      .addCase(fetchAccount.fulfilled, (state, { payload }) => {
        state.ways = payload.ways;
        state.sessions = payload.sessions;
      })
      .addCase(fetchAccount.rejected, (state, { payload }) => {
        state.error = typeof payload === 'string' ? payload : 'Failed to fetch your account';
      })
      .addCase(sessionRead.fulfilled, (state, { payload }) => {
        state.ways = payload.ways;
      })
      .addCase(deviceLoggedOut.fulfilled, (state, { meta }) => {
        state.sessions = state.sessions?.filter(({ id }) => id !== meta.arg.id) ?? null;
      })
      .addCase(sessionEnded, () => initialState),
  selectors: { selectAccount: (state) => state },
});

export const { selectAccount } = accountSlice.selectors;
