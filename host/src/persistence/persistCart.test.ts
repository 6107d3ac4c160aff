import { getCart, putCart, type KeptCart, type OrderItemInput, type PricedLine, type RequestOf } from '@shop/contracts';
import type { ApiClient } from '@shop/shared/api-client';
import {
  cartItemAdded,
  cartQuantityChanged,
  createShopStore,
  sessionEnded,
  verifyOtp,
  type ShopStore,
} from '@shop/shared/state';
import { aNewCartItem, aUser, createFakeServices, refuse, respondTo } from '@shop/shared/testing';
import { persistCart } from './persistCart';

const ring = aNewCartItem({ id: 'ring', productId: 'ring' });
const apple = { ...ring, id: 'apple', productId: 'apple', name: 'Gala Apples' };
const STOCK = 9;

const toLine = ({ product_id, quantity }: OrderItemInput): PricedLine => ({
  product_id,
  variant_id: null,
  name: product_id,
  image: '',
  category: 'Rings',
  rating: 4,
  unit_price: 320,
  quantity: Math.min(quantity, STOCK),
  available: STOCK,
});

/** A server that stores one account's cart with versions. */
const createServer = (items: readonly OrderItemInput[] = [], version = 0) => {
  let kept = { items: items.map(toLine), version };
  const toKeptCart = (): KeptCart => ({
    lines: kept.items,
    coupon: null,
    subtotal: 0,
    discount: 0,
    total: 0,
    version: kept.version,
  });
  const requests = {
    read: jest.fn(async () => toKeptCart()),
    save: jest.fn(async ({ version: baseVersion, items: sent }: RequestOf<typeof putCart>['body']) => {
      if (baseVersion !== kept.version)
        return refuse('changed', { status: 409, code: 'CART_CHANGED', also: { kept_cart: toKeptCart() } });
      kept = { items: sent.map(toLine), version: baseVersion + 1 };
      return toKeptCart();
    }),
  };
  return {
    requests,
    quantities: () => Object.fromEntries(kept.items.map(({ product_id, quantity }) => [product_id, quantity])),
    /** Another device changes the cart. */
    change: (changed: readonly OrderItemInput[]) => (kept = { items: changed.map(toLine), version: kept.version + 1 }),
  };
};

type Requests = ReturnType<typeof createServer>['requests'];
const connect = ({
  read,
  save,
}: { readonly [Name in keyof Requests]: (...sent: Parameters<Requests[Name]>) => Promise<KeptCart> }): ApiClient =>
  createFakeServices([
    respondTo(getCart, async () => ({ data: await read() })),
    respondTo(putCart, async ({ body }) => ({ data: await save(body) })),
  ]).api;

const stops: (() => void)[] = [];
const openTab = (requests: Parameters<typeof connect>[0], { signedIn = false } = {}): ShopStore => {
  const store = createShopStore({ services: createFakeServices() });
  if (signedIn) signIn(store);
  stops.push(persistCart(store, connect(requests)));
  return store;
};
const signIn = (store: ShopStore): void =>
  void store.dispatch(
    verifyOtp.fulfilled({ message: '', token: 'token', user: aUser() }, '', { user_id: 'x', otp: '000000' }),
  );
const quantitiesIn = (store: ShopStore) =>
  Object.fromEntries(store.getState().cart.items.map(({ id, quantity }) => [id, quantity]));
/** Lets timers, messages and calls of this much time happen; the clock is the test's. */
const settle = (milliseconds = 450): Promise<void> => jest.advanceTimersByTimeAsync(milliseconds);
const item = (product_id: string, quantity: number) => ({ product_id, variant_id: null, quantity });

/** Delivers messages by the test's clock; Node's own channel delivers them when the machine has time. */
class TimedChannel {
  static readonly #open = new Set<TimedChannel>();
  onmessage: ((event: { readonly data: unknown }) => void) | null = null;

  constructor() {
    TimedChannel.#open.add(this);
  }

