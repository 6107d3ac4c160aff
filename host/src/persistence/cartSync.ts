import type { KeptCart } from '@shop/contracts';
import {
  applyLocalChanges,
  haveSameContents,
  isSaved,
  toSyncedCart,
  type CartView,
  type SyncedCart,
} from './serverCart';
import type { StoredCart } from './storedState';

/** If other devices keep changing the cart, the next change tries again. */
const MAX_ATTEMPTS = 5;

/** Message between tabs: the cart since `at`. Messages arrive in other tabs before storage changes do. */
export type CartMessage = StoredCart & { readonly at: number };

/** The call in flight. `sent` is the cart of a save; null for a read. */
interface Call {
  readonly owner: string;
  readonly sent: CartView | null;
  readonly attempt: number;
}

/** `merge` reads the account's cart, adds the local items and saves the result. */
type Task = 'merge' | 'save';

export interface CartSyncState {
  /** Account id; null for a guest. */
  readonly owner: string | null;
  readonly cart: CartView;
  /** The server's last known state; null for guests and before the first response. */
  readonly synced: SyncedCart | null;
  /** Time of the last change. If two tabs change the cart at once, both show the later one. */
  readonly changedAt: number;
  /** Set while a change is not yet stored. */
  readonly isPersistDue: boolean;
  /** Set when another tab has claimed the guest's cart for an account. */
  readonly claimed: CartMessage | null;
  /** Set while that tab is still saving. This tab shows the same cart and must not add it again. */
  readonly isAwaitingHandover: boolean;
  readonly call: Call | null;
  /** Tasks that wait for the call in flight, even one of an older session. */
  readonly tasks: readonly Task[];
  readonly hasShownStorageWarning: boolean;
  /** Whether the shopper is told that the last save failed. */
  readonly isUnsaved: boolean;
}

/** A timer is named after the event at its end. */
export type CartTimer = 'persistDue' | 'saveDue' | 'retryDue' | 'handoverExpired';

/** The cart in storage when the event happened. */
interface Stored {
  readonly stored: StoredCart | undefined;
}

/** What happens outside, and what is known about it. */
interface Events {
  started: Stored & { readonly owner: string | null };
  ownerChanged: Stored & { readonly owner: string | null };
  cartChanged: { readonly cart: CartView };
  /** Another tab changed the cart or learned the server's state. */
  messageReceived: { readonly message: CartMessage };
  /** The browser restored the page from its back/forward cache, so the page may show an old cart. */
  pageRestored: Stored;
  pageHidden: object;
  cameOnline: object;
  storingFailed: object;
  persistDue: object;
  saveDue: object;
  /** A while after a call failed. */
  retryDue: object;
  /** The tab that claimed the cart did not report in time. */
  handoverExpired: Stored;
  /** The call in flight returned the account's cart or the cart that a save was in conflict with, or failed. */
  callEnded: { readonly saved?: KeptCart | undefined; readonly conflict?: KeptCart | undefined };
}

export type CartSyncEvent<Type extends keyof Events = keyof Events> = {
  [Each in Type]: Events[Each] & { readonly type: Each };
}[Type];

/** What to do outside. */
interface Effects {
  /** Show a cart that is not a change by the shopper. */
  show: { readonly cart: CartView };
  clear: object;
  /** Show the server's prices and stock, and what they changed. */
  price: { readonly priced: KeptCart };
  warnAboutStorage: object;
  /** Tell the shopper that the cart is not saved, or that it is now. */
  sayUnsaved: { readonly isUnsaved: boolean };
  store: { readonly stored: StoredCart };
  broadcast: { readonly message: CartMessage };
  readServer: object;
  saveServer: { readonly version: number; readonly cart: CartView };
  /** Starts the timer anew if it is running. */
  startTimer: { readonly timer: CartTimer };
  stopTimer: { readonly timer: CartTimer };
}

export type CartSyncEffect<Type extends keyof Effects = keyof Effects> = {
  [Each in Type]: Effects[Each] & { readonly type: Each };
}[Type];
export type CartSyncAdapters = { readonly [Type in keyof Effects]: (effect: CartSyncEffect<Type>) => void };

/** The copy that one call of the reducer works on. */
type Draft = { -readonly [Key in keyof CartSyncState]: CartSyncState[Key] } & { readonly effects: CartSyncEffect[] };

