import type { KeptCart, PricedLine } from '@shop/contracts';
import type { CartItem } from '@shop/shared/state';
import { aNewCartItem } from '@shop/shared/testing';
import {
  createCartSyncState,
  reduceCartSync,
  type CartMessage,
  type CartSyncEffect,
  type CartSyncEvent,
  type CartSyncState,
  type CartTimer,
} from './cartSync';
import type { CartView, SyncedCart } from './serverCart';
import type { StoredCart } from './storedState';

const NOW = 1000;

const line = (id: string, quantity: number): PricedLine => ({
  product_id: id,
  variant_id: null,
  name: id,
  image: '',
  category: 'Rings',
  rating: 4,
  unit_price: 320,
  quantity,
  available: 9,
});
const item = (id: string, quantity: number): CartItem => ({
  ...aNewCartItem({ id, productId: id, name: id, image: '', category: 'Rings', rating: 4, price: 320, available: 9 }),
  variantId: null,
  quantity,
});
type Quantities = Readonly<Record<string, number>>;
const items = (quantities: Quantities): CartItem[] => Object.entries(quantities).map(([id, count]) => item(id, count));
const cart = (quantities: Quantities): CartView => ({ items: items(quantities), coupon: null });
const synced = (version: number, quantities: Quantities, sent: Quantities | null = null): SyncedCart => ({
  version,
  items: items(quantities),
  couponCode: null,
  sent: sent && items(sent),
});
const kept = (version: number, quantities: Quantities): KeptCart => ({
  lines: Object.entries(quantities).map(([id, quantity]) => line(id, quantity)),
  coupon: null,
  subtotal: 0,
  discount: 0,
  total: 0,
  version,
});
const stored = (owner: string | null, quantities: Quantities, server: SyncedCart | null = null): StoredCart => ({
  owner,
  ...cart(quantities),
  synced: server,
});
const message = (content: StoredCart, at = NOW): CartMessage => ({ ...content, at });

const coupon = { code: 'TEN', kind: 'percent', amount: 10, minimum: 0 } as const;
const ONE = cart({ ring: 1 });
const TWO = cart({ ring: 2 });
const EMPTY = cart({});

const reading = { owner: 'ada', sent: null, attempt: -1 };
const savingOne = { owner: 'ada', sent: ONE, attempt: 0 };

const startTimer = (timer: CartTimer): CartSyncEffect => ({
  type: 'startTimer',
  timer,
});
const stopTimer = (timer: CartTimer): CartSyncEffect => ({
  type: 'stopTimer',
  timer,
});
const show = (view: CartView): CartSyncEffect => ({ type: 'show', cart: view });
const store = (content: StoredCart): CartSyncEffect => ({ type: 'store', stored: content });
const persist = (content: StoredCart, at = NOW): CartSyncEffect[] => [
  store(content),
  { type: 'broadcast', message: message(content, at) },
];
const read: CartSyncEffect = { type: 'readServer' };
const save = (version: number, view: CartView): CartSyncEffect => ({ type: 'saveServer', version, cart: view });
/** Leaves the old session: nothing of it may be sent or waited for. */
const stopOldSession = [stopTimer('saveDue'), stopTimer('handoverExpired')];

interface Row {
  /** Differences from a guest's tab with an empty cart. */
  readonly given?: Partial<CartSyncState>;
  readonly when: CartSyncEvent;
  /** The changed part of the state. */
  readonly then?: Partial<CartSyncState>;
  readonly effects?: readonly CartSyncEffect[];
}

/** A customer's tab whose cart is on the server. */
const settled = { owner: 'ada', cart: ONE, synced: synced(3, { ring: 1 }), changedAt: 500 } as const;

