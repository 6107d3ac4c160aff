import * as contracts from '@shop/contracts';
import { aUser, anAddress, createFakeServices, refuse, respondTo, type ContractAnswer } from '../testing';
import {
  authErrorCleared,
  forgotPassword,
  loginUser,
  logoutUser,
  registerUser,
  resendOtp,
  resetPassword,
  sessionEnded,
  sessionRead,
  verifyOtp,
  verifyResetOtp,
} from './authSlice';
import { createShopStore, type ShopStore } from './createShopStore';
import { addressesReceived, wishlistItemAdded } from './profileSlice';

const registration = { name: 'Ada Lovelace', email: 'ada@example.com', phone: '', password: 'correct horse' };
const SIGNED_OUT = {
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

const createStore = (...answers: readonly ContractAnswer[]): ShopStore =>
  createShopStore({ services: createFakeServices(answers) });
const auth = (store: ShopStore) => store.getState().auth;
const signedIn = respondTo(contracts.login, () => ({ user: aUser(), token: 'token-1' }));

test('starts signed out (product 8.17)', () => {
  expect(auth(createStore())).toEqual(SIGNED_OUT);
});

test('a request in flight sets loading and clears error; a failure stores the message', async () => {
  const store = createStore(respondTo(contracts.login, () => refuse('Wrong email or password.')));
  const pending = store.dispatch(loginUser({ email: 'a@b.c', password: 'x' }));
  expect(auth(store)).toMatchObject({ loading: true, error: null });
  await pending;
  expect(auth(store)).toMatchObject({
    loading: false,
    error: 'Wrong email or password.',
    isAuthenticated: false,
  });
  void store.dispatch(loginUser({ email: 'a@b.c', password: 'x' }));
  expect(auth(store).error).toBeNull();
});

test('registration keeps user_id and what was entered, and does not sign in (product 8.6, 8.18)', async () => {
  const store = createStore({
    endpoint: contracts.register,
    respond: () => ({ status: true, message: '', user_id: 'challenge-1' }),
  });
  await store.dispatch(registerUser(registration));
  expect(auth(store)).toMatchObject({
    registerSuccess: true,
    user_id: 'challenge-1',
    isAuthenticated: false,
    token: null,
    user: { name: 'Ada Lovelace', email: 'ada@example.com', phone: '', is_verified: false },
  });
});

test('verifying the code signs in, keeps the token, clears registerSuccess and marks the user verified (product 8.18)', async () => {
  const store = createStore(
    { endpoint: contracts.register, respond: () => ({ user_id: 'challenge-1' }) },
    {
      endpoint: contracts.verifyOtp,
      respond: () => ({ message: '', token: 'token-1', user: aUser({ is_verified: false }) }),
    },
  );
  await store.dispatch(registerUser(registration));
  await store.dispatch(verifyOtp({ user_id: 'challenge-1', otp: '123456' }));
  expect(auth(store)).toMatchObject({
    isAuthenticated: true,
    token: 'token-1',
    registerSuccess: false,
    user: { is_verified: true },
    loading: false,
    error: null,
  });
});

test('login keeps user, user_id from user.id, and token (product 8.3)', async () => {
  const store = createStore(signedIn);
  await store.dispatch(loginUser({ email: 'a@b.c', password: 'x' }));
  expect(auth(store)).toMatchObject({
    isAuthenticated: true,
    user: aUser(),
    user_id: 'account-1',
    token: 'token-1',
    loading: false,
  });
});

test('forgot password sets its flag and keeps user_id (product 8.18)', async () => {
  const store = createStore({ endpoint: contracts.forgotPassword, respond: () => ({ user_id: 'challenge-2' }) });
  await store.dispatch(forgotPassword({ email: 'a@b.c' }));
  expect(auth(store)).toEqual({ ...SIGNED_OUT, forgotPasswordSuccess: true, user_id: 'challenge-2' });
});

test('verifying a reset code only clears loading and error (product 8.18)', async () => {
  const store = createStore(
    { endpoint: contracts.forgotPassword, respond: () => ({ user_id: 'challenge-2' }) },
    { endpoint: contracts.verifyResetOtp, respond: () => ({}) },
  );
  await store.dispatch(forgotPassword({ email: 'a@b.c' }));
  const before = auth(store);
  await store.dispatch(verifyResetOtp({ user_id: 'challenge-2', otp: '123456' }));
  expect(auth(store)).toEqual(before);
});

test('a password reset sets its flag and does not sign in (product 8.18)', async () => {
  const store = createStore({ endpoint: contracts.resetPassword, respond: () => ({ status: true, message: '' }) });
  await store.dispatch(resetPassword({ email: 'a@b.c', password: 'correct horse' }));
  expect(auth(store)).toEqual({ ...SIGNED_OUT, resetPasswordSuccess: true });
});

const requests = [
  ['register', registerUser(registration), contracts.register, 'Registration failed'],
  ['verify', verifyOtp({ user_id: 'x', otp: '123456' }), contracts.verifyOtp, 'OTP verification failed'],
  ['login', loginUser({ email: 'a@b.c', password: 'x' }), contracts.login, 'Login failed'],
  ['forgot', forgotPassword({ email: 'a@b.c' }), contracts.forgotPassword, 'Failed to send OTP'],
  ['resend', resendOtp({ user_id: 'x' }), contracts.resendOtp, 'Failed to send OTP'],
  ['verify reset', verifyResetOtp({ user_id: 'x', otp: '123456' }), contracts.verifyResetOtp, 'Invalid or expired OTP'],
  [
    'reset',
    resetPassword({ email: 'a@b.c', password: 'correct horse' }),
    contracts.resetPassword,
    'Password reset failed',
  ],
  ['logout', logoutUser(), contracts.logout, 'Logout failed'],
] as const;

test.each(requests)(
  'while %s is pending, loading is set and the error is cleared; a failure is stored (product 8.2)',
  async (_name, thunk, endpoint) => {
    const reasons = ['the first reason', 'the second reason'];
    const store = createStore({ endpoint, respond: () => refuse(reasons.shift() ?? 'no more reasons') });
    const send = () => store.dispatch(thunk as ReturnType<typeof logoutUser>);
    await send();
    expect(auth(store)).toMatchObject({ loading: false, error: 'the first reason' });
    const pending = send();
    expect(auth(store)).toMatchObject({ loading: true, error: null });
    await pending;
    expect(auth(store)).toMatchObject({ loading: false, error: 'the second reason' });
  },
);

test.each(requests)(
  '%s uses the exact fallback message if there is no reason (product 12.2)',
  async (_name, thunk, endpoint, text) => {
    const throwing = createStore({ endpoint, respond: () => Promise.reject(new Error('anything')) });
    await throwing.dispatch(thunk as ReturnType<typeof logoutUser>);
    expect(auth(throwing).error).toBe(text);
  },
);

test('logout clears everything, and the profile with it (product 8.12)', async () => {
  const store = createStore(signedIn, { endpoint: contracts.logout, respond: () => ({ status: true, message: '' }) });
  await store.dispatch(loginUser({ email: 'a@b.c', password: 'x' }));
  store.dispatch(addressesReceived([anAddress()]));
  store.dispatch(
    wishlistItemAdded({ id: 'r', name: 'Ring', image: '', price: 1, category: '', rating: 4, priceFrom: false }),
  );
  await store.dispatch(logoutUser());
  expect(auth(store)).toEqual(SIGNED_OUT);
  expect(store.getState().profile).toMatchObject({ user: null, addresses: [], wishlist: [] });
});

test('a failed logout keeps the session, unless it has already ended', async () => {
  const failing = createStore(
    signedIn,
    respondTo(contracts.logout, () => refuse('Closed today')),
  );
  await failing.dispatch(loginUser({ email: 'a@b.c', password: 'x' }));
  await failing.dispatch(logoutUser());
  expect(auth(failing)).toMatchObject({ isAuthenticated: true, error: 'Closed today' });
  const over = createStore(
    signedIn,
    respondTo(contracts.logout, () => refuse('Log in to continue.', { status: 401 })),
  );
  await over.dispatch(loginUser({ email: 'a@b.c', password: 'x' }));
  await over.dispatch(logoutUser());
  expect(auth(over)).toEqual(SIGNED_OUT);
});

test('ends a session that ended on the server, but not if the server is unreachable', async () => {
  const ended = createStore(
    signedIn,
    respondTo(contracts.getMe, () => refuse('Log in to continue.', { status: 401 })),
  );
  await ended.dispatch(loginUser({ email: 'a@b.c', password: 'x' }));
  await ended.dispatch(sessionRead());
  expect(auth(ended)).toEqual(SIGNED_OUT);
  const away = createStore(
    signedIn,
    respondTo(contracts.getMe, () => refuse('The shop cannot be reached.', { status: 0 })),
  );
  await away.dispatch(loginUser({ email: 'a@b.c', password: 'x' }));
  await away.dispatch(sessionRead());
  expect(auth(away).isAuthenticated).toBe(true);
});

test('a guest without a session keeps the wishlist', async () => {
  const store = createStore(respondTo(contracts.getMe, () => refuse('Log in to continue.', { status: 401 })));
  store.dispatch(
    wishlistItemAdded({ id: 'r', name: 'Ring', image: '', price: 1, category: '', rating: 4, priceFrom: false }),
  );
  await store.dispatch(sessionRead());
  expect(store.getState().profile.wishlist).toHaveLength(1);
});

test('clears the error when the page is left, and everything when the session ended elsewhere (product 8.2)', async () => {
  const store = createStore(respondTo(contracts.verifyOtp, () => refuse('That code is not right.')));
  await store.dispatch(verifyOtp({ user_id: 'x', otp: '123456' }));
  store.dispatch(authErrorCleared());
  expect(auth(store).error).toBeNull();
  store.dispatch(sessionEnded());
  expect(auth(store)).toEqual(SIGNED_OUT);
});

describe('answers without some fields are a success', () => {
  test('a code without a user verifies the one who registered (product 11.5)', async () => {
    const store = createStore(
      { endpoint: contracts.register, respond: () => ({ user_id: 12 }) },
      { endpoint: contracts.verifyOtp, respond: () => ({ token: 'token-1' }) },
    );
    await store.dispatch(registerUser({ name: 'Ada', email: 'ada@example.com', phone: '', password: 'correct horse' }));
    expect(store.getState().auth).toMatchObject({ registerSuccess: true, user_id: '12', isAuthenticated: false });
    await store.dispatch(verifyOtp({ user_id: '12', otp: '123456' }));
    expect(store.getState().auth).toMatchObject({
      isAuthenticated: true,
      registerSuccess: false,
      token: 'token-1',
      user: { name: 'Ada', email: 'ada@example.com', is_verified: true },
    });
  });

  test('a login with an id only keeps it as user_id (product 11.5)', async () => {
    const store = createStore({ endpoint: contracts.login, respond: () => ({ user: { id: 7 }, token: 'token-1' }) });
    await store.dispatch(loginUser({ email: 'ada@example.com', password: 'correct horse' }));
    expect(store.getState().auth).toMatchObject({ isAuthenticated: true, user_id: '7', token: 'token-1', error: null });
  });
});
