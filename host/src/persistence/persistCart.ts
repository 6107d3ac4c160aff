import type { KeptCart } from '@shop/shared/contracts';
import type { CartGateway } from '@shop/shared/gateways';
import {
  cartCleared,
  cartCouponSet,
  cartPriced,
  cartRestored,
  notify,
  toCartContents,
  toCartItem,
  type CartItem,
  type CartState,
  type RootState,
  type ShopStore,
} from '@shop/shared/state';
import { readStored, writeStored } from './browserStorage';
import { CART_KEY, parseStoredCart, type StoredCart } from './storedState';
import { mergeCarts } from './mergeCarts';

const CHANNEL = 'shop.cart';
/** A shopper who presses plus four times is one change. */
const SAVE_DELAY_MS = 300;
/** Somebody else changes the same cart each time: the next change of this shopper tries again. */
const MAX_ATTEMPTS = 5;
/** So long a tab has for taking the guest's cart to the account, before another one does. */
const HANDOVER_TIMEOUT_MS = 30_000;
const STORAGE_WARNING = 'This browser keeps nothing for us: your cart is gone when you close this page.';

const getOwner = ({ auth }: RootState): string | null => (auth.isAuthenticated ? (auth.user?.id ?? null) : null);
const serializeContents = (getCart: Pick<CartState, 'items' | 'coupon'>): string =>
  JSON.stringify(toCartContents(getCart));

/** The cart a 409 carries; undefined where the answer is another refusal. */
const readConflict = (body: unknown): KeptCart | undefined =>
  // the API's own conflict
  typeof body === 'object' && body !== null && 'kept_cart' in body ? (body.kept_cart as KeptCart) : undefined;

/**
 * What tabs tell each other: the cart as one of them has it since `at`. Storage reaches other tabs later than a message
 * does.
 */
type Message = StoredCart & { readonly at: number };
/** Milliseconds, the same for all tabs, finer than a press. */
const getTimeMs = (): number => performance.timeOrigin + performance.now();

type Synced = NonNullable<StoredCart['synced']>;

const haveSameQuantities = (a: readonly CartItem[], b: readonly CartItem[]): boolean => {
  const serialize = (items: readonly CartItem[]): string =>
    JSON.stringify(items.map(({ id, quantity }) => [id, quantity]).sort());
  return serialize(a) === serialize(b);
};

/**
 * Whether the server has it all. A tab that has heard the server and not answered yet is still at it: what it adds is
 * not there.
 */
const isSavedState = ({ items, coupon, synced }: Pick<StoredCart, 'items' | 'coupon' | 'synced'>): boolean =>
  synced !== null &&
  serializeContents({ items: [...items], coupon }) ===
    JSON.stringify({
      items: toCartContents({ items: [...synced.items], coupon: null }).items,
      couponCode: synced.couponCode,
    });

/**
 * Keeps the cart: in this browser, in its other tabs, and for who is signed in on the server, where it has a version.
 * What a guest collected is added to the account's cart at sign-in, once however many tabs there are; signing out
 * leaves nothing of it behind. Answers how to stop.
 */
