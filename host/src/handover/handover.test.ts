import type { CartContents } from '@shop/shared/gateways';
import {
  cartCleared,
  cartCouponSet,
  cartItemAdded,
  cartRestored,
  createShopStore,
  sessionEnded,
  siteRead,
  storefrontEntered,
  verifyOtp,
  type ShopStore,
} from '@shop/shared/state';
import { aNewCartItem, aUser, createFakeServices, fail, succeed } from '@shop/shared/testing';
import { CART_KEY } from '../persistence/storedState';
import { formatCartHash, parseCartHash } from './cartHash';
import { connectHosts, mergeArrival, readArrival, sendCart } from './handover';

const SHOP = 'https://shop.example';
const ring = aNewCartItem({ id: 'ring', productId: 'ring' });
const carrots = aNewCartItem({ id: 'carrots', productId: 'carrots', name: 'Carrots' });

/** Prices every line, with nine in stock. */
const gateway = {
  check: async ({ items }: CartContents) =>
    succeed({
      lines: items.map(({ product_id, variant_id, quantity }) => ({
        product_id,
        variant_id,
        name: product_id,
        image: '',
        category: 'Rings',
        rating: 4,
        unit_price: 320,
        quantity: Math.min(quantity, 9),
        available: 9,
      })),
      coupon: null,
      subtotal: 0,
      discount: 0,
      total: 0,
    }),
};

const signIn = (store: ShopStore): void => {
  store.dispatch(verifyOtp.fulfilled({ user: aUser(), token: 'x', message: '' }, '1', { user_id: '1', otp: '1' }));
};
/** A page of the second storefront's host with a stored cart. */
const openHost = (...items: readonly ReturnType<typeof aNewCartItem>[]): ShopStore => {
  const store = createShopStore({ services: createFakeServices() });
  store.dispatch(siteRead({ elsewhere: { jewellery: `${SHOP}/api/handover?from=organic&to=jewellery&path=` } }));
  store.dispatch(storefrontEntered('organic'));
  store.dispatch(cartRestored([]));
  store.subscribe(() => {
    const { auth, cart } = store.getState();
    const owner = auth.isAuthenticated ? (auth.user?.id ?? null) : null;
    localStorage.setItem(CART_KEY, JSON.stringify({ owner, items: cart.items, coupon: cart.coupon, synced: null }));
  });
  for (const item of items) store.dispatch(cartItemAdded(item));
  return store;
};
const arriveFrom = (referrer: string, hash: string, store: ShopStore) => {
  Object.defineProperty(document, 'referrer', { value: referrer, configurable: true });
  window.history.replaceState(null, '', `/about?page=2${hash}`);
  return readArrival(store);
};
let crossings = 0;
const toHash = (quantities: Readonly<Record<string, number>>, received: readonly string[] = []): string =>
  formatCartHash({
    id: `from-the-shop-${(crossings += 1)}`,
    received,
    cart: {
      items: Object.entries(quantities).map(([product_id, quantity]) => ({ product_id, variant_id: null, quantity })),
      couponCode: null,
      currency: 'USD',
    },
  });
const arrive = async (
  store: ShopStore,
  quantities: Readonly<Record<string, number>>,
  received: readonly string[] = [],
): Promise<void> => {
  const arrived = arriveFrom(`${SHOP}/`, toHash(quantities, received), store);
  if (!arrived) throw new Error('No cart arrived');
  await mergeArrival(store, gateway, arrived);
};
/** Follows a link to the shop. Returns the id of the hand-over. */
const leave = (store: ShopStore): string => parseCartHash(sendCart(store))?.id ?? '';
const quantities = (store: ShopStore) =>
  Object.fromEntries(store.getState().cart.items.map(({ id, quantity }) => [id, quantity]));

beforeEach(() => localStorage.clear());

test("a guest's cart arrives with its lines and leaves nothing in the address (product 1.9)", async () => {
  const store = openHost(carrots);
  await arrive(store, { ring: 2 });
  expect(quantities(store)).toEqual({ carrots: 1, ring: 2 });
  expect(window.location.pathname + window.location.search + window.location.hash).toBe('/about?page=2');
});

test('a cart that arrives again is not added again, and what was removed elsewhere is removed here', async () => {
  const store = openHost(carrots);
  for (const ringQuantity of [12, 12]) {
    await arrive(store, { ring: ringQuantity });
    expect(quantities(store)).toEqual({ carrots: 1, ring: 9 }); // in stock
  }
  await arrive(store, { ring: 1 });
  expect(quantities(store)).toEqual({ carrots: 1, ring: 1 });
  await arrive(store, {});
  expect(quantities(store)).toEqual({ carrots: 1 });
});

test('changes at both hosts since the last hand-over are kept', async () => {
  const store = openHost();
  await arrive(store, { ring: 2 });
  store.dispatch(cartItemAdded(ring));
  await arrive(store, { ring: 5 });
  expect(quantities(store)).toEqual({ ring: 6 });
});

test.each(['https://evil.example/', '', 'https://shop.example.evil.test/'])(
  'a link of %s changes no cart',
  (referrer) => {
    expect(arriveFrom(referrer, toHash({ ring: 9 }), openHost(carrots))).toBeNull();
    expect(window.location.hash).toBe('');
  },
);

test('a cart that never arrived at the other host is not lost when its shopper comes back', async () => {
  const store = openHost(carrots);
  leave(store); // the page there did not load, or could not check the cart
  await arrive(store, { ring: 1 });
  expect(quantities(store)).toEqual({ carrots: 1, ring: 1 });
});