  postMessage(message: unknown): void {
    const data: unknown = structuredClone(message);
    for (const other of TimedChannel.#open)
      if (other !== this) setTimeout(() => TimedChannel.#open.has(other) && other.onmessage?.({ data }), 1);
  }

  close(): void {
    TimedChannel.#open.delete(this);
  }
}

const NodeChannel = globalThis.BroadcastChannel;
beforeEach(() => {
  localStorage.clear();
  jest.useFakeTimers();
  Object.assign(globalThis, { BroadcastChannel: TimedChannel });
});
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
  jest.useRealTimers();
  Object.assign(globalThis, { BroadcastChannel: NodeChannel });
});

test('a change that waits to be saved is sent when the page is left', async () => {
  const { requests, quantities } = createServer();
  const store = openTab(requests, { signedIn: true });
  await settle();
  store.dispatch(cartItemAdded(ring));
  window.dispatchEvent(new Event('pagehide'));
  await settle(0);
  expect(quantities()).toEqual({ ring: 1 });
  await settle();
  expect(requests.save).toHaveBeenCalledTimes(1);
});

test("restores a guest's cart after a reload, and syncs it to other tabs (product 6.7)", async () => {
  const { requests } = createServer();
  const first = openTab(requests);
  first.dispatch(cartItemAdded(ring));
  window.dispatchEvent(new Event('pagehide')); // a reload right after the change
  const second = openTab(requests);
  expect(quantitiesIn(second)).toEqual({ ring: 1 });
  first.dispatch(cartItemAdded(apple));
  await settle(50);
  expect(quantitiesIn(second)).toEqual({ ring: 1, apple: 1 });
  expect(requests.save).not.toHaveBeenCalled();
});

test("applies another tab's message before storage changes, but ignores older ones", async () => {
  const store = openTab(createServer().requests);
  store.dispatch(cartItemAdded(ring));
  await settle(20);
  const other = new BroadcastChannel('shop.cart');
  const now = performance.timeOrigin + performance.now();
  other.postMessage({ owner: null, items: [{ ...apple, quantity: 5 }], coupon: null, synced: null, at: now - 60_000 });
  await settle(50);
  expect(quantitiesIn(store)).toEqual({ ring: 1 });
  other.postMessage({ owner: null, items: [], coupon: null, synced: null, at: now });
  await settle(50);
  expect(quantitiesIn(store)).toEqual({});
  other.close();
});

test("at sign-in adds the guest's items to the account's cart, capped by stock (product 6.7)", async () => {
  const server = createServer([item('ring', 8), item('apple', 1)], 3);
  const store = openTab(server.requests);
  store.dispatch(cartItemAdded({ ...ring, quantity: 4 }));
  signIn(store);
  await settle();
  expect(server.quantities()).toEqual({ ring: STOCK, apple: 1 });
  expect(quantitiesIn(store)).toEqual({ ring: STOCK, apple: 1 });
  expect(store.getState().cart.changes).toEqual([{ kind: 'stock', name: 'ring', quantity: STOCK }]);
});

test('two tabs that both see the sign-in add the cart once', async () => {
  const server = createServer();
  const [first, second] = [openTab(server.requests), openTab(server.requests)];
  first.dispatch(cartItemAdded({ ...ring, quantity: 2 }));
  await settle(50);
  signIn(first);
  await settle(20);
  signIn(second);
  await settle();
  expect(server.quantities()).toEqual({ ring: 2 });
  expect([quantitiesIn(first), quantitiesIn(second)]).toEqual([{ ring: 2 }, { ring: 2 }]);
});

