import { createShopStore, loginUser, logoutUser, selectAuth } from '@shop/shared/state';
import { createContractServices } from '@shop/shared/testing';
import { logout } from '@shop/shared/contracts/auth';
import { refuseUnaskedLogout } from './refuseUnaskedLogout';

test('a logout that nobody asked for does not reach the API; one after a click does', async () => {
  jest.spyOn(console, 'warn').mockImplementation(() => undefined);
  Object.defineProperty(navigator, 'sendBeacon', { configurable: true, value: () => true });
  let isAsked = false;
  const services = createContractServices();
  const store = createShopStore({ services, middleware: [refuseUnaskedLogout(() => isAsked)] });
  await store.dispatch(loginUser({ email: 'rosa@example.com', password: 'a long password' }));

  await store.dispatch(logoutUser());
  expect(services.listCalls(logout)).toEqual([]);
  expect(selectAuth(store.getState()).isAuthenticated).toBe(true);

  isAsked = true;
  await store.dispatch(logoutUser());
  expect(services.listCalls(logout)).toHaveLength(1);
  expect(selectAuth(store.getState()).isAuthenticated).toBe(false);
});