test('a cart that arrived at the other host comes back as it was changed there', async () => {
  const store = openHost(carrots);
  const taken = leave(store);
  leave(store); // in a tab that was closed again
  await arrive(store, { ring: 1 }, [taken]);
  expect(quantities(store)).toEqual({ ring: 1 });
});

test('hand-overs that arrive in another order than they were sent add nothing twice', async () => {
  const store = openHost();
  await arrive(store, { ring: 1, carrots: 1 });
  await arrive(store, { ring: 1, carrots: 1 });
  expect(quantities(store)).toEqual({ ring: 1, carrots: 1 });
});

test('two tabs that were opened at once show the same cart', async () => {
  const [first, second] = [openHost(), openHost()]; // the second has not heard of the first one's cart yet
  await arrive(first, { ring: 1 });
  await arrive(second, { ring: 1 });
  expect([quantities(first), quantities(second)]).toEqual([{ ring: 1 }, { ring: 1 }]);
});

test('what crossed before signing out is no reason to leave it out of the next cart', async () => {
  const customer = openHost();
  await arrive(customer, { ring: 1 });
  signIn(customer);
  const routers = { getSnapshot: () => ({ router: {} }) } as never;
  connectHosts(customer, routers, gateway);
  customer.dispatch(sessionEnded());
  customer.dispatch(cartCleared()); // as persistCart does
  const guest = openHost();
  await arrive(guest, { ring: 1 });
  expect(quantities(guest)).toEqual({ ring: 1 });

  // The session ended elsewhere, so the cart that is stored here is still the customer's.
  signIn(guest);
  const next = openHost();
  await arrive(next, { ring: 1 });
  expect(quantities(next)).toEqual({ ring: 1 });
});

test.each([
  '#cart=',
  '#cart=%',
  '#cart=[]',
  '#cart=[1,[],[],null,"USD"]',
  '#cart=["a",[],1,null,"USD"]',
  '#cart=["a",[],[["a",null,-1]],null,"USD"]',
  '#cart=["a",[],[],null,"XXX"]',
  '#cart=null',
])('the fragment %s is no cart', (hash) => expect(parseCartHash(hash)?.cart ?? null).toBeNull());

test('a cart with a coupon and variants is the same after the way through an address', () => {
  const handover = {
    id: 'a',
    received: ['b', 'c'],
    cart: {
      items: [{ product_id: 'ring halo', variant_id: 'size-6/7', quantity: 2 }],
      couponCode: 'WELCOME10',
      currency: 'EUR',
    },
  } as const;
  expect(parseCartHash(new URL(`${SHOP}/${formatCartHash(handover)}`).hash)).toEqual(handover);
});

test('when the API cannot be reached, the cart stays in the address and the shopper is told', async () => {
  const store = openHost(carrots);
  const hash = toHash({ ring: 2 });
  const arrived = arriveFrom(`${SHOP}/`, hash, store);
  if (!arrived) throw new Error('No cart arrived');
  await mergeArrival(store, { check: async () => fail('offline') }, arrived);
  expect(quantities(store)).toEqual({ carrots: 1 });
  expect(window.location.hash).toBe(hash);
  expect(store.getState().notices).toMatchObject({
    items: [{ kind: 'alert', text: expect.stringContaining('could not be brought along') }],
  });
});

test('a cart whose coupon cannot be checked arrives without it', async () => {
  const store = openHost();
  const check = async (cart: CartContents) => (cart.couponCode === null ? gateway.check(cart) : fail('too many codes'));
  const items = [{ product_id: 'ring', variant_id: null, quantity: 1 }];
  await mergeArrival(store, { check }, { id: 'a', received: [], cart: { items, couponCode: 'TEN', currency: 'USD' } });
  expect(quantities(store)).toEqual({ ring: 1 });
});

test('a coupon that was removed at the other host is removed here, and one that was removed here stays so', async () => {
  const store = openHost(carrots);
  store.dispatch(cartCouponSet({ code: 'TEN', kind: 'percent', amount: 10, minimum: 0 }));
  await arrive(store, { carrots: 1 }, [leave(store)]);
  expect(store.getState().cart.coupon).toBeNull();

  const items = [{ product_id: 'carrots', variant_id: null, quantity: 1 }];
  const check = async (cart: CartContents) => {
    const checked = await gateway.check(cart);
    const coupon = { code: 'NEW', kind: 'percent', amount: 10, minimum: 0 } as const;
    return checked.ok ? succeed({ ...checked.value, coupon }) : checked;
  };
  const cart = { items, couponCode: 'NEW', currency: 'USD' } as const;
  await mergeArrival(store, { check }, { id: 'first', received: [], cart });
  expect(store.getState().cart.coupon).toMatchObject({ code: 'NEW' });
  store.dispatch(cartCouponSet(null));
  await mergeArrival(store, { check }, { id: 'second', received: [], cart });
  expect(store.getState().cart.coupon).toBeNull();
});

test("who signed in at the other host does not get the guest's cart from there a second time", async () => {
  const guest = openHost(carrots);
  await arrive(guest, { ring: 2 });
  const { items, coupon } = guest.getState().cart;
  const customer = openHost();
  signIn(customer);
  localStorage.setItem(CART_KEY, JSON.stringify({ owner: null, items, coupon, synced: null }));
  expect(arriveFrom(`${SHOP}/`, formatCartHash({ id: 'a', received: [], cart: null }), customer)).toBeNull();
  expect(JSON.parse(localStorage.getItem(CART_KEY) ?? '')).toMatchObject({ items: [{ id: 'carrots', quantity: 1 }] });
});
