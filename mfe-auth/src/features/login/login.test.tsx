import { forgotPassword, getSignInOptions, listOrders, login, verifyOtp } from '@shop/contracts';
import { verifyOtp as verifyOtpThunk } from '@shop/shared/state';
import { aUser, createFakeServices, refuse, renderRemote, respondTo, type ContractAnswer } from '@shop/shared/testing';
import { screen, waitFor } from '@testing-library/react';
import { remote } from '../../remote';

const answerOptions = (google: boolean) => respondTo(getSignInOptions, () => ({ google }));
const renderLogin = (answers: readonly ContractAnswer[] = [], at = '/auth/login', google = true) => {
  const services = createFakeServices([answerOptions(google), ...answers]);
  return { services, ...renderRemote(remote, { at, services }) };
};
const signedIn = { user: aUser(), token: 'token-1' };
const loggedIn = respondTo(login, () => signedIn);
const passwordField = (): HTMLElement => screen.getByLabelText(/^Password/, { selector: 'input' });
const logInButton = () => screen.getByRole('button', { name: 'Log in' });

test('/auth redirects to the login (product 8.1)', async () => {
  const { location } = renderLogin([], '/auth');
  expect(await screen.findByRole('heading', { level: 1, name: 'Log in' })).toBeInTheDocument();
  expect(location()).toBe('/auth/login');
});

test.each([
  ['login', 'Log in', null],
  ['register', 'Create an account', null],
  ['forgot-password', 'Forgot password', null],
  ['verify-otp', 'Check your email', { email: 'ada@example.com', user_id: 'challenge-1' }],
  ['verify-reset-otp', 'Check your email', { email: 'ada@example.com', user_id: 'challenge-1' }],
  ['reset-password', 'New password', { email: 'ada@example.com' }],
])('/auth/%s is a page: "%s" (product 8.1)', async (page, heading, state) => {
  const pathname = `/auth/${page}`;
  const services = createFakeServices([answerOptions(true)]);
  const { location } = renderRemote(remote, { at: [{ pathname, state }], services });
  expect(await screen.findByRole('heading', { level: 1, name: heading })).toBeInTheDocument();
  expect(location()).toBe(pathname);
});

