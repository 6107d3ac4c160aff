import { createSlice, isAnyOf, type WithSlice } from '@reduxjs/toolkit';
import type { DataFormat, ErasureState, Session, SignInWays } from '@shop/contracts';
import {
  accountChanged,
  createAppAsyncThunk,
  createCallThunk,
  historyReceived,
  profileUpdated,
  sessionEnded,
  sessionRead,
} from '@shop/shared/state';

interface AccountState {
  /** Null until loaded. */
  ways: SignInWays | null;
  sessions: Session[] | null;
  erasure: ErasureState | null;
  error: string | null;
  erasureError: string | null;
}

declare module '@shop/shared/state' {
  // eslint-disable-next-line @typescript-eslint/no-empty-object-type -- augments the shop's state with this slice
  interface LazySlices extends WithSlice<typeof accountSlice> {}
}

const initialState: AccountState = { ways: null, sessions: null, erasure: null, error: null, erasureError: null };

const contracts = () => import(/* webpackChunkName: "contracts" */ '@shop/contracts/account');

const dataContracts = () => import(/* webpackChunkName: "contracts" */ '@shop/contracts/myData');

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

export const profileSaved = createCallThunk(
  'account/profileSaved',
  async (body: { readonly name: string; readonly phone: string }, { extra }) => {
    const { changeMe } = await contracts();
    return extra.api.request(changeMe, { body });
  },
  {
    onSuccess({ user }, { dispatch }) {
      dispatch(accountChanged({ user }));
      dispatch(profileUpdated(user));
    },
  },
);

export const passwordChanged = createCallThunk(
  'account/passwordChanged',
  async (body: { readonly current_password: string; readonly password: string }, { extra }) => {
    const { changePassword } = await contracts();
    return extra.api.request(changePassword, { body });
  },
  {
    async onSuccess({ user, token, message }, { dispatch }) {
      dispatch(accountChanged({ user, token }));
      await dispatch(fetchAccount());
      return message;
    },
  },
);

/** Sends a code to the new address. Returns the id of the challenge. */
export const emailChangeRequested = createCallThunk(
  'account/emailChangeRequested',
  async (body: { readonly email: string; readonly current_password: string }, { extra }) => {
    const { requestEmailChange } = await contracts();
    return extra.api.request(requestEmailChange, { body });
  },
  { onSuccess: ({ user_id }) => user_id },
);

export const emailChangeVerified = createCallThunk(
  'account/emailChangeVerified',
  async (body: { readonly user_id: string; readonly otp: string }, { extra }) => {
    const { verifyEmailChange } = await contracts();
    return extra.api.request(verifyEmailChange, { body });
  },
  {
    async onSuccess({ user, token, message }, { dispatch }) {
      dispatch(accountChanged({ user, token }));
      dispatch(profileUpdated(user));
      await dispatch(fetchAccount());
      return message;
    },
  },
);

/** Starts connecting Google. Returns the URL at Google to navigate to. */
export const googleConnectStarted = createCallThunk(
  'account/googleConnectStarted',
  async (body: { readonly current_password: string }, { extra }) => {
    const { connectGoogle } = await contracts();
    return extra.api.request(connectGoogle, { body });
  },
  { onSuccess: ({ url }) => url },
);

export const googleDisconnected = createCallThunk(
  'account/googleDisconnected',
  async (body: { readonly current_password: string }, { extra }) => {
    const { disconnectGoogle } = await contracts();
    return extra.api.request(disconnectGoogle, { body });
  },
  {
    async onSuccess({ message }, { dispatch }) {
      await dispatch(fetchAccount());
      return message;
    },
  },
);

/** Returns everything that the shop stores about the customer, as a file. */
export const dataExported = createCallThunk(
  'account/dataExported',
  async (body: { readonly format: DataFormat; readonly current_password: string }, { extra }) => {
    const { exportMyData } = await dataContracts();
    return extra.api.request(exportMyData, { body });
  },
);

/** Loads whether the account is about to be deleted. */
export const fetchErasure = createCallThunk(
  'account/erasureFetched',
  async (_: void, { extra }) => {
    const { getMyErasure } = await dataContracts();
    return extra.api.request(getMyErasure, {});
  },
  { onSuccess: ({ data }) => data },
);

/** Deletes the account in a week. */
export const erasureStarted = createCallThunk(
  'account/erasureStarted',
  async (body: { readonly current_password: string }, { extra }) => {
    const { startMyErasure } = await dataContracts();
    return extra.api.request(startMyErasure, { body });
  },
  { onSuccess: ({ data }) => data },
);

/** Keeps the account after all. */
export const erasureStopped = createCallThunk(
  'account/erasureStopped',
  async (_: void, { extra }) => {
    const { stopMyErasure } = await dataContracts();
    return extra.api.request(stopMyErasure, {});
  },
  { onSuccess: ({ data }) => data },
);

/** Ends every session of the account, including this browser's. */
export const loggedOutEverywhere = createCallThunk(
  'account/loggedOutEverywhere',
  async (_: void, { extra }) => {
    const { endAllSessions } = await contracts();
    return extra.api.request(endAllSessions, {});
  },
  {
    onSuccess({ message }, { dispatch }) {
      dispatch(sessionEnded());
      return message;
    },
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
      .addCase(fetchErasure.pending, (state) => {
        state.erasureError = null;
      })
      .addCase(fetchErasure.rejected, (state, { payload }) => {
        state.erasureError = payload ?? 'Failed to fetch whether your account is kept';
      })
      .addCase(sessionRead.fulfilled, (state, { payload }) => {
        state.ways = payload.ways;
      })
      .addCase(deviceLoggedOut.fulfilled, (state, { meta }) => {
        state.sessions = state.sessions?.filter(({ id }) => id !== meta.arg.id) ?? null;
      })
      .addCase(sessionEnded, () => initialState)
      .addMatcher(
        isAnyOf(fetchErasure.fulfilled, erasureStarted.fulfilled, erasureStopped.fulfilled),
        (state, action) => {
          state.erasure = action.payload;
        },
      ),
  selectors: { selectAccount: (state) => state },
});

export const { selectAccount } = accountSlice.selectors;
