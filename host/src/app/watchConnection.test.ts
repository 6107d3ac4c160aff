import { createShopStore, loginUser, noticeDismissed, selectNotices } from '@shop/shared/state';
import { createServices } from './createServices';
import { watchConnection } from './watchConnection';

const openShop = async () => {
  const network = { isThere: false };
  const send = (): Promise<Response> =>
    network.isThere
      ? Promise.resolve(Response.json({ status: false, message: 'Not today' }, { status: 401 }))
      : Promise.reject(new TypeError('Failed to fetch'));
  const services = await createServices({ origin: '', fetch: send, onAnswered: watchConnection(() => store) }, 'api');
  const store = createShopStore({ services });
  const logIn = () => store.dispatch(loginUser({ email: 'ada@example.com', password: 'correct horse' }));
  return { store, network, logIn, listTexts: () => selectNotices(store.getState()).map(({ text }) => text) };
};

test('without a connection the error is the fallback to the letter, and the page says once what helps (product 12.1)', async () => {
  const { store, network, logIn, listTexts } = await openShop();
  await logIn();
  expect(store.getState().auth.error).toBe('Login failed');
  await logIn();
  expect(listTexts()).toEqual(['Check your connection and try again.']);
  network.isThere = true;
  await logIn();
  expect(store.getState().auth.error).toBe('Not today');
  expect(listTexts()).toEqual([]);
});

test('a hint that was closed does not come back until the connection was there', async () => {
  const { store, network, logIn, listTexts } = await openShop();
  await logIn();
  const [notice] = selectNotices(store.getState());
  store.dispatch(noticeDismissed(notice?.id ?? ''));
  await logIn();
  expect(listTexts()).toEqual([]);
  network.isThere = true;
  await logIn();
  network.isThere = false;
  await logIn();
  expect(listTexts()).toEqual(['Check your connection and try again.']);
});
