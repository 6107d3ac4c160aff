import { login } from '@shop/contracts';
import { createContractServices, describeRemoteContract, renderRemote } from '@shop/shared/testing';
import { screen, waitFor } from '@testing-library/react';
import description from '../remote.json';
import { remote } from './remote';

const codeState = { email: 'ada@example.com', user_id: 'challenge-1' };

describeRemoteContract(remote, {
  load: () => import('./remote'),
  mounts: description.mounts,
  routeIds: ['auth', 'account'],
  slices: ['signInOptions', 'account', 'dashboard', 'orders', 'buyAgain'],
  routes: [
    { at: '/auth', leadsTo: '/auth/login' },
    { at: '/auth/login' },
    { at: '/auth/login', signedIn: true, leadsTo: '/' },
    { at: '/auth/login?next=%2Forders', signedIn: true, leadsTo: '/orders' },
    { at: '/auth/register' },
    { at: '/auth/register', signedIn: true, leadsTo: '/' },
    { at: '/auth/verify-otp', leadsTo: '/auth/register' },
    { at: { pathname: '/auth/verify-otp', state: codeState }, when: 'with a code on its way' },
    { at: '/auth/verify-reset-otp', leadsTo: '/auth/forgot-password' },
    { at: { pathname: '/auth/verify-reset-otp', state: codeState }, when: 'with a code on its way' },
    { at: '/auth/forgot-password' },
    { at: '/auth/forgot-password', signedIn: true },
    { at: '/auth/reset-password', leadsTo: '/auth/forgot-password' },
    { at: { pathname: '/auth/reset-password', state: codeState }, when: 'after the code' },
    { at: '/account', leadsTo: '/auth/login?next=%2Faccount' },
    { at: '/account', signedIn: true },
    { at: '/dashboard', leadsTo: '/auth/login?next=%2Fdashboard' },
    { at: '/dashboard', signedIn: true },
    { at: '/orders?page=2', leadsTo: '/auth/login?next=%2Forders%3Fpage%3D2' },
    { at: '/orders', signedIn: true },
    { at: '/orders/ORD-7K3F-9Q2M', leadsTo: '/auth/login?next=%2Forders%2FORD-7K3F-9Q2M' },
    { at: '/orders/ORD-7K3F-9Q2M', signedIn: true },
    { at: '/buy-again', leadsTo: '/auth/login?next=%2Fbuy-again' },
    { at: '/buy-again', signedIn: true },
    { at: '/addresses', leadsTo: '/auth/login?next=%2Faddresses' },
    { at: '/addresses', signedIn: true },
    { at: '/wishlist' },
    { at: '/wishlist', signedIn: true },
  ],
});

test('signing in leads to the requested orders with calls that match the API contract', async () => {
  const services = createContractServices();
  const { user, store, location } = renderRemote(remote, { at: '/orders', services });
  await user.type(await screen.findByLabelText(/^Email/), ' ada@example.com ');
  await user.type(screen.getByLabelText(/^Password/, { selector: 'input' }), 'correct horse');
  await user.click(screen.getByRole('button', { name: 'Log in' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Orders' })).toBeInTheDocument();
  expect(await screen.findByRole('link', { name: /ORD-7K3F-9Q2M/ })).toBeInTheDocument();

  await waitFor(() => expect(location()).toBe('/orders'));
  expect(store.getState().auth).toMatchObject({ isAuthenticated: true, user: { name: 'Ada Lovelace' } });
  expect(services.listCalls(login)).toEqual([{ body: { email: 'ada@example.com', password: 'correct horse' } }]);
  await waitFor(() => expect(services.pending()).toBe(0));
  expect(services.calls.map(({ name }) => name)).toEqual(['GET /auth/options', 'POST /login', 'GET /orders']);
});