export const createCartSyncState = (cart: CartView): CartSyncState => ({
  owner: null,
  cart,
  synced: null,
  changedAt: 0,
  isPersistDue: false,
  claimed: null,
  isAwaitingHandover: false,
  call: null,
  tasks: [],
  hasShownStorageWarning: false,
  isUnsaved: false,
});

const EMPTY_CART: CartView = { items: [], coupon: null };

const startTimer = (draft: Draft, timer: CartTimer): void => void draft.effects.push({ type: 'startTimer', timer });
const stopTimer = (draft: Draft, timer: CartTimer): void => void draft.effects.push({ type: 'stopTimer', timer });

const setUnsaved = (draft: Draft, isUnsaved: boolean): void => {
  if (draft.isUnsaved !== isUnsaved) draft.effects.push({ type: 'sayUnsaved', isUnsaved });
  draft.isUnsaved = isUnsaved;
};

/** Sends what is not saved yet. */
const catchUp = (draft: Draft): void => {
  if (draft.owner !== null && !draft.isAwaitingHandover) enqueue(draft, draft.synced ? 'save' : 'merge');
};

const toStoredCart = ({ owner, cart: { items, coupon }, synced }: CartSyncState): StoredCart => ({
  owner,
  items,
  coupon,
  synced,
});

const persist = (draft: Draft, at: number): void => {
  draft.changedAt = at;
  const stored = toStoredCart(draft);
  draft.effects.push({ type: 'store', stored }, { type: 'broadcast', message: { ...stored, at } });
};

/** Storage is slow, so the shopper's change is painted first. */
const schedulePersist = (draft: Draft, at: number): void => {
  draft.changedAt = at;
  if (!draft.isPersistDue) startTimer(draft, 'persistDue');
  draft.isPersistDue = true;
};
const cancelPersist = (draft: Draft): void => {
  draft.isPersistDue = false;
  stopTimer(draft, 'persistDue');
};
const flushPersist = (draft: Draft): void => {
  if (!draft.isPersistDue) return;
  cancelPersist(draft);
  persist(draft, draft.changedAt);
};

const cancelHandover = (draft: Draft): void => {
  draft.isAwaitingHandover = false;
  stopTimer(draft, 'handoverExpired');
};

const show = (draft: Draft, { items, coupon }: CartView): void => {
  draft.cart = { items, coupon };
  draft.effects.push({ type: 'show', cart: draft.cart });
};
/** Shows an already stored cart, which is not a change by the shopper. */
const adopt = (draft: Draft, found: CartView & Pick<StoredCart, 'synced'>): void => {
  // including the server's state; otherwise the next save would add the difference again
  draft.synced = found.synced;
  show(draft, found);
};

const startSave = (draft: Draft, attempt: number): void => {
  const { owner, cart, synced } = draft;
  if (attempt === MAX_ATTEMPTS || owner === null || synced === null || isSaved(cart, synced)) {
    startNextTask(draft);
    return;
  }
  draft.synced = { ...synced, sent: cart.items };
  draft.call = { owner, sent: cart, attempt };
  draft.effects.push(
    { type: 'store', stored: toStoredCart(draft) }, // before sending, because the page may close before the response
    { type: 'saveServer', version: synced.version, cart },
  );
};

const startNextTask = (draft: Draft): void => {
  const { owner, tasks } = draft;
  const [task, ...others] = tasks;
  draft.call = null;
  draft.tasks = others;
  if (task === 'merge' && owner !== null) {
    draft.call = { owner, sent: null, attempt: -1 };
    draft.effects.push({ type: 'readServer' });
  } else if (task) startSave(draft, 0);
};

const enqueue = (draft: Draft, task: Task): void => {
  draft.tasks = [...draft.tasks, task];
  if (!draft.call) startNextTask(draft);
};

/** From now on the cart belongs to the account, so other tabs do not add it. */
const claim = (draft: Draft, now: number): void => {
  persist(draft, now);
  enqueue(draft, 'merge');
};