test("a tab does not add the guest's cart while another tab is still saving it", async () => {
  const server = createServer();
  const answers: (() => void)[] = [];
  const slow = {
    ...server.requests,
    read: jest.fn(
      async () =>
        new Promise<Awaited<ReturnType<typeof server.requests.read>>>((resolve) =>
          answers.push(() => void server.requests.read().then(resolve)),
        ),
    ),
  };
  const first = openTab(slow);
  first.dispatch(cartItemAdded(ring));
  await settle(20);
  const second = openTab(server.requests);
  signIn(first); // its server responds slowly
  await settle(20);
  signIn(second);
  await settle(20);
  expect(quantitiesIn(second)).toEqual({ ring: 1 }); // no flicker
  second.dispatch(cartItemAdded(apple)); // changes made meanwhile count
  await settle(20);
  for (const answer of answers) answer();
  await settle(900);
  expect(quantitiesIn(first)).toEqual({ ring: 1, apple: 1 });
  expect(quantitiesIn(second)).toEqual({ ring: 1, apple: 1 });
  expect(server.quantities()).toEqual({ ring: 1, apple: 1 });
});

test("a tab does not add the guest's cart if the response to another tab's save is pending", async () => {
  const server = createServer();
  const answers: (() => void)[] = [];
  const save = jest.fn(async (contents: Parameters<typeof server.requests.save>[0]) => {
    const answer = await server.requests.save(contents);
    await new Promise<void>((resolve) => answers.push(resolve));
    return answer;
  });
  const first = openTab({ ...server.requests, save });
  const second = openTab(server.requests);
  first.dispatch(cartItemAdded(ring));
  await settle(20);
  signIn(first);
  await settle(50);
  expect(server.quantities()).toEqual({ ring: 1 });
  signIn(second);
  await settle(400);
  for (const answer of answers) answer();
  await settle(900);
  expect([quantitiesIn(first), quantitiesIn(second), server.quantities()]).toEqual([
    { ring: 1 },
    { ring: 1 },
    { ring: 1 },
  ]);
});

test("a tab trusts another tab's message over outdated storage", async () => {
  const server = createServer();
  const first = openTab(server.requests);
  const second = openTab(server.requests);
  first.dispatch(cartItemAdded(ring));
  await settle(20);
  signIn(first);
  const onItsWay = localStorage.getItem('shop.cart') ?? '';
  await settle();
  expect(server.quantities()).toEqual({ ring: 1 });
  localStorage.setItem('shop.cart', onItsWay); // what the second tab still reads from storage
  signIn(second);
  await settle(900);
  expect(server.quantities()).toEqual({ ring: 1 });
  expect([quantitiesIn(first), quantitiesIn(second)]).toEqual([{ ring: 1 }, { ring: 1 }]);
});

test("a sign-in with a page load adds the guest's cart once, also after reloads", async () => {
  const server = createServer([item('ring', 1)], 1);
  openTab(server.requests).dispatch(cartItemAdded(ring));
  stops.pop()?.();
  for (let load = 0; load < 3; load += 1) {
    openTab(server.requests, { signedIn: true });
    await settle();
    stops.pop()?.();
  }
  expect(server.quantities()).toEqual({ ring: 2 });
});

test('combines four quick changes into one call', async () => {
  const server = createServer();
  const store = openTab(server.requests, { signedIn: true });
  await settle();
  for (let n = 0; n < 4; n += 1) store.dispatch(cartItemAdded(ring));
  await settle();
  expect(server.requests.save).toHaveBeenCalledTimes(1);
  expect(server.quantities()).toEqual({ ring: 4 });
});

test('merges a change on another device with the local change', async () => {
  const server = createServer([item('ring', 1)], 1);
  const store = openTab(server.requests, { signedIn: true });
  await settle();
  server.change([item('ring', 3), item('apple', 1)]);
  store.dispatch(cartQuantityChanged({ id: 'ring', quantity: 2 }));
  await settle();
  expect(server.quantities()).toEqual({ ring: 4, apple: 1 });
  expect(quantitiesIn(store)).toEqual({ ring: 4, apple: 1 });
});

