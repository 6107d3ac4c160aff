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
/** Combines quick changes, such as four clicks on plus. */
const SAVE_DELAY_MS = 300;
/** If other devices keep changing the cart, the next change tries again. */
const MAX_ATTEMPTS = 5;
/** Time for one tab to move the guest's cart to the account before another tab takes over. */
const HANDOVER_TIMEOUT_MS = 30_000;
const STORAGE_WARNING = 'This browser blocks storage. Your cart will be lost when you close this page.';

const getOwner = ({ auth }: RootState): string | null => (auth.isAuthenticated ? (auth.user?.id ?? null) : null);
const serializeContents = (getCart: Pick<CartState, 'items' | 'coupon'>): string =>
  JSON.stringify(toCartContents(getCart));

/** Returns the cart in a 409 response; undefined for other failures. */
const readConflict = (body: unknown): KeptCart | undefined =>
  // shape of the API's conflict response
  typeof body === 'object' && body !== null && 'kept_cart' in body ? (body.kept_cart as KeptCart) : undefined;

/** Message between tabs: the cart since `at`. Messages arrive in other tabs before storage changes do. */
type Message = StoredCart & { readonly at: number };
/** Returns a timestamp in milliseconds that all tabs share, finer than user input. */
const getTimeMs = (): number => performance.timeOrigin + performance.now();

type Synced = NonNullable<StoredCart['synced']>;

const haveSameQuantities = (a: readonly CartItem[], b: readonly CartItem[]): boolean => {
  const serialize = (items: readonly CartItem[]): string =>
    JSON.stringify(items.map(({ id, quantity }) => [id, quantity]).sort());
  return serialize(a) === serialize(b);
};

/** True if the server has all of the cart. While another tab is still saving, its additions are not there yet. */
const isSavedState = ({ items, coupon, synced }: Pick<StoredCart, 'items' | 'coupon' | 'synced'>): boolean =>
  synced !== null &&
  serializeContents({ items: [...items], coupon }) ===
    JSON.stringify({
      items: toCartContents({ items: [...synced.items], coupon: null }).items,
      couponCode: synced.couponCode,
    });

/**
 * Persists the cart in this browser, in its other tabs and, for customers, on the server, where it has a version. At
 * sign-in a guest's items are added to the account's cart exactly once, however many tabs are open. Signing out removes
 * the cart from the browser. Returns a function that stops persisting.
 */
export const persistCart = (store: ShopStore, gateway: Pick<CartGateway, 'read' | 'save'>): (() => void) => {
  const channel = new BroadcastChannel(CHANNEL);
  let owner = getOwner(store.getState());
  let synced: Synced | null = null;
  let current: Pick<CartState, 'items' | 'coupon'> = store.getState().cart;
  /** Set when another tab has claimed the guest's cart for an account. */
  let claimed: Message | undefined;
  /** Set while that tab is still saving. This tab shows the same cart and must not add it again. */
  let handoverTimer: ReturnType<typeof setTimeout> | undefined;
  let hasShownStorageWarning = false;
  let isStopped = false;
  /** Set while a stored cart is restored, which is not a change by the shopper. */
  let isRestoring = false;
  let saveTimer: ReturnType<typeof setTimeout> | undefined;
  let queue: Promise<void> = Promise.resolve();

  const cart = (): CartState => store.getState().cart;
  const toStoredCart = (): StoredCart => ({ owner, items: cart().items, coupon: cart().coupon, synced });

  /** Time of the last change. If two tabs change the cart at once, both show the later one. */
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
  /** Storage is slow, so the shopper's change is painted first. */
  const schedulePersist = (): void => {
    changedAt = getTimeMs();
    persistTimer ??= setTimeout(flushPersist);
  };
  /** Shows an already stored cart. */
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
    // The server may have our last save even if its response was lost; then that is the common base.
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
      writeStored(CART_KEY, toStoredCart()); // before sending, because the page may close before the response
      const result = await gateway.save({ version: synced.version, ...toCartContents(sent) });
      if (isStopped || owner !== savedOwner) return;
      const conflict = result.ok ? undefined : readConflict(result.failure.body);
      if (conflict) mergeServerCart(conflict);
      else if (!result.ok)
        return; // stays stored: the next change, coming online or the next page sends it
      else {
        synced = toSynced(result.value);
        // If the cart changed meanwhile, the next round sends it.
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

  /** Loads the account's cart and adds the local items. */
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
    persist(); // from now on it belongs to the account, so other tabs do not add it
    enqueue(mergeIntoAccount);
  };

  const cancelHandover = (): void => {
    clearTimeout(handoverTimer);
    handoverTimer = undefined;
  };
  /** The other tab reports when it is done. If it is gone, this tab continues from the stored state. */
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
    // Prefer the message, because storage changes arrive later.
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
      // Our newer change goes to the other tabs; but the server's state is news for us.
      if (synced === null && data.synced) {
        synced = data.synced;
        scheduleSave();
      }
      return;
    }
    clearTimeout(persistTimer);
    persistTimer = undefined;
    changedAt = data.at;
    synced = data.synced ?? synced; // a tab that waits does not know the server's state
    if (serializeContents(data) !== serializeContents(cart())) restore(data);
  };
  // A page restored from the back/forward cache may show an old cart.
  const onPageShow = ({ persisted }: PageTransitionEvent): void => {
    const found = persisted ? parseStoredCart(readStored(CART_KEY)) : undefined;
    if (found?.owner !== owner) return;
    // including the server's state; otherwise the next save would add the difference again
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
