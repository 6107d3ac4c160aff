import { verifyOtp } from '@shop/shared/state';
import { aUser, fail, createFakeServices, renderRemote, succeed } from '@shop/shared/testing';
import { screen, waitFor } from '@testing-library/react';
import { remote } from '../../remote';

type Api = NonNullable<Parameters<typeof createFakeServices>[0]>['api'];

const renderLogin = (api: Api = {}, at = '/auth/login', google = true) =>
  renderRemote(remote, {
    at,
    services: createFakeServices({
      api: { '/auth/options': () => succeed({ status: true, message: '', google }), ...api },
    }),
  });
const signedIn = () => succeed({ status: true, message: '', user: aUser(), token: 'token-1' });
const passwordField = (): HTMLElement => screen.getByLabelText(/^Password/, { selector: 'input' });
const logInButton = () => screen.getByRole('button', { name: 'Log in' });

test('/auth redirects to the login', async () => {
  const { location } = renderLogin({}, '/auth');
  expect(await screen.findByRole('heading', { level: 1, name: 'Log in' })).toBeInTheDocument();
  expect(location()).toBe('/auth/login');
});

test('a login with a password leads to the home page', async () => {
  const login = jest.fn<ReturnType<typeof signedIn>, [{ body?: unknown }]>(signedIn);
  const { user, location } = renderLogin({ '/login': login });
  await user.type(await screen.findByLabelText(/^Email/), ' ada@example.com ');
  await user.type(passwordField(), 'correct horse');
  await user.click(screen.getByLabelText('Remember me'));
  await user.click(logInButton());
  await waitFor(() => expect(location()).toBe('/'));
  expect(login.mock.calls[0]?.[0].body).toEqual({
    email: 'ada@example.com',
    password: 'correct horse',
    remember: true,
  });
});

test('"Remember me" is sent only if it is checked (product 8.4)', async () => {
  const login = jest.fn<ReturnType<typeof signedIn>, [{ body?: unknown }]>(signedIn);
  const { user } = renderLogin({ '/login': login });
  await user.type(await screen.findByLabelText(/^Email/), 'ada@example.com');
  await user.type(passwordField(), 'correct horse{Enter}');
  await waitFor(() => expect(login).toHaveBeenCalled());
  expect(login.mock.calls[0]?.[0].body).toEqual({ email: 'ada@example.com', password: 'correct horse' });
});

test('a login leads back to the requested page, but never to another site', async () => {
  const inside = renderLogin({ '/login': signedIn }, '/auth/login?next=%2Forders%3Fpage%3D2');
  await inside.user.type(await screen.findByLabelText(/^Email/), 'ada@example.com');
  await inside.user.type(passwordField(), 'correct horse{Enter}');
  await waitFor(() => expect(inside.location()).not.toContain('/auth/login'));
});

test('a refusal is shown in the red box under the form, and the button can be clicked again', async () => {
  const { user } = renderLogin({
    '/login': () => fail('The email address or the password is not right.', { status: 401 }),
  });
  await user.type(await screen.findByLabelText(/^Email/), 'ada@example.com');
  await user.type(passwordField(), 'wrong password');
  await user.click(logInButton());
  const form = screen.getByRole('form', { name: 'Log in with your password' });
  expect(await screen.findByRole('alert')).toHaveTextContent('The email address or the password is not right.');
  expect(form).toContainElement(screen.getByRole('alert'));
  expect(logInButton()).toBeEnabled();
});

test('a double click sends one request', async () => {
  let answer: (value: ReturnType<typeof signedIn>) => void = () => undefined;
  const login = jest.fn(() => new Promise<ReturnType<typeof signedIn>>((resolve) => (answer = resolve)));
  const { user } = renderLogin({ '/login': login });
  await user.type(await screen.findByLabelText(/^Email/), 'ada@example.com');
  await user.type(passwordField(), 'correct horse');
  await user.dblClick(logInButton());
  await user.type(passwordField(), '{Enter}');
  expect(login).toHaveBeenCalledTimes(1);
  expect(screen.getByRole('button', { name: 'Logging in' })).toHaveAttribute('aria-disabled', 'true');
  answer(signedIn());
});

