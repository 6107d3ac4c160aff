import { createApiClient } from '@shop/shared/api-client';
import {
  createAccountLoader,
  createPersonalLoader,
  createShopStore,
  createSignedOutLoader,
  findLeft,
  sessionHintContext,
  storeContext,
} from '@shop/shared/state';
import { RouterContextProvider, type LoaderFunction } from 'react-router';

/** Runs a loader as the server does, for a visitor of whom it knows no more than this. */
const run = (loader: LoaderFunction, hasSession: boolean, path = '/orders?page=2'): unknown => {
  const context = new RouterContextProvider();
  context.set(storeContext, createShopStore({ services: { api: createApiClient({ origin: '' }) } }));
  context.set(sessionHintContext, hasSession);
  const url = new URL(path, 'http://shop.test');
  return loader({ request: new Request(url), url, context, params: {}, pattern: '' });
};

test('an account page redirects guests to sign in and back, and leaves the page of others to the browser', async () => {
  const load = jest.fn();
  const loader = createAccountLoader(load);
  const redirected = (await run(loader, false)) as Response;
  expect(redirected.headers.get('location')).toBe('/auth/login?next=%2Forders%3Fpage%3D2');
  expect(findLeft(await run(loader, true))).toBe('page');
  expect(load).not.toHaveBeenCalled();
});

test('a page with data of any visitor is left to the browser, whole or in part', async () => {
  const load = jest.fn();
  for (const hasSession of [false, true]) {
    expect(findLeft(await run(createPersonalLoader(load), hasSession))).toBe('page');
    expect(findLeft(await run(createPersonalLoader(load, { left: 'part' }), hasSession))).toBe('part');
  }
  expect(load).not.toHaveBeenCalled();
});

test('a page on which only customers have data of their own is loaded for guests', async () => {
  const load = jest.fn(async () => undefined);
  const loader = createPersonalLoader(load, { isForCustomers: true });
  expect(findLeft(await run(loader, true))).toBe('page');
  expect(load).not.toHaveBeenCalled();
  expect(findLeft(await run(loader, false))).toBeUndefined();
  expect(load).toHaveBeenCalledTimes(1);
});

test('a sign-in page is left to the browser for who may be signed in: a session that ended locks nobody out', async () => {
  expect(findLeft(await run(createSignedOutLoader(), true, '/auth/login'))).toBe('page');
  expect(await run(createSignedOutLoader(), false, '/auth/login')).toBeNull();
});