const rows: Readonly<Record<string, Row>> = {
  // Start of a page
  "a guest's page shows the guest's stored cart": {
    when: { type: 'started', owner: null, stored: stored(null, { ring: 1 }) },
    then: { cart: ONE },
    effects: [show(ONE)],
  },
  'a page without a stored cart starts empty': {
    given: { cart: ONE },
    when: { type: 'started', owner: null, stored: undefined },
    then: { cart: EMPTY },
    effects: [show(EMPTY)],
  },
  "a guest's page does not show a customer's stored cart": {
    when: { type: 'started', owner: null, stored: stored('ada', { ring: 1 }, synced(3, { ring: 1 })) },
    effects: [show(EMPTY)],
  },
  "a customer's page does not show another customer's stored cart": {
    when: { type: 'started', owner: 'ada', stored: stored('bob', { ring: 1 }, synced(3, { ring: 1 })) },
    then: { owner: 'ada', changedAt: NOW, call: reading },
    effects: [show(EMPTY), ...persist(stored('ada', {})), read],
  },
  "a page that loads signed in claims the guest's cart before it reads the account's": {
    when: { type: 'started', owner: 'ada', stored: stored(null, { ring: 1 }) },
    then: { owner: 'ada', cart: ONE, changedAt: NOW, call: reading },
    effects: [show(ONE), ...persist(stored('ada', { ring: 1 })), read],
  },
  'a reload continues from the last known state of the server, with what was sent': {
    when: { type: 'started', owner: 'ada', stored: stored('ada', { ring: 2 }, synced(3, { ring: 1 }, { ring: 2 })) },
    then: {
      owner: 'ada',
      cart: TWO,
      synced: synced(3, { ring: 1 }, { ring: 2 }),
      changedAt: NOW,
      call: reading,
    },
    effects: [show(TWO), ...persist(stored('ada', { ring: 2 }, synced(3, { ring: 1 }, { ring: 2 }))), read],
  },

  // Changes by the shopper
  "a guest's change is stored after it is painted, and not sent": {
    when: { type: 'cartChanged', cart: ONE },
    then: { cart: ONE, changedAt: NOW, isPersistDue: true },
    effects: [startTimer('persistDue')],
  },
  'a second change before the first is stored starts no second timer': {
    given: { cart: ONE, isPersistDue: true, changedAt: 990 },
    when: { type: 'cartChanged', cart: TWO },
    then: { cart: TWO, changedAt: NOW },
  },
  "a customer's change is also sent, after a pause": {
    given: settled,
    when: { type: 'cartChanged', cart: TWO },
    then: { cart: TWO, changedAt: NOW, isPersistDue: true },
    effects: [startTimer('persistDue'), startTimer('saveDue')],
  },
  'an order that was placed empties the cart here and on the server': {
    given: settled,
    when: { type: 'cartChanged', cart: EMPTY },
    then: { cart: EMPTY, changedAt: NOW, isPersistDue: true },
    effects: [startTimer('persistDue'), startTimer('saveDue')],
  },
  'a change is stored as of when it was made': {
    given: { cart: ONE, isPersistDue: true, changedAt: 990 },
    when: { type: 'persistDue' },
    then: { isPersistDue: false },
    effects: [stopTimer('persistDue'), ...persist(stored(null, { ring: 1 }), 990)],
  },
  'a page that is hidden or left stores a pending change': {
    given: { cart: ONE, isPersistDue: true, changedAt: 990 },
    when: { type: 'pageHidden' },
    then: { isPersistDue: false },
    effects: [stopTimer('persistDue'), ...persist(stored(null, { ring: 1 }), 990)],
  },
  'a page that is hidden without a pending change stores nothing': {
    given: { cart: ONE, changedAt: 990 },
    when: { type: 'pageHidden' },
  },

  // Saving
  'a save stores what it sends, because its response may be lost': {
    given: { ...settled, cart: TWO },
    when: { type: 'saveDue' },
    then: { synced: synced(3, { ring: 1 }, { ring: 2 }), call: { owner: 'ada', sent: TWO, attempt: 0 } },
    effects: [store(stored('ada', { ring: 2 }, synced(3, { ring: 1 }, { ring: 2 }))), save(3, TWO)],
  },
  'a change that was undone before the save sends nothing': { given: settled, when: { type: 'saveDue' } },
  "a save before the account's cart is known sends nothing": {
    given: { owner: 'ada', cart: ONE },
    when: { type: 'saveDue' },
  },
  'a save that comes due while a call is in flight waits': {
    given: { ...settled, cart: TWO, call: savingOne },
    when: { type: 'saveDue' },
    then: { tasks: ['save'] },
  },
  'the response to a save is priced and stored': {
    given: { ...settled, synced: synced(2, {}, { ring: 1 }), call: savingOne },
    when: { type: 'callEnded', saved: kept(3, { ring: 1 }) },
    then: { synced: synced(3, { ring: 1 }), call: null, changedAt: NOW, isPersistDue: true },
    effects: [{ type: 'price', priced: kept(3, { ring: 1 }) }, startTimer('persistDue')],
  },
  'a cart that changed during a save is not priced, but sent in the next round': {
    given: { ...settled, cart: TWO, synced: synced(2, {}, { ring: 1 }), call: savingOne },
    when: { type: 'callEnded', saved: kept(3, { ring: 1 }) },
    then: {
      synced: synced(3, { ring: 1 }, { ring: 2 }),
      changedAt: NOW,
      call: { owner: 'ada', sent: TWO, attempt: 1 },
    },
    effects: [
      ...persist(stored('ada', { ring: 2 }, synced(3, { ring: 1 }))),
      store(stored('ada', { ring: 2 }, synced(3, { ring: 1 }, { ring: 2 }))),
      save(3, TWO),
    ],
  },
  'a cart that was cleared, saved and then undone during the save is sent again': {
    given: { ...settled, synced: synced(3, { ring: 1 }, {}), call: { owner: 'ada', sent: EMPTY, attempt: 0 } },
    when: { type: 'callEnded', saved: kept(4, {}) },
    then: { synced: synced(4, {}, { ring: 1 }), changedAt: NOW, call: { owner: 'ada', sent: ONE, attempt: 1 } },
    effects: [
      ...persist(stored('ada', { ring: 1 }, synced(4, {}))),
      store(stored('ada', { ring: 1 }, synced(4, {}, { ring: 1 }))),
      save(4, ONE),
    ],
  },
  'a save that fails keeps what was sent, says so, and is tried again': {
    given: { ...settled, synced: synced(2, {}, { ring: 1 }), call: savingOne },
    when: { type: 'callEnded' },
    then: { call: null, isUnsaved: true },
    effects: [startTimer('retryDue'), { type: 'sayUnsaved', isUnsaved: true }],
  },
  'a save that fails again is not said twice': {
    given: { ...settled, synced: synced(2, {}, { ring: 1 }), call: savingOne, isUnsaved: true },
    when: { type: 'callEnded' },
    then: { call: null },
    effects: [startTimer('retryDue')],
  },
  'a save that fails lets a waiting one begin': {
    given: { ...settled, cart: TWO, call: savingOne, tasks: ['save'] },
    when: { type: 'callEnded' },
    then: {
      tasks: [],
      isUnsaved: true,
      synced: synced(3, { ring: 1 }, { ring: 2 }),
      call: { owner: 'ada', sent: TWO, attempt: 0 },
    },
    effects: [
      startTimer('retryDue'),
      { type: 'sayUnsaved', isUnsaved: true },
      store(stored('ada', { ring: 2 }, synced(3, { ring: 1 }, { ring: 2 }))),
      save(3, TWO),
    ],
  },
  "a conflict merges another device's change and saves the result": {
    given: { ...settled, cart: TWO, call: { owner: 'ada', sent: TWO, attempt: 0 } },
    when: { type: 'callEnded', conflict: kept(4, { ring: 3, apple: 1 }) },
    then: {
      cart: cart({ ring: 4, apple: 1 }),
      synced: synced(4, { ring: 3, apple: 1 }, { ring: 4, apple: 1 }),
      changedAt: NOW,
      call: { owner: 'ada', sent: cart({ ring: 4, apple: 1 }), attempt: 1 },
    },
    effects: [
      show(cart({ ring: 4, apple: 1 })),
      ...persist(stored('ada', { ring: 4, apple: 1 }, synced(4, { ring: 3, apple: 1 }))),
      store(stored('ada', { ring: 4, apple: 1 }, synced(4, { ring: 3, apple: 1 }, { ring: 4, apple: 1 }))),
      save(4, cart({ ring: 4, apple: 1 })),
    ],
  },
  'a conflict with our own save, whose response was lost, adds nothing twice': {
    given: {
      ...settled,
      cart: cart({ ring: 3 }),
      synced: synced(3, { ring: 1 }, { ring: 2 }),
      call: { owner: 'ada', sent: cart({ ring: 3 }), attempt: 0 },
    },
    when: { type: 'callEnded', conflict: kept(4, { ring: 2 }) },
    then: {
      cart: cart({ ring: 3 }),
      synced: synced(4, { ring: 2 }, { ring: 3 }),
      changedAt: NOW,
      call: { owner: 'ada', sent: cart({ ring: 3 }), attempt: 1 },
    },
    effects: [
      show(cart({ ring: 3 })),
      ...persist(stored('ada', { ring: 3 }, synced(4, { ring: 2 }))),
      store(stored('ada', { ring: 3 }, synced(4, { ring: 2 }, { ring: 3 }))),
      save(4, cart({ ring: 3 })),
    ],
  },
  'after five conflicts the save waits for the next change': {
    given: { ...settled, cart: TWO, call: { owner: 'ada', sent: TWO, attempt: 4 } },
    when: { type: 'callEnded', conflict: kept(9, { ring: 3 }) },
    then: { cart: cart({ ring: 4 }), synced: synced(9, { ring: 3 }), changedAt: NOW, call: null },
    effects: [show(cart({ ring: 4 })), ...persist(stored('ada', { ring: 4 }, synced(9, { ring: 3 })))],
  },
  "a coupon that the shopper did not change is the server's": {
    given: { ...settled, call: reading },
    when: { type: 'callEnded', saved: { ...kept(4, { ring: 1 }), coupon } },
    then: {
      cart: { items: ONE.items, coupon },
      synced: { ...synced(4, { ring: 1 }), couponCode: 'TEN' },
      changedAt: NOW,
      call: null,
    },
    effects: [
      show({ items: ONE.items, coupon }),
      ...persist({ owner: 'ada', items: ONE.items, coupon, synced: { ...synced(4, { ring: 1 }), couponCode: 'TEN' } }),
    ],
  },

  // Signing in
  "signing in claims the guest's cart and reads the account's": {
    given: { cart: ONE },
    when: { type: 'ownerChanged', owner: 'ada', stored: stored(null, { ring: 1 }) },
    then: { owner: 'ada', changedAt: NOW, call: reading },
    effects: [...stopOldSession, ...persist(stored('ada', { ring: 1 })), read],
  },
  "the guest's items are added to the account's cart": {
    given: { owner: 'ada', cart: ONE, call: reading },
    when: { type: 'callEnded', saved: kept(3, { ring: 2, apple: 1 }) },
    then: {
      cart: cart({ ring: 3, apple: 1 }),
      synced: synced(3, { ring: 2, apple: 1 }, { ring: 3, apple: 1 }),
      changedAt: NOW,
      call: { owner: 'ada', sent: cart({ ring: 3, apple: 1 }), attempt: 0 },
    },
    effects: [
      show(cart({ ring: 3, apple: 1 })),
      ...persist(stored('ada', { ring: 3, apple: 1 }, synced(3, { ring: 2, apple: 1 }))),
      store(stored('ada', { ring: 3, apple: 1 }, synced(3, { ring: 2, apple: 1 }, { ring: 3, apple: 1 }))),
      save(3, cart({ ring: 3, apple: 1 })),
    ],
  },
  "an account's cart that cannot be read changes nothing until the next try": {
    given: { owner: 'ada', cart: ONE, call: reading },
    when: { type: 'callEnded' },
    then: { call: null },
    effects: [startTimer('retryDue')],
  },
  'a tab notes that another tab claimed the cart for an account': {
    given: { cart: ONE },
    when: { type: 'messageReceived', message: message(stored('ada', { ring: 1 })) },
    then: { claimed: message(stored('ada', { ring: 1 })) },
  },
  'signing in while another tab is still saving waits for that tab': {
    given: { cart: ONE, claimed: message(stored('ada', { ring: 1 })) },
    when: { type: 'ownerChanged', owner: 'ada', stored: stored(null, { ring: 1 }) },
    then: { owner: 'ada', isAwaitingHandover: true, claimed: null },
    effects: [...stopOldSession, startTimer('handoverExpired')],
  },
  'so it does if only storage says that another tab is saving': {
    given: { cart: ONE },
    when: { type: 'ownerChanged', owner: 'ada', stored: stored('ada', { ring: 1 }, synced(2, {}, { ring: 1 })) },
    then: { owner: 'ada', isAwaitingHandover: true },
    effects: [...stopOldSession, startTimer('handoverExpired')],
  },
  'signing in after another tab has saved continues from its cart': {
    given: { cart: ONE },
    when: { type: 'ownerChanged', owner: 'ada', stored: stored('ada', { ring: 2 }, synced(3, { ring: 2 })) },
    then: { owner: 'ada', cart: TWO, synced: synced(3, { ring: 2 }), changedAt: NOW, call: reading },
    effects: [...stopOldSession, show(TWO), ...persist(stored('ada', { ring: 2 }, synced(3, { ring: 2 }))), read],
  },
  'the message of another tab counts more than storage, which follows later': {
    given: { cart: ONE, claimed: message(stored('ada', { ring: 2 }, synced(3, { ring: 2 })), 900) },
    when: { type: 'ownerChanged', owner: 'ada', stored: stored('ada', { ring: 1 }) },
    then: { owner: 'ada', cart: TWO, synced: synced(3, { ring: 2 }), changedAt: NOW, call: reading, claimed: null },
    effects: [...stopOldSession, show(TWO), ...persist(stored('ada', { ring: 2 }, synced(3, { ring: 2 }))), read],
  },
  'the handover ends when the other tab has saved': {
    given: { owner: 'ada', cart: ONE, isAwaitingHandover: true, changedAt: 500 },
    when: { type: 'messageReceived', message: message(stored('ada', { ring: 1 }, synced(3, { ring: 1 })), 900) },
    then: { isAwaitingHandover: false, synced: synced(3, { ring: 1 }), changedAt: 900 },
    effects: [stopTimer('handoverExpired'), stopTimer('persistDue')],
  },
  'if the tab that saves is gone, this tab continues from the stored state': {
    given: { owner: 'ada', cart: ONE, isAwaitingHandover: true },
    when: { type: 'handoverExpired', stored: stored('ada', { ring: 2 }, synced(3, { ring: 1 }, { ring: 2 })) },
    then: {
      isAwaitingHandover: false,
      cart: TWO,
      synced: synced(3, { ring: 1 }, { ring: 2 }),
      call: reading,
    },
    effects: [show(TWO), read],
  },
  "if that tab never learned the account's cart, this tab adds the items": {
    given: { owner: 'ada', cart: ONE, isAwaitingHandover: true },
    when: { type: 'handoverExpired', stored: stored('ada', { ring: 1 }) },
    then: { isAwaitingHandover: false, call: reading },
    effects: [read],
  },

  // Signing out, expired sessions, answers for older sessions
  'signing out, or a session that expires, empties the cart of the browser and sends nothing': {
    given: settled,
    when: { type: 'ownerChanged', owner: null, stored: stored('ada', { ring: 1 }, synced(3, { ring: 1 })) },
    then: { owner: null, cart: EMPTY, synced: null, changedAt: NOW },
    effects: [...stopOldSession, { type: 'clear' }, ...persist(stored(null, {}))],
  },
  'signing out ends the wait for another tab': {
    given: { owner: 'ada', cart: ONE, isAwaitingHandover: true },
    when: { type: 'ownerChanged', owner: null, stored: undefined },
    then: { owner: null, cart: EMPTY, isAwaitingHandover: false, changedAt: NOW },
    effects: [...stopOldSession, { type: 'clear' }, ...persist(stored(null, {}))],
  },
  'an answer that comes after signing out is ignored': {
    given: { cart: EMPTY, call: savingOne },
    when: { type: 'callEnded', saved: kept(3, { ring: 1 }) },
    then: { call: null },
  },
  'a conflict for an older session is ignored, and the next customer is served': {
    given: { owner: 'bob', cart: EMPTY, call: savingOne, tasks: ['merge'] },
    when: { type: 'callEnded', conflict: kept(3, { ring: 1 }) },
    then: { call: { owner: 'bob', sent: null, attempt: -1 }, tasks: [] },
    effects: [read],
  },
  'the next customer waits for the call of an older session': {
    given: { cart: EMPTY, call: savingOne },
    when: { type: 'ownerChanged', owner: 'bob', stored: stored(null, {}) },
    then: { owner: 'bob', changedAt: NOW, tasks: ['merge'] },
    effects: [...stopOldSession, ...persist(stored('bob', {}))],
  },
  'a task of a session that has ended makes no call': {
    given: { cart: EMPTY, call: savingOne, tasks: ['merge', 'save'] },
    when: { type: 'callEnded' },
    then: { call: null, tasks: [] },
  },

  // Other tabs
  "another tab's newer change is shown and replaces a pending one": {
    given: { cart: ONE, changedAt: 500, isPersistDue: true },
    when: { type: 'messageReceived', message: message(stored(null, { ring: 2 }), 900) },
    then: { cart: TWO, changedAt: 900, isPersistDue: false },
    effects: [stopTimer('persistDue'), show(TWO)],
  },
  "another tab's older change is ignored": {
    given: { cart: ONE, changedAt: 950 },
    when: { type: 'messageReceived', message: message(stored(null, { ring: 2 }), 900) },
  },
  'a message with the same contents is not shown again': {
    given: settled,
    when: { type: 'messageReceived', message: message(stored('ada', { ring: 1 }, synced(4, { ring: 1 })), 900) },
    then: { synced: synced(4, { ring: 1 }), changedAt: 900 },
    effects: [stopTimer('handoverExpired'), stopTimer('persistDue')],
  },
  "a tab that waits does not erase this tab's knowledge of the server": {
    given: settled,
    when: { type: 'messageReceived', message: message(stored('ada', { ring: 2 }), 900) },
    then: { cart: TWO, changedAt: 900 },
    effects: [stopTimer('persistDue'), show(TWO)],
  },
  "an older message still tells the server's state, on which our change is saved": {
    given: { owner: 'ada', cart: TWO, changedAt: 950, isAwaitingHandover: true },
    when: { type: 'messageReceived', message: message(stored('ada', { ring: 1 }, synced(3, { ring: 1 })), 900) },
    then: { synced: synced(3, { ring: 1 }), isAwaitingHandover: false },
    effects: [stopTimer('handoverExpired'), startTimer('saveDue')],
  },
  "the server's state in an older message is no news for a tab that knows it": {
    given: { ...settled, changedAt: 950 },
    when: { type: 'messageReceived', message: message(stored('ada', { ring: 2 }, synced(2, {})), 900) },
  },
  "a message about another customer's cart is ignored": {
    given: settled,
    when: { type: 'messageReceived', message: message(stored('bob', { ring: 2 })) },
  },
  "a guest's message does not reach a customer's tab": {
    given: settled,
    when: { type: 'messageReceived', message: message(stored(null, { ring: 2 })) },
  },
  'a claim ends when the tabs belong to the same visitor again': {
    given: { cart: ONE, changedAt: 500, claimed: message(stored('ada', { ring: 1 }), 400) },
    when: { type: 'messageReceived', message: message(stored(null, {}), 900) },
    then: { claimed: null, cart: EMPTY, changedAt: 900 },
    effects: [stopTimer('persistDue'), show(EMPTY)],
  },

  // Back/forward cache, connection, storage
  "a page that the back button restores continues from the stored cart and the server's state": {
    given: settled,
    when: { type: 'pageRestored', stored: stored('ada', { ring: 2 }, synced(4, { ring: 2 })) },
    then: { cart: TWO, synced: synced(4, { ring: 2 }) },
    effects: [show(TWO)],
  },
  "a page that the back button restores does not show another visitor's cart": {
    given: settled,
    when: { type: 'pageRestored', stored: stored(null, { ring: 2 }) },
  },
  'a page that the back button restores works without storage': {
    given: settled,
    when: { type: 'pageRestored', stored: undefined },
  },
  'a while after a failed save it is tried again': {
    given: { ...settled, cart: TWO, synced: synced(3, { ring: 1 }, { ring: 2 }) },
    when: { type: 'retryDue' },
    then: { call: { owner: 'ada', sent: TWO, attempt: 0 } },
    effects: [store(stored('ada', { ring: 2 }, synced(3, { ring: 1 }, { ring: 2 }))), save(3, TWO)],
  },
  'coming online saves pending changes': {
    given: { ...settled, cart: TWO, synced: synced(3, { ring: 1 }, { ring: 2 }) },
    when: { type: 'cameOnline' },
    then: { call: { owner: 'ada', sent: TWO, attempt: 0 } },
    effects: [store(stored('ada', { ring: 2 }, synced(3, { ring: 1 }, { ring: 2 }))), save(3, TWO)],
  },
  "coming online reads the account's cart if it is unknown": {
    given: { owner: 'ada', cart: ONE },
    when: { type: 'cameOnline' },
    then: { call: reading },
    effects: [read],
  },
  'coming online does not end the wait for another tab': {
    given: { owner: 'ada', cart: ONE, isAwaitingHandover: true },
    when: { type: 'cameOnline' },
  },
  'coming online has no effect for guests': { given: { cart: ONE }, when: { type: 'cameOnline' } },
  'a guest is warned when storage is blocked or full': {
    given: { cart: ONE },
    when: { type: 'storingFailed' },
    then: { hasShownStorageWarning: true },
    effects: [{ type: 'warnAboutStorage' }],
  },
  'the warning is shown once': {
    given: { cart: ONE, hasShownStorageWarning: true },
    when: { type: 'storingFailed' },
  },
  'nobody is warned about an empty cart': { when: { type: 'storingFailed' } },
  'customers are not warned, because the server has their cart': { given: settled, when: { type: 'storingFailed' } },
};

