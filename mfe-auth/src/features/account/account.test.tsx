import {
  connectGoogle,
  disconnectGoogle,
  endAllSessions,
  getMe,
  getSignInOptions,
  listHistory,
  type SignInWays,
} from '@shop/contracts';
import { loginUser } from '@shop/shared/state';
import { aUser, createContractServices, renderRemote, respondTo, type ContractAnswer } from '@shop/shared/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { remote } from '../../remote';

const done = { status: true, message: '' } as const;

const account = (ways: SignInWays, answers: readonly ContractAnswer[] = []) => {
  const services = createContractServices([
    ...answers,
    respondTo(getMe, () => ({ user: aUser(), token: 'token-1', ways })),
    respondTo(getSignInOptions, () => ({ google: true })),
  ]);
  return {
    services,
    ...renderRemote(remote, {
      at: '/account',
      services,
      given: (store) =>
        store.dispatch(
          loginUser.fulfilled({ ...done, token: 'token-1', user: aUser() }, 'earlier', {
            email: 'ada@example.com',
            password: 'correct horse',
          }),
        ),
    }),
  };
};

const section = async (name: string) => within(await screen.findByRole('region', { name }));

test('connecting Google requires the password (product 9.1)', async () => {
  const { user, services } = account({ password: true, google: false });
  const google = await section('Google');
  await user.click(await google.findByRole('button', { name: 'Connect Google' }));
  expect(google.getByLabelText(/^Current password/, { selector: 'input' })).toHaveFocus();
  await user.click(google.getByRole('button', { name: 'Connect Google' }));
  expect(await google.findByText('Enter your current password.')).toBeInTheDocument();
  expect(services.listCalls(connectGoogle)).toEqual([]);
  await user.click(google.getByRole('button', { name: 'Cancel' }));
  expect(google.queryByLabelText(/^Current password/)).not.toBeInTheDocument();
});

test('disconnecting Google requires the password and is confirmed (product 9.1)', async () => {
  const { user, services, store } = account({ password: true, google: true });
  const google = await section('Google');
  await user.click(await google.findByRole('button', { name: 'Disconnect Google' }));
  await user.type(google.getByLabelText(/^Current password/, { selector: 'input' }), 'correct horse');
  await user.click(google.getByRole('button', { name: 'Disconnect Google' }));
  await waitFor(() =>
    expect(services.listCalls(disconnectGoogle)).toEqual([{ body: { current_password: 'correct horse' } }]),
  );
  await waitFor(() => expect(store.getState().notices.items.length).toBeGreaterThan(0));
});

test('customers without a password are told to set one before disconnecting Google', async () => {
  account({ password: false, google: true });
  const google = await section('Google');
  expect(await google.findByText(/Google is your only way to log in/)).toBeInTheDocument();
  expect(google.queryByRole('button')).not.toBeInTheDocument();
});

test('one click logs out everywhere, including this browser', async () => {
  const { user, services, store } = account({ password: true, google: false });
  const devices = await section('Devices');
  await user.click(await devices.findByRole('button', { name: 'Log out everywhere' }));
  await waitFor(() => expect(services.listCalls(endAllSessions)).toHaveLength(1));
  expect(await screen.findByRole('heading', { level: 1, name: 'Log in' })).toBeInTheDocument();
  expect(store.getState().auth.isAuthenticated).toBe(false);
});

test('the activity shows failures with their number (product 9.1)', async () => {
  const history = respondTo(listHistory, () => ({
    data: [
      {
        id: '2',
        kind: 'sign-in-failed' as const,
        detail: 'Chrome on Windows',
        times: 12,
        created_at: '2026-11-21T12:00:00Z',
      },
      { id: '1', kind: 'google-disconnected' as const, detail: '', times: 1, created_at: '2026-11-21T11:00:00Z' },
    ],
  }));
  account({ password: true, google: false }, [history]);
  const activity = await section('Activity');
  expect(await activity.findByText('Failed login (12 times): Chrome on Windows')).toBeInTheDocument();
  expect(activity.getByText('Google disconnected')).toBeInTheDocument();
});
