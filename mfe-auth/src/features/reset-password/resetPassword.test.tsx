import { forgotPassword, getSignInOptions, resetPassword } from '@shop/contracts';
import { selectNotices } from '@shop/shared/state';
import { createFakeServices, refuse, renderRemote, respondTo } from '@shop/shared/testing';
import { screen, waitFor } from '@testing-library/react';
import { remote } from '../../remote';

const field = (label: RegExp) => screen.findByLabelText(label, { selector: 'input:not([hidden])' });

test('a password reset starts with the email address (product 8.10)', async () => {
  const services = createFakeServices([
    respondTo(forgotPassword, () => ({ user_id: 'challenge-1', code_sent: true, next_code_s: 60 })),
  ]);
  const { user, location, store } = renderRemote(remote, { at: '/auth/forgot-password', services });
  await user.click(await screen.findByRole('button', { name: 'Send code' }));
  expect(await screen.findByText('Please enter your email address')).toBeInTheDocument();
  await user.type(await field(/^Email/), 'ada@example.com');
  await user.click(screen.getByRole('button', { name: 'Send code' }));
  await waitFor(() => expect(location()).toBe('/auth/verify-reset-otp'));
  expect(services.listCalls(forgotPassword)).toEqual([{ body: { email: 'ada@example.com' } }]);
  expect(store.getState().auth).toMatchObject({ forgotPasswordSuccess: true, user_id: 'challenge-1' });
});

const renderReset = (answer: () => { message: string }) => {
  const services = createFakeServices([
    respondTo(resetPassword, answer),
    respondTo(getSignInOptions, () => ({ google: false })),
  ]);
  return {
    services,
    ...renderRemote(remote, {
      at: [{ pathname: '/auth/reset-password', state: { email: 'ada@example.com' } }],
      services,
    }),
  };
};

test('a new password leads to the login, which confirms it (product 8.10)', async () => {
  const { services, user, location, store } = renderReset(() => ({
    message: 'Your password is changed. Log in with the new one.',
  }));
  await user.type(await field(/^Password/), 'a new password');
  await user.type(await field(/^Confirm password/), 'a new password');
  await user.click(screen.getByRole('button', { name: 'Set new password' }));
  await waitFor(() => expect(location()).toBe('/auth/login'));
  expect(services.listCalls(resetPassword)).toEqual([
    { body: { email: 'ada@example.com', password: 'a new password' } },
  ]);
  expect(store.getState().auth).toMatchObject({ resetPasswordSuccess: true, isAuthenticated: false });
  expect(selectNotices(store.getState())).toMatchObject([
    { text: 'Your password is changed. Log in with the new one.' },
  ]);
});

test('different passwords show an alert (product 8.7)', async () => {
  const { services, user } = renderReset(() => refuse('unreachable'));
  await user.type(await field(/^Password/), 'a new password');
  await user.type(await field(/^Confirm password/), 'another one');
  await user.click(screen.getByRole('button', { name: 'Set new password' }));
  expect(await screen.findByRole('alert')).toHaveTextContent("Passwords don't match!");
  expect(services.listCalls(resetPassword)).toEqual([]);
});

test('an expired reset says so and links to a new start', async () => {
  const { user } = renderReset(() => refuse('This password reset has expired. Please start again.', { status: 403 }));
  await user.type(await field(/^Password/), 'a new password');
  await user.type(await field(/^Confirm password/), 'a new password');
  await user.click(screen.getByRole('button', { name: 'Set new password' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('This password reset has expired. Please start again.');
  expect(screen.getByRole('link', { name: 'Start again' })).toHaveAttribute('href', '/auth/forgot-password');
});