const handlers: { readonly [Type in keyof Events]: (draft: Draft, event: CartSyncEvent<Type>, now: number) => void } = {
  started(draft, { owner, stored }, now) {
    draft.owner = owner;
    const isOurs = stored && (stored.owner === owner || stored.owner === null);
    adopt(draft, isOurs ? stored : { ...EMPTY_CART, synced: null });
    if (owner !== null) claim(draft, now);
  },

  ownerChanged(draft, { owner, stored }, now) {
    const { claimed } = draft;
    draft.owner = owner;
    draft.synced = null;
    draft.claimed = null; // it was about this session; a later one may begin with other items
    stopTimer(draft, 'saveDue');
    setUnsaved(draft, false);
    cancelHandover(draft);
    if (owner === null) {
      draft.cart = EMPTY_CART;
      draft.effects.push({ type: 'clear' });
      persist(draft, now);
      return;
    }
    // Prefer the message, because storage changes arrive later.
    const found = claimed?.owner === owner ? claimed : stored;
    const isFound = found?.owner === owner;
    if (isFound && isSaved(found, found.synced)) adopt(draft, found);
    else if (claimed || isFound) {
      // The other tab reports when it is done.
      draft.isAwaitingHandover = true;
      startTimer(draft, 'handoverExpired');
      return;
    }
    claim(draft, now);
  },

  cartChanged(draft, { cart }, now) {
    draft.cart = cart;
    schedulePersist(draft, now);
    if (draft.owner !== null) startTimer(draft, 'saveDue');
  },

  messageReceived(draft, { message }) {
    if (draft.owner === null && message.owner !== null) draft.claimed = message;
    if (message.owner !== draft.owner) return;
    draft.claimed = null;
    if (isSaved(message, message.synced)) cancelHandover(draft);
    if (message.at > draft.changedAt) {
      cancelPersist(draft);
      draft.changedAt = message.at;
      draft.synced = message.synced ?? draft.synced; // a tab that waits does not know the server's state
      if (!haveSameContents(message, draft.cart)) show(draft, message);
    } else if (!draft.synced && message.synced) {
      // Our newer change goes to the other tabs; but the server's state is news for us.
      draft.synced = message.synced;
      startTimer(draft, 'saveDue');
    }
  },

  pageRestored(draft, { stored }) {
    if (stored?.owner === draft.owner) adopt(draft, stored);
  },
  pageHidden(draft) {
    flushPersist(draft);
    // The next page may be on another device, which does not have what is stored here.
    catchUp(draft);
  },
  persistDue: flushPersist,
  saveDue: (draft) => enqueue(draft, 'save'),
  cameOnline: catchUp,
  retryDue: catchUp,

  handoverExpired(draft, { stored }) {
    // The other tab is gone, so this tab continues from the stored state.
    draft.isAwaitingHandover = false;
    if (stored?.owner === draft.owner && stored.synced) adopt(draft, stored);
    enqueue(draft, 'merge');
  },

  callEnded(draft, { saved, conflict }, now) {
    const { call, owner } = draft;
    const kept = saved ?? conflict;
    if (!kept || call?.owner !== owner) {
      // The cart stays stored, and is sent again in a while, or with the next change.
      if (owner !== null && call?.owner === owner) {
        startTimer(draft, 'retryDue');
        if (call.sent) setUnsaved(draft, true);
      }
      startNextTask(draft);
      return;
    }
    if (saved && call.sent) setUnsaved(draft, false);
    const serverCart = toSyncedCart(kept);
    const { sent, attempt } = call;
    if (saved && draft.cart === sent) {
      draft.synced = serverCart;
      draft.effects.push({ type: 'price', priced: saved });
      schedulePersist(draft, now);
      startNextTask(draft);
      return;
    }
    // If the cart changed during a save, the next round sends it.
    if (conflict || !sent) show(draft, applyLocalChanges(draft.cart, draft.synced, kept, serverCart));
    draft.synced = serverCart;
    persist(draft, now);
    startSave(draft, attempt + 1);
  },

  storingFailed(draft) {
    if (draft.owner !== null || draft.cart.items.length === 0 || draft.hasShownStorageWarning) return;
    draft.hasShownStorageWarning = true;
    draft.effects.push({ type: 'warnAboutStorage' });
  },
};

/**
 * The rules by which a cart is persisted: pure, so that every race is a row of a table test. At sign-in a guest's items
 * are added to the account's cart exactly once, however many tabs are open.
 */
export const reduceCartSync = <Type extends keyof Events>(
  state: CartSyncState,
  event: CartSyncEvent<Type>,
  now: number,
): { readonly state: CartSyncState; readonly effects: readonly CartSyncEffect[] } => {
  const draft: Draft = { ...state, effects: [] };
  handlers[event.type](draft, event, now);
  const { effects, ...next } = draft;
  return { state: next, effects };
};
