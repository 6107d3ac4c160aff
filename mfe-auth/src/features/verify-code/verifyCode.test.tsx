import { resendOtp, verifyOtp, verifyResetOtp } from '@shop/contracts';
import { forgotPassword, selectNotices, verifyOtp as verifyOtpThunk } from '@shop/shared/state';
import { aUser, createFakeServices, refuse, renderRemote, respondTo, type ContractAnswer } from '@shop/shared/testing';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { remote } from '../../remote';

const renderCode = (path: string, state: object | null, ...answers: ContractAnswer[]) => {
  const services = createFakeServices(answers);
  const rendered = renderRemote(remote, { at: [{ pathname: path, state }], services });
  return { listCalled: () => services.calls.map(({ name }) => name), ...rendered };
};
const state = { email: 'ada@example.com', user_id: 'challenge-1' };
const signedIn = respondTo(verifyOtp, () => ({ token: 'token-1', user: aUser() }));
const verifyButton = () => screen.getByRole('button', { name: 'Verify' });
const codeField = () => screen.findByLabelText('Verification code');

test('Verify is enabled with exactly 6 characters and a user id (product 8.8)', async () => {
  const { user } = renderCode('/auth/verify-otp', state);
  await user.type(await codeField(), '12345');
  expect(verifyButton()).toBeDisabled();
  await user.type(await codeField(), '678');
  expect(await codeField()).toHaveValue('123456');
  expect(verifyButton()).toBeEnabled();
});

test('a code can be pasted with spaces', async () => {
  const { user } = renderCode('/auth/verify-otp', state);
  await user.click(await codeField());
  await user.paste(' 123 456 ');
  expect(await codeField()).toHaveValue('123456');
});

test('verifying a registration signs in and leads to the home page (product 8.8)', async () => {
  const { user, location, store } = renderCode('/auth/verify-otp', state, signedIn);
  await user.type(await codeField(), '123456{Enter}');
  await waitFor(() => expect(location()).toBe('/'));
  expect(store.getState().auth).toMatchObject({ isAuthenticated: true, user: { is_verified: true } });
});