test('the login has a Google button, two tabs, email, password, "Remember me" and links (product 8.3)', async () => {
  const { user } = renderLogin();
  expect(await screen.findByRole('link', { name: 'Continue with Google' })).toBeInTheDocument();
  expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual(['Password', 'OTP']);
  expect(screen.getByLabelText(/^Email/)).toHaveAttribute('type', 'email');
  expect(passwordField()).toHaveAttribute('type', 'password');
  expect(screen.getByRole('checkbox', { name: 'Remember me' })).not.toBeChecked();
  expect(screen.getByRole('link', { name: 'Forgot password?' })).toHaveAttribute('href', '/auth/forgot-password');
  await user.click(screen.getByRole('link', { name: 'Create an account' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Create an account' })).toBeInTheDocument();
});

test('a login with a password leads to the home page (product 8.3)', async () => {
  const { services, user, location, store } = renderLogin([loggedIn]);
  await user.type(await screen.findByLabelText(/^Email/), ' ada@example.com ');
  await user.type(passwordField(), 'correct horse');
  await user.click(screen.getByLabelText('Remember me'));
  await user.click(logInButton());
  await waitFor(() => expect(location()).toBe('/'));
  expect(services.listCalls(login)).toEqual([
    { body: { email: 'ada@example.com', password: 'correct horse', remember: true } },
  ]);
  expect(store.getState().auth).toMatchObject({ user: aUser(), user_id: aUser().id, token: 'token-1' });
});

test('"Remember me" is sent only if it is checked (product 8.4)', async () => {
  const { services, user } = renderLogin([loggedIn]);
  await user.type(await screen.findByLabelText(/^Email/), 'ada@example.com');
  await user.type(passwordField(), 'correct horse{Enter}');
  await waitFor(() =>
    expect(services.listCalls(login)).toEqual([{ body: { email: 'ada@example.com', password: 'correct horse' } }]),
  );
});

test('a login leads back to the requested page, but never to another site', async () => {
  const orders = respondTo(listOrders, () => ({ data: { items: [], total: 0, page: 1, pageSize: 10 } }));
  const inside = renderLogin([loggedIn, orders], '/auth/login?next=%2Forders%3Fpage%3D2');
  await inside.user.type(await screen.findByLabelText(/^Email/), 'ada@example.com');
  await inside.user.type(passwordField(), 'correct horse{Enter}');
  await waitFor(() => expect(inside.location()).not.toContain('/auth/login'));
});

test('a refusal is shown in the red box under the form, and the button can be clicked again (product 12.3)', async () => {
  const { user } = renderLogin([respondTo(login, () => refuse('Wrong email or password.', { status: 401 }))]);
  await user.type(await screen.findByLabelText(/^Email/), 'ada@example.com');
  await user.type(passwordField(), 'wrong password');
  await user.click(logInButton());
  const form = screen.getByRole('form', { name: 'Log in with your password' });
  expect(await screen.findByRole('alert')).toHaveTextContent('Wrong email or password.');
  expect(form).toContainElement(screen.getByRole('alert'));
  expect(logInButton()).toBeEnabled();
});

test('a double click sends one request', async () => {
  let answer: (value: typeof signedIn) => void = () => undefined;
  const { services, user } = renderLogin([
    respondTo(login, () => new Promise<typeof signedIn>((resolve) => (answer = resolve))),
  ]);
  await user.type(await screen.findByLabelText(/^Email/), 'ada@example.com');
  await user.type(passwordField(), 'correct horse');
  await user.dblClick(logInButton());
  await user.type(passwordField(), '{Enter}');
  expect(services.listCalls(login)).toHaveLength(1);
  expect(screen.getByRole('button', { name: 'Logging in' })).toHaveAttribute('aria-disabled', 'true');
  answer(signedIn);
});

test('empty fields are reported, and nothing is sent', async () => {
  const { user } = renderLogin();
  await user.click(await screen.findByRole('button', { name: 'Log in' }));
  expect(await screen.findByText('Please enter your email address')).toBeInTheDocument();
  expect(screen.getByText('Enter your password.')).toBeInTheDocument();
  expect(screen.getByLabelText(/^Email/)).toHaveFocus();
});

test('the link and the tabs switch between password and code, and keep the input (product 8.15)', async () => {
  const { user } = renderLogin();
  await user.type(await screen.findByLabelText(/^Email/), 'ada@example.com');
  await user.click(screen.getByRole('button', { name: 'Email me a code instead' }));
  expect(screen.getByRole('tab', { name: 'OTP' })).toHaveAttribute('aria-selected', 'true');
  expect(screen.getByLabelText(/^Email/)).toHaveValue('ada@example.com');
  await user.click(screen.getByRole('tab', { name: 'Password' }));
  expect(screen.getByRole('button', { name: 'Email me a code instead' })).toBeInTheDocument();
});

test('in OTP mode an empty address shows an alert, and a code is requested by the forgot-password call (product 8.5, 12.3)', async () => {
  const { services, user, location, store } = renderLogin([
    respondTo(forgotPassword, () => ({ user_id: 'challenge-1', code_sent: true, next_code_s: 60 })),
    respondTo(verifyOtp, () => signedIn),
  ]);
  await user.click(await screen.findByRole('tab', { name: 'OTP' }));
  await user.click(screen.getByRole('button', { name: 'Send OTP' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('Please enter your email address');
  await user.type(screen.getByLabelText(/^Email/), 'ada@example.com');
  await user.click(screen.getByRole('button', { name: 'Send OTP' }));
  await waitFor(() => expect(location()).toBe('/auth/verify-reset-otp'));
  expect(services.listCalls(forgotPassword)).toEqual([{ body: { email: 'ada@example.com', purpose: 'login' } }]);
  expect(store.getState().auth.user_id).toBe('challenge-1');
  // The page knows that the code is for a login: it calls /verify-otp, which signs in.
  await user.type(await screen.findByLabelText('Verification code'), '123456{Enter}');
  await waitFor(() => expect(location()).toBe('/'));
  expect(services.listCalls(verifyOtp)).toEqual([{ body: { user_id: 'challenge-1', otp: '123456' } }]);
  expect(store.getState().auth.isAuthenticated).toBe(true);
});

test('the eye button shows the password', async () => {
  const { user } = renderLogin();
  await user.type(await screen.findByLabelText(/^Password/, { selector: 'input' }), 'secret');
  await user.click(screen.getByRole('button', { name: 'Show password' }));
  expect(passwordField()).toHaveAttribute('type', 'text');
  expect(screen.getByRole('button', { name: 'Show password' })).toHaveAttribute('aria-pressed', 'true');
});

test('Google sign-in is a link with "remember me" and the return path', async () => {
  const { user } = renderLogin([], '/auth/login?next=%2Forders');
  await user.click(await screen.findByLabelText('Remember me'));
  expect(screen.getByRole('link', { name: 'Continue with Google' })).toHaveAttribute(
    'href',
    '/api/auth/google?remember=1&next=%2Forders',
  );
});

test('without Google configuration the button says so (product 8.13)', async () => {
  renderLogin([], '/auth/login', false);
  const button = await screen.findByRole('button', { name: 'Continue with Google' });
  expect(button).toBeDisabled();
  expect(button).toHaveAccessibleDescription('Google sign-in is not set up for this shop.');
});

test('a failed Google sign-in says why', async () => {
  renderLogin([], '/auth/login?google=address-taken');
  expect(await screen.findByRole('alert')).toHaveTextContent('An account with this email address already exists.');
});

test.each(['/auth/login', '/auth/register', '/auth/verify-otp', '/auth/verify-reset-otp'])(
  'signed-in visitors are redirected from %s (product 8.1)',
  async (at) => {
    const { location } = renderRemote(remote, {
      at,
      given: (store) =>
        store.dispatch(
          verifyOtpThunk.fulfilled({ message: '', token: 'token', user: aUser() }, '', { user_id: 'x', otp: '000000' }),
        ),
    });
    await waitFor(() => expect(location()).toBe('/'));
  },
);