export const persistCart = (store: ShopStore, gateway: Pick<CartGateway, 'read' | 'save'>): (() => void) => {
  const channel = new BroadcastChannel(CHANNEL);
  let owner = getOwner(store.getState());
  let synced: Synced | null = null;
  let current: Pick<CartState, 'items' | 'coupon'> = store.getState().cart;
  /** Another tab has taken the guest's cart to an account. */
  let claimed: Message | undefined;
  /** That tab is still at it: what is shown here is the same cart, and is not added once more. */
  let handoverTimer: ReturnType<typeof setTimeout> | undefined;
  let hasShownStorageWarning = false;
  let isStopped = false;
  /** What is on its way to the screen is no change of the shopper's. */
  let isRestoring = false;
  let saveTimer: ReturnType<typeof setTimeout> | undefined;
  let queue: Promise<void> = Promise.resolve();

  const cart = (): CartState => store.getState().cart;
  const toStoredCart = (): StoredCart => ({ owner, items: cart().items, coupon: cart().coupon, synced });

  /** When what is here came to be: of two tabs that change at once, the later one is shown in both. */
  let changedAt = 0;
  const persist = (at = getTimeMs()): void => {
    changedAt = at;
    const state = toStoredCart();
    const isWritten = writeStored(CART_KEY, state);
    channel.postMessage({ ...state, at } satisfies Message);
    if (isWritten || owner !== null || state.items.length === 0 || hasShownStorageWarning) return;
    hasShownStorageWarning = true;
    store.dispatch(notify(STORAGE_WARNING, 'alert'));
  };
  let persistTimer: ReturnType<typeof setTimeout> | undefined;
  const flushPersist = (): void => {
    if (persistTimer === undefined) return;
    clearTimeout(persistTimer);
    persistTimer = undefined;
    persist(changedAt);
  };
  /** Storage is slow: the shopper's press is painted first. */
  const schedulePersist = (): void => {
    changedAt = getTimeMs();
    persistTimer ??= setTimeout(flushPersist);
  };
  /** Shows a cart that is kept already. */
  const restore = ({ items, coupon }: Pick<CartState, 'items' | 'coupon'>): void => {
    isRestoring = true;
    store.dispatch(cartRestored(items));
    store.dispatch(cartCouponSet(coupon));
    isRestoring = false;
    current = cart();
  };

  const toSynced = ({ version, lines, coupon }: KeptCart): Synced => ({
    version,
    items: lines.map(toCartItem),
    couponCode: coupon?.code ?? null,
    sent: null,
  });
  const mergeServerCart = (saved: KeptCart): void => {
    const serverCart = toSynced(saved);
    const { items, coupon } = cart();
    const isCouponChanged = (coupon?.code ?? null) !== (synced?.couponCode ?? null);
    // What is there may be what was sent from here, and the answer got lost: then that is what both know.
    const base =
      synced?.sent && haveSameQuantities(synced.sent, serverCart.items) ? synced.sent : (synced?.items ?? []);
    const merged = mergeCarts(base, items, serverCart.items);
    synced = serverCart;
    restore({ items: merged, coupon: isCouponChanged ? coupon : saved.coupon });
    persist();
  };

  const isSaved = (): boolean => isSavedState(toStoredCart());

  const save = async (): Promise<void> => {
    for (let attempt = 0; attempt < MAX_ATTEMPTS && owner !== null && synced !== null && !isSaved(); attempt += 1) {
      const savedOwner = owner;
      const sent = cart();
      synced = { ...synced, sent: sent.items };
      writeStored(CART_KEY, toStoredCart()); // before it leaves: the page may be gone before the answer
      const result = await gateway.save({ version: synced.version, ...toCartContents(sent) });
      if (isStopped || owner !== savedOwner) return;
      const conflict = result.ok ? undefined : readConflict(result.failure.body);
      if (conflict) mergeServerCart(conflict);
      else if (!result.ok)
        return; // kept here: the next change, being online again or the next page sends it
      else {
        synced = toSynced(result.value);
        // Changed meanwhile: the next round sends that.
        if (cart().items === sent.items && cart().coupon === sent.coupon) store.dispatch(cartPriced(result.value));
        persist();
      }
    }
  };
  const enqueue = (task: () => Promise<void>): void => {
    queue = queue.then(task).catch(() => undefined);
  };
  const scheduleSave = (): void => {
    clearTimeout(saveTimer);
    saveTimer = setTimeout(() => enqueue(save), SAVE_DELAY_MS);
  };

  /** The account's cart, with what is here added to it. */
  const mergeIntoAccount = async (): Promise<void> => {
    const savedOwner = owner;
    const result = await gateway.read();
    if (isStopped || owner !== savedOwner || savedOwner === null || !result.ok) return;
    mergeServerCart(result.value);
    await save();
  };

  const restoreStoredCart = (): void => {
    const found = parseStoredCart(readStored(CART_KEY));
    const isOurs = found !== undefined && (found.owner === owner || (found.owner === null && owner !== null));
    synced = found && found.owner === owner ? found.synced : null;
    restore(isOurs ? found : { items: [], coupon: null });
    if (owner === null) return;
    persist(); // from here on it is the account's: no other tab adds it again
    enqueue(mergeIntoAccount);
  };

  const cancelHandover = (): void => {
    clearTimeout(handoverTimer);
    handoverTimer = undefined;
  };
  /** The other tab tells when it is done; where it is gone, this one goes on from what it left. */
  const awaitHandover = (): void => {
    handoverTimer = setTimeout(() => {
      cancelHandover();
      const found = parseStoredCart(readStored(CART_KEY));
      if (found?.owner === owner && found.synced) {
        synced = found.synced;
        restore(found);
      }
      enqueue(mergeIntoAccount);
    }, HANDOVER_TIMEOUT_MS);
  };

  const onOwnerChanged = (): void => {
    synced = null;
    clearTimeout(saveTimer);
    cancelHandover();
    if (owner === null) {
      store.dispatch(cartCleared());
      current = cart();
      persist();
      return;
    }
    // The message, not the storage: that reaches this tab later.
    const found = claimed?.owner === owner ? claimed : parseStoredCart(readStored(CART_KEY));
    if (found?.owner === owner && isSavedState(found)) {
      synced = found.synced;
      restore(found);
    } else if (claimed !== undefined || found?.owner === owner) {
      awaitHandover();
      return;
    }
    persist();
    enqueue(mergeIntoAccount);
  };

  const unsubscribe = store.subscribe(() => {
    if (isRestoring) return;
    const state = store.getState();
    const nextOwner = getOwner(state);
    if (nextOwner !== owner) {
      owner = nextOwner;
      onOwnerChanged();
      return;
    }
    if (state.cart.items === current.items && state.cart.coupon === current.coupon) return;
    current = state.cart;
    schedulePersist();
    if (owner !== null) scheduleSave();
  });

  channel.onmessage = ({ data }: MessageEvent<Message>) => {
    if (owner === null && data.owner !== null) claimed = data;
    if (data.owner !== owner) return;
    claimed = undefined;
    if (isSavedState(data)) cancelHandover();
    if (data.at <= changedAt) {
      // What was done here since is told to the others; what the server has is news all the same.
      if (synced === null && data.synced) {
        synced = data.synced;
        scheduleSave();
      }
      return;
    }
    clearTimeout(persistTimer);
    persistTimer = undefined;
    changedAt = data.at;
    synced = data.synced ?? synced; // a tab that waits knows nothing of the server
    if (serializeContents(data) !== serializeContents(cart())) restore(data);
  };
  // A page that the browser brings back as it was may show a cart of before.
  const onPageShow = ({ persisted }: PageTransitionEvent): void => {
    const found = persisted ? parseStoredCart(readStored(CART_KEY)) : undefined;
    if (found?.owner !== owner) return;
    // with the cart goes what the server had of it: else the next save would add the difference once more
    synced = found.synced;
    restore(found);
  };
  const onOnline = (): void => {
    if (owner !== null && handoverTimer === undefined) enqueue(synced === null ? mergeIntoAccount : save);
  };
  window.addEventListener('pageshow', onPageShow);
  window.addEventListener('pagehide', flushPersist);
  window.addEventListener('online', onOnline);
  restoreStoredCart();

  return () => {
    flushPersist();
    isStopped = true;
    unsubscribe();
    clearTimeout(saveTimer);
    cancelHandover();
    channel.close();
    window.removeEventListener('pageshow', onPageShow);
    window.removeEventListener('pagehide', flushPersist);
    window.removeEventListener('online', onOnline);
  };
};