test('a lost response, even with a reload, does not apply a change twice', async () => {
  const server = createServer([item('ring', 1)], 1);
  const save = server.requests.save.getMockImplementation();
  const store = openTab(server.requests, { signedIn: true });
  await settle();
  server.requests.save.mockImplementationOnce(async (cart) => {
    await save?.(cart);
    throw new TypeError('Failed to fetch');
  });
  store.dispatch(cartQuantityChanged({ id: 'ring', quantity: 3 }));
  await settle();
  stops.pop()?.();
  const reloaded = openTab(server.requests, { signedIn: true });
  await settle();
  expect([server.quantities(), quantitiesIn(reloaded)]).toEqual([{ ring: 3 }, { ring: 3 }]);
});

test('a page restored by the back button continues from the stored cart without adding anything twice', async () => {
  const server = createServer([item('ring', 1)], 1);
  const store = openTab(server.requests, { signedIn: true });
  await settle();
  // Another tab changed the cart meanwhile; a frozen page receives no messages.
  const kept = JSON.parse(localStorage.getItem('shop.cart') ?? '{}');
  const changed = [{ ...kept.items[0], quantity: 3 }];
  localStorage.setItem(
    'shop.cart',
    JSON.stringify({ ...kept, items: changed, synced: { ...kept.synced, version: 2, items: changed } }),
  );
  server.change([item('ring', 3)]);
  window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
  expect(quantitiesIn(store)).toEqual({ ring: 3 });
  store.dispatch(cartItemAdded(ring));
  await settle();
  expect(server.quantities()).toEqual({ ring: 4 });
});

test('a save that failed is said until one succeeds, which is tried by itself (product 6.14)', async () => {
  const server = createServer();
  const store = openTab(server.requests, { signedIn: true });
  await settle();
  server.requests.save.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  store.dispatch(cartItemAdded(ring));
  await settle();
  const listTexts = () => store.getState().notices.items.map(({ text }) => text);
  expect(listTexts()).toEqual(['Your cart is not saved yet. We keep trying.']);
  await settle(10_000);
  expect(server.quantities()).toEqual({ ring: 1 });
  expect(listTexts()).toEqual([]);
});

test('saves pending changes when the browser is online again', async () => {
  const server = createServer();
  const store = openTab(server.requests, { signedIn: true });
  await settle();
  server.requests.save.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  store.dispatch(cartItemAdded(ring));
  await settle();
  expect(server.quantities()).toEqual({});
  window.dispatchEvent(new Event('online'));
  await settle(50);
  expect(server.quantities()).toEqual({ ring: 1 });
});

test('signing out removes the cart from the browser but not from the account (product 8.12)', async () => {
  const server = createServer();
  const store = openTab(server.requests, { signedIn: true });
  await settle();
  store.dispatch(cartItemAdded(ring));
  await settle();
  store.dispatch(sessionEnded());
  expect(quantitiesIn(store)).toEqual({});
  expect(localStorage.getItem('shop.cart')).not.toContain('ring');
  expect(server.quantities()).toEqual({ ring: 1 });
});

test("does not show another account's stored cart", async () => {
  localStorage.setItem(
    'shop.cart',
    JSON.stringify({ owner: 'somebody-else', items: [{ ...ring, quantity: 1 }], coupon: null, synced: null }),
  );
  expect(quantitiesIn(openTab(createServer().requests))).toEqual({});
  expect(quantitiesIn(openTab(createServer().requests, { signedIn: true }))).toEqual({});
});

test('works without storage, and warns once (product 15.2)', async () => {
  const blocked = jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  const store = openTab(createServer().requests);
  store.dispatch(cartItemAdded(ring));
  await settle(20);
  store.dispatch(cartItemAdded(apple));
  await settle(20);
  expect(store.getState().notices.items.map(({ text }) => text)).toEqual([
    'This browser blocks storage. Your cart will be lost when you close this page.',
  ]);
  expect(quantitiesIn(store)).toEqual({ ring: 1, apple: 1 });
  blocked.mockRestore();
});
