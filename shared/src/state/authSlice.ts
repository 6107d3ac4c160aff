import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { ApiClient, Result } from '../api-client/apiClient';
import type { SignInWays } from '@shop/contracts/account';
import type { AuthAnswer, User } from '@shop/contracts/auth';
import { AUTH_FAILURES } from '@shop/contracts/constants';
import type { SignInAnswer } from './readAuthAnswer';
import { rejectWithFailure, type RefusalConfig } from './rejectWithFailure';
import { createSharedAsyncThunk } from './createSharedAsyncThunk';

/** product.md 8.3. `token` is only in memory. */
export interface AuthState {
  isAuthenticated: boolean;
  user: User | null;
  user_id: string | null;
  token: string | null;
  loading: boolean;
  error: string | null;
  registerSuccess: boolean;
  forgotPasswordSuccess: boolean;
  resetPasswordSuccess: boolean;
}

const initialState: AuthState = {
  isAuthenticated: false,
  user: null,
  user_id: null,
  token: null,
  loading: false,
  error: null,
  registerSuccess: false,
  forgotPasswordSuccess: false,
  resetPasswordSuccess: false,
};

// Schemas load with the first call, not with the first page.
const loadContracts = () => import(/* webpackChunkName: "contracts" */ './authCalls');
type Contracts = Awaited<ReturnType<typeof loadContracts>>;

/** Creates a thunk that makes one call. A failure rejects with the message and has the details as meta. */
const createAuthThunk = <Request>(
  type: string,
  call: (contracts: Contracts, api: ApiClient, request: Request) => Promise<Result<AuthAnswer>>,
) =>
  createSharedAsyncThunk<SignInAnswer, Request, RefusalConfig>(type, async (request, { extra, rejectWithValue }) => {
    const contracts = await loadContracts();
    const result = await call(contracts, extra.api, request);
    return result.ok ? contracts.readAuthAnswer(result.value) : rejectWithFailure(rejectWithValue, result.failure);
  });

export interface Registration {
  readonly name: string;
  readonly email: string;
  readonly password: string;
  readonly phone: string;
  readonly confirmPassword?: string;
}

/** A code and its challenge, or the key of the link in its mail. */
export type CodeProof = { readonly user_id: string; readonly otp: string } | { readonly link_key: string };

export const registerUser = createAuthThunk('auth/registered', ({ register }, api, body: Registration) =>
  api.request(register, { body }),
);
export const verifyOtp = createAuthThunk(
  'auth/otpVerified',
  ({ verifyOtp: endpoint }, api, body: CodeProof & { readonly remember?: boolean }) => api.request(endpoint, { body }),
);
export const loginUser = createAuthThunk(
  'auth/loggedIn',
  ({ login }, api, body: { readonly email: string; readonly password: string; readonly remember?: boolean }) =>
    api.request(login, { body }),
);
/** Mails a code to reset a password (default) or to log in (product.md 8.5). */
export const forgotPassword = createAuthThunk(
  'auth/otpSent',
  ({ forgotPassword: endpoint }, api, body: { readonly email: string; readonly purpose?: 'login' | 'reset' }) =>
    api.request(endpoint, { body }),
);
export const resendOtp = createAuthThunk(
  'auth/otpResent',
  ({ resendOtp: endpoint }, api, body: { readonly user_id: string }) => api.request(endpoint, { body }),
);
export const verifyResetOtp = createAuthThunk(
  'auth/resetOtpVerified',
  ({ verifyResetOtp: endpoint }, api, body: CodeProof) => api.request(endpoint, { body }),
);
export const resetPassword = createAuthThunk(
  'auth/passwordReset',
  ({ resetPassword: endpoint }, api, body: { readonly email: string; readonly password: string }) =>
    api.request(endpoint, { body }),
);

export interface ReadSession {
  readonly user: User;
  readonly token: string;
  readonly ways: SignInWays;
}

const UNAUTHENTICATED_STATUS = 401;
/** True for a failure that says the session has ended. */
export const isSessionExpired = (meta: { readonly rejectedWithValue: boolean; readonly status?: number }): boolean =>
  meta.rejectedWithValue && meta.status === UNAUTHENTICATED_STATUS;

/** Logs out. An ended session counts as logged out. */
export const logoutUser = createSharedAsyncThunk<void, void, RefusalConfig>(
  'auth/loggedOut',
  async (_, { extra, dispatch, rejectWithValue }) => {
    const { logout } = await loadContracts();
    const result = await extra.api.request(logout, {});
    if (result.ok || result.failure.status === UNAUTHENTICATED_STATUS) {
      dispatch(authSlice.actions.sessionEnded());
      return undefined;
    }
    return rejectWithFailure(rejectWithValue, result.failure);
  },
);

/** Reads the session by its cookie. Fails with 401 for guests. */
export const sessionRead = createSharedAsyncThunk<
  ReadSession,
  void,
  RefusalConfig & { state: { readonly auth: AuthState } }