test('empty fields are reported, and nothing is sent', async () => {
  const { user } = renderLogin();
  await user.click(await screen.findByRole('button', { name: 'Log in' }));
  expect(await screen.findByText('Please enter your email address')).toBeInTheDocument();
  expect(screen.getByText('Enter your password.')).toBeInTheDocument();
  expect(screen.getByLabelText(/^Email/)).toHaveFocus();
});

test('the link and the tabs switch between password and code, and keep the input', async () => {
  const { user } = renderLogin();
  await user.type(await screen.findByLabelText(/^Email/), 'ada@example.com');
  await user.click(screen.getByRole('button', { name: 'Log in with OTP instead' }));
  expect(screen.getByRole('tab', { name: 'OTP' })).toHaveAttribute('aria-selected', 'true');
  expect(screen.getByLabelText(/^Email/)).toHaveValue('ada@example.com');
  await user.click(screen.getByRole('tab', { name: 'Password' }));
  expect(screen.getByRole('button', { name: 'Log in with OTP instead' })).toBeInTheDocument();
});

test('in OTP mode an empty address shows an alert, and a code is requested by the forgot-password call', async () => {
  const forgot = jest.fn<ReturnType<typeof succeed>, [{ body?: unknown }]>(() =>
    succeed({ status: true, message: '', user_id: 'challenge-1' }),
  );
  const { user, location, store } = renderLogin({ '/forgot-password': forgot });
  await user.click(await screen.findByRole('tab', { name: 'OTP' }));
  await user.click(screen.getByRole('button', { name: 'Send OTP' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('Please enter your email address');
  await user.type(screen.getByLabelText(/^Email/), 'ada@example.com');
  await user.click(screen.getByRole('button', { name: 'Send OTP' }));
  await waitFor(() => expect(location()).toBe('/auth/verify-reset-otp'));
  expect(forgot.mock.calls[0]?.[0].body).toEqual({ email: 'ada@example.com', purpose: 'login' });
  expect(store.getState().auth.user_id).toBe('challenge-1');
});

test('the eye button shows the password', async () => {
  const { user } = renderLogin();
  await user.type(await screen.findByLabelText(/^Password/, { selector: 'input' }), 'secret');
  await user.click(screen.getByRole('button', { name: 'Show password' }));
  expect(passwordField()).toHaveAttribute('type', 'text');
  expect(screen.getByRole('button', { name: 'Show password' })).toHaveAttribute('aria-pressed', 'true');
});

test('Google sign-in is a link with "remember me" and the return path', async () => {
  const { user } = renderLogin({}, '/auth/login?next=%2Forders');
  await user.click(await screen.findByLabelText('Remember me'));
  expect(screen.getByRole('link', { name: 'Continue with Google' })).toHaveAttribute(
    'href',
    '/api/auth/google?remember=1&next=%2Forders',
  );
});

test('without Google configuration the button says so', async () => {
  renderLogin({}, '/auth/login', false);
  const button = await screen.findByRole('button', { name: 'Continue with Google' });
  expect(button).toBeDisabled();
  expect(button).toHaveAccessibleDescription('Google sign-in is not set up for this shop.');
});

test('a failed Google sign-in says why', async () => {
  renderLogin({}, '/auth/login?google=address-taken');
  expect(await screen.findByRole('alert')).toHaveTextContent('An account with this email address exists already.');
});

test.each(['/auth/login', '/auth/register', '/auth/verify-otp', '/auth/verify-reset-otp'])(
  'signed-in visitors are redirected from %s',
  async (at) => {
    const { location } = renderRemote(remote, {
      at,
      given: (store) =>
        store.dispatch(
          verifyOtp.fulfilled({ message: '', token: 'token', user: aUser() }, '', { user_id: 'x', otp: '000000' }),
        ),
    });
    await waitFor(() => expect(location()).toBe('/'));
  },
);