test('the error is shown in the red box and cleared on leaving the page (product 8.2, 8.16, 12.3)', async () => {
  const refused = respondTo(verifyOtp, () =>
    refuse('That code is incorrect. Check it and try again.', { status: 422 }),
  );
  const { user, store } = renderCode('/auth/verify-otp', state, refused);
  await user.type(await codeField(), '123456{Enter}');
  expect(await screen.findByRole('alert')).toHaveTextContent('That code is incorrect. Check it and try again.');
  await user.click(screen.getByRole('link', { name: 'Use another email' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Create an account' })).toBeInTheDocument();
  expect(store.getState().auth.error).toBeNull();
});

test('an accepted reset code leads to the new password (product 8.10)', async () => {
  const accepted = respondTo(verifyResetOtp, () => ({}));
  const { user, location, listCalled } = renderCode('/auth/verify-reset-otp', state, accepted);
  await user.type(await codeField(), '123456{Enter}');
  await waitFor(() => expect(location()).toBe('/auth/reset-password'));
  expect(listCalled()).toEqual(['POST /verify-reset-otp']);
  expect(await screen.findByText('ada@example.com')).toBeInTheDocument();
});

test('a refused reset code does not lead on (product 8.10)', async () => {
  const refused = respondTo(verifyResetOtp, () => refuse('This code has expired. Ask for a new one.', { status: 410 }));
  const { user, location } = renderCode('/auth/verify-reset-otp', state, refused);
  await user.type(await codeField(), '123456{Enter}');
  expect(await screen.findByRole('alert')).toHaveTextContent('This code has expired. Ask for a new one.');
  expect(location()).toBe('/auth/verify-reset-otp');
});

test('a login code signs in on the same page (product 8.5)', async () => {
  const forLogin = { ...state, isLoginOTP: true };
  const { user, location, listCalled } = renderCode('/auth/verify-reset-otp', forLogin, signedIn);
  await user.type(await codeField(), '123456{Enter}');
  await waitFor(() => expect(location()).toBe('/'));
  expect(listCalled()).toEqual(['POST /verify-otp']);
});

test.each([
  ['/auth/verify-otp', 'User ID not found. Please register again.', '/auth/register'],
  ['/auth/verify-reset-otp', 'User ID not found. Please try again.', '/auth/forgot-password'],
  ['/auth/reset-password', 'Email not found. Please try the reset process again.', '/auth/forgot-password'],
])('%s without its data shows an alert and redirects (product 8.9, 8.10)', async (path, text, next) => {
  const { location, store } = renderCode(path, null);
  await waitFor(() => expect(location()).toBe(next));
  expect(selectNotices(store.getState())).toMatchObject([{ kind: 'alert', text }]);
});

describe('a new code', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  test('can be requested again after a minute each time (product 8.16)', async () => {
    const user = userEvent.setup({ advanceTimers: jest.advanceTimersByTime });
    const nextCodeAt = Date.now() + 60_000;
    const resent = respondTo(resendOtp, () => ({
      message: 'A new code is on its way.',
      code_sent: true,
      next_code_s: 60,
    }));
    const { listCalled, store } = renderCode('/auth/verify-otp', { ...state, nextCodeAt }, resent);
    expect(await screen.findByText('New code in 60 s')).toBeInTheDocument();
    act(() => void jest.advanceTimersByTime(59_000));
    expect(screen.getByText('New code in 1 s')).toBeInTheDocument();
    act(() => void jest.advanceTimersByTime(1_000));
    await user.click(screen.getByRole('button', { name: 'Resend code' }));
    await waitFor(() => expect(screen.getByText('New code in 60 s')).toBeInTheDocument());
    expect(listCalled()).toEqual(['POST /resend-otp']);
    expect(selectNotices(store.getState())).toMatchObject([{ kind: 'status', text: 'A new code is on its way.' }]);
  });
});

test('who gets no new code is told which ones are valid, and when the next one can be sent', async () => {
  const nextCodeAt = Date.now() + 50 * 60_000;
  renderCode('/auth/verify-reset-otp', { ...state, codeSent: false, nextCodeAt });
  expect(await screen.findByText(/We sent no new mail/)).toHaveTextContent(
    'Enter the 6-character code we sent to ada@example.com. It is valid for 10 minutes. We sent no new mail: the codes in the last three are valid, and so are their links.',
  );
  expect(await screen.findByText('New code in 50 min')).toBeInTheDocument();
});

describe('the link of a mail', () => {
  const renderLink = (purpose: 'login' | 'reset', answer: ContractAnswer) => {
    window.history.replaceState(null, '', `#${purpose}=secret-key`);
    return renderCode('/auth/verify-reset-otp', null, answer);
  };
  afterEach(() => window.history.replaceState(null, '', '/'));

  test('signs in after a press of the button, and its key is not in the address anymore', async () => {
    const { user, location, listCalled, store } = renderLink('login', signedIn);
    const button = await screen.findByRole('button', { name: 'Log in' });
    expect(window.location.hash).toBe('');
    expect(listCalled()).toEqual([]);
    await user.click(button);
    await waitFor(() => expect(location()).toBe('/'));
    expect(selectNotices(store.getState())).toMatchObject([{ text: `You are logged in as ${aUser().email}.` }]);
  });

  test('leads to the new password of its address', async () => {
    const accepted = respondTo(verifyResetOtp, () => ({ email: 'owner@example.com' }));
    const { user, location } = renderLink('reset', accepted);
    await user.click(await screen.findByRole('button', { name: 'Choose a new password' }));
    await waitFor(() => expect(location()).toBe('/auth/reset-password'));
    expect(await screen.findByText('owner@example.com')).toBeInTheDocument();
  });

  test('that was used says so, and leads to a new code', async () => {
    const text = 'This link has expired, or it was used. Please ask for a new code.';
    const { user } = renderLink(
      'login',
      respondTo(verifyOtp, () => refuse(text, { status: 422 })),
    );
    await user.click(await screen.findByRole('button', { name: 'Log in' }));
    expect(await screen.findByRole('alert')).toHaveTextContent(text);
    expect(screen.getByRole('link', { name: 'Ask for a new code' })).toHaveAttribute('href', '/auth/login');
  });
});

test('a challenge that was started elsewhere is not used here', async () => {
  const { store } = renderCode('/auth/verify-otp', null);
  act(() => void store.dispatch(forgotPassword.fulfilled({ message: '', user_id: 'other' }, '', { email: 'a@b.c' })));
  await waitFor(() => expect(selectNotices(store.getState())).toHaveLength(1));
});

test('a sign-in in another tab continues here, too', async () => {
  const { store, location } = renderCode('/auth/verify-otp', state);
  await codeField();
  act(
    () =>
      void store.dispatch(
        verifyOtpThunk.fulfilled({ message: '', token: 'token', user: aUser() }, '', { user_id: 'x', otp: '000000' }),
      ),
  );
  await waitFor(() => expect(location()).toBe('/'));
});