>('auth/sessionRead', async (_, { extra, dispatch, getState, rejectWithValue }) => {
  const { getMe } = await import(/* webpackChunkName: "contracts" */ '@shop/contracts/account');
  const result = await extra.api.request(getMe, {});
  if (result.ok) return result.value;
  if (result.failure.status === UNAUTHENTICATED_STATUS && getState().auth.isAuthenticated)
    dispatch(authSlice.actions.sessionEnded());
  return rejectWithFailure(rejectWithValue, result.failure);
});

const UNKNOWN_USER: User = { id: '', name: '', email: '', phone: '', is_verified: false };

const setSignedIn = (state: AuthState, user: User, token: string | undefined): void => {
  state.isAuthenticated = true;
  state.user = { ...user, is_verified: true };
  state.token = token ?? null;
  state.loading = false;
};

const setPending = (state: AuthState): void => {
  state.loading = true;
  state.error = null;
};
const createRejectedReducer =
  (fallback: string) =>
  (state: AuthState, { payload }: { payload?: string | undefined }): void => {
    state.loading = false;
    state.error = payload ?? fallback;
  };
const setDone = (state: AuthState): void => {
  state.loading = false;
  state.error = null;
};

export const authSlice = createSlice({
  name: 'auth',
  initialState,
  reducers: {
    /** The page that showed the error was left. */
    authErrorCleared(state) {
      state.error = null;
    },
    /**
     * The session ended: by logging out here or in another tab, or by expiring. Slices with personal data reset on
     * this.
     */
    sessionEnded: () => initialState,
    /** The customer changed their account. */
    accountChanged(state, { payload }: PayloadAction<{ readonly user: User; readonly token?: string }>) {
      state.user = payload.user;
      if (payload.token !== undefined) state.token = payload.token;
    },
  },
  extraReducers: (builder) =>
    builder
      .addCase(registerUser.pending, setPending)
      .addCase(registerUser.fulfilled, (state, { payload, meta: { arg } }) => {
        setDone(state);
        state.registerSuccess = true;
        state.user_id = payload.user_id ?? null;
        state.user = { id: '', name: arg.name, email: arg.email, phone: arg.phone, is_verified: false };
      })
      .addCase(registerUser.rejected, createRejectedReducer(AUTH_FAILURES.register))

      .addCase(verifyOtp.pending, setPending)
      .addCase(verifyOtp.fulfilled, (state, { payload }) => {
        // An answer without a user says that the one who registered is verified.
        setSignedIn(state, payload.user ?? state.user ?? UNKNOWN_USER, payload.token);
        state.registerSuccess = false;
      })
      .addCase(verifyOtp.rejected, createRejectedReducer(AUTH_FAILURES.verifyOtp))

      .addCase(loginUser.pending, setPending)
      .addCase(loginUser.fulfilled, (state, { payload, meta: { arg } }) => {
        setSignedIn(state, payload.user ?? { ...UNKNOWN_USER, email: arg.email }, payload.token);
        state.user_id = payload.user?.id ?? null;
      })
      .addCase(loginUser.rejected, createRejectedReducer(AUTH_FAILURES.login))

      .addCase(forgotPassword.pending, setPending)
      .addCase(forgotPassword.fulfilled, (state, { payload }) => {
        setDone(state);
        state.forgotPasswordSuccess = true;
        state.user_id = payload.user_id ?? state.user_id;
      })
      .addCase(forgotPassword.rejected, createRejectedReducer(AUTH_FAILURES.sendOtp))

      .addCase(resendOtp.pending, setPending)
      .addCase(resendOtp.fulfilled, setDone)
      .addCase(resendOtp.rejected, createRejectedReducer(AUTH_FAILURES.sendOtp))

      .addCase(verifyResetOtp.pending, setPending)
      .addCase(verifyResetOtp.fulfilled, setDone)
      .addCase(verifyResetOtp.rejected, createRejectedReducer(AUTH_FAILURES.verifyResetOtp))

      .addCase(resetPassword.pending, setPending)
      .addCase(resetPassword.fulfilled, (state) => {
        setDone(state);
        state.resetPasswordSuccess = true;
      })
      .addCase(resetPassword.rejected, createRejectedReducer(AUTH_FAILURES.resetPassword))

      .addCase(logoutUser.pending, setPending)
      .addCase(logoutUser.fulfilled, () => initialState)
      .addCase(logoutUser.rejected, createRejectedReducer(AUTH_FAILURES.logout))

      .addCase(sessionRead.fulfilled, (state, { payload }) => {
        setSignedIn(state, payload.user, payload.token);
        state.user_id = payload.user.id;
      }),
  selectors: {
    selectAuth: (state) => state,
    selectIsAuthenticated: (state) => state.isAuthenticated,
    selectUser: (state) => state.user,
  },
});

export const { authErrorCleared, sessionEnded, accountChanged } = authSlice.actions;
export const { selectAuth, selectIsAuthenticated, selectUser } = authSlice.selectors;