test.each(Object.entries(rows))('%s', (_, { given = {}, when, then = {}, effects = [] }) => {
  const before: CartSyncState = { ...createCartSyncState(EMPTY), ...given };
  const frozen = structuredClone(before);
  const step = reduceCartSync(before, when, NOW);
  expect(step.state).toEqual({ ...before, ...then });
  expect(step.effects).toEqual(effects);
  expect(before).toEqual(frozen); // the reducer is pure
});

test('items that a guest adds after signing out are merged at the next sign-in, whatever another tab claimed before', () => {
  const claimed = message(stored('ada', { ring: 2 }, synced(3, { ring: 2 })));
  const events: CartSyncEvent[] = [
    { type: 'messageReceived', message: claimed },
    { type: 'ownerChanged', owner: 'ada', stored: undefined },
    { type: 'ownerChanged', owner: null, stored: undefined },
    { type: 'callEnded', saved: kept(3, { ring: 2 }) },
    { type: 'cartChanged', cart: ONE },
    { type: 'ownerChanged', owner: 'ada', stored: stored(null, { ring: 1 }) },
  ];
  const { state, effects } = events.reduce((step, event) => reduceCartSync(step.state, event, NOW), {
    state: createCartSyncState(EMPTY),
    effects: [],
  } as ReturnType<typeof reduceCartSync>);
  expect(state).toMatchObject({ cart: ONE, synced: null });
  expect(effects).toContainEqual(read);
});
