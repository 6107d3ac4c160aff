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
import { readStored, writeKept } from './browserStorage';
import { CART_KEY, parseKeptCart, type KeptCartState } from './keptState';
import { mergeCarts } from './mergeCarts';

const CHANNEL = 'shop.cart';
/** A shopper who presses plus four times is one change. */
const SAVE_AFTER_MS = 300;
/** Somebody else changes the same cart each time: the next change of this shopper tries again. */
const MAX_TRIES = 5;
/** So long a tab has for taking the guest's cart to the account, before another one does. */
const LONGEST_HANDOVER_MS = 30_000;
const FORGETFUL = 'This browser keeps nothing for us: your cart is gone when you close this page.';

const ownerOf = ({ auth }: RootState): string | null => (auth.isAuthenticated ? (auth.user?.id ?? null) : null);
const contentsOf = (cart: Pick<CartState, 'items' | 'coupon'>): string => JSON.stringify(toCartContents(cart));

/** The cart a 409 carries; undefined where the answer is another refusal. */
const readConflict = (body: unknown): KeptCart | undefined =>
  // the API's own conflict
  typeof body === 'object' && body !== null && 'kept_cart' in body ? (body.kept_cart as KeptCart) : undefined;

/**
 * What tabs tell each other: the cart as one of them has it since `at`. Storage reaches other tabs later than a message
 * does.
 */
type Message = KeptCartState & { readonly at: number };
/** Milliseconds, the same for all tabs, finer than a press. */
const clock = (): number => performance.timeOrigin + performance.now();

type Synced = NonNullable<KeptCartState['synced']>;

const haveSameQuantities = (a: readonly CartItem[], b: readonly CartItem[]): boolean => {
  const write = (items: readonly CartItem[]): string =>
    JSON.stringify(items.map(({ id, quantity }) => [id, quantity]).sort());
  return write(a) === write(b);
};

/**
 * Whether the server has it all. A tab that has heard the server and not answered yet is still at it: what it adds is
 * not there.
 */
const isSavedState = ({ items, coupon, synced }: Pick<KeptCartState, 'items' | 'coupon' | 'synced'>): boolean =>
  synced !== null &&
  contentsOf({ items: [...items], coupon }) ===
    JSON.stringify({
      items: toCartContents({ items: [...synced.items], coupon: null }).items,
      couponCode: synced.couponCode,
    });

/**
 * Keeps the cart: in this browser, in its other tabs, and for who is signed in on the server, where it has a version.
 * What a guest collected is added to the account's cart at sign-in, once however many tabs there are; signing out
 * leaves nothing of it behind. Answers how to stop.
 */
export const keepCart = (store: ShopStore, gateway: Pick<CartGateway, 'read' | 'save'>): (() => void) => {
  const channel = new BroadcastChannel(CHANNEL);
  let owner = ownerOf(store.getState());
  let synced: Synced | null = null;
  let shown: Pick<CartState, 'items' | 'coupon'> = store.getState().cart;
  /** Another tab has taken the guest's cart to an account. */
  let taken: Message | undefined;
  /** That tab is still at it: what is shown here is the same cart, and is not added once more. */
  let waiting: ReturnType<typeof setTimeout> | undefined;
  let storageWarningShown = false;
  let stopped = false;
  /** What is on its way to the screen is no change of the shopper's. */
  let showing = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let working: Promise<void> = Promise.resolve();

  const cart = (): CartState => store.getState().cart;
  const kept = (): KeptCartState => ({ owner, items: cart().items, coupon: cart().coupon, synced });

  /** When what is here came to be: of two tabs that change at once, the later one is shown in both. */
  let changedAt = 0;
  const keep = (at = clock()): void => {
    changedAt = at;
    const state = kept();
    const written = writeKept(CART_KEY, state);
    channel.postMessage({ ...state, at } satisfies Message);
    if (written || owner !== null || state.items.length === 0 || storageWarningShown) return;
    storageWarningShown = true;
    store.dispatch(notify(FORGETFUL, 'alert'));
  };
  let keeping: ReturnType<typeof setTimeout> | undefined;
  const keepNow = (): void => {
    if (keeping === undefined) return;
    clearTimeout(keeping);
    keeping = undefined;
    keep(changedAt);
  };
  /** Storage is slow: the shopper's press is painted first. */
  const keepSoon = (): void => {
    changedAt = clock();
    keeping ??= setTimeout(keepNow);
  };
  /** Shows a cart that is kept already. */
  const show = ({ items, coupon }: Pick<CartState, 'items' | 'coupon'>): void => {
    showing = true;
    store.dispatch(cartRestored(items));
    store.dispatch(cartCouponSet(coupon));
    showing = false;
    shown = cart();
  };

  const hear = ({ version, lines, coupon }: KeptCart): Synced => ({
    version,
    items: lines.map(toCartItem),
    couponCode: coupon?.code ?? null,
    sent: null,
  });
  const mergeWith = (there: KeptCart): void => {
    const heard = hear(there);
    const { items, coupon } = cart();
    const couponChangedHere = (coupon?.code ?? null) !== (synced?.couponCode ?? null);
    // What is there may be what was sent from here, and the answer got lost: then that is what both know.
    const base = synced?.sent && haveSameQuantities(synced.sent, heard.items) ? synced.sent : (synced?.items ?? []);
    const merged = mergeCarts(base, items, heard.items);
    synced = heard;
    show({ items: merged, coupon: couponChangedHere ? coupon : there.coupon });
    keep();
  };

  const isSaved = (): boolean => isSavedState(kept());

  const save = async (): Promise<void> => {
    for (let attempt = 0; attempt < MAX_TRIES && owner !== null && synced !== null && !isSaved(); attempt += 1) {
      const whose = owner;
      const sent = cart();
      synced = { ...synced, sent: sent.items };
      writeKept(CART_KEY, kept()); // before it leaves: the page may be gone before the answer
      const result = await gateway.save({ version: synced.version, ...toCartContents(sent) });
      if (stopped || owner !== whose) return;
      const conflict = result.ok ? undefined : readConflict(result.failure.body);
      if (conflict) mergeWith(conflict);
      else if (!result.ok)
        return; // kept here: the next change, being online again or the next page sends it
      else {
        synced = hear(result.value);
        // Changed meanwhile: the next round sends that.
        if (cart().items === sent.items && cart().coupon === sent.coupon) store.dispatch(cartPriced(result.value));
        keep();
      }
    }
  };
  const enqueue = (work: () => Promise<void>): void => {
    working = working.then(work).catch(() => undefined);
  };
  const saveSoon = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => enqueue(save), SAVE_AFTER_MS);
  };

  /** The account's cart, with what is here added to it. */
  const adopt = async (): Promise<void> => {
    const whose = owner;
    const result = await gateway.read();
    if (stopped || owner !== whose || whose === null || !result.ok) return;
    mergeWith(result.value);
    await save();
  };

  const begin = (): void => {
    const found = parseKeptCart(readStored(CART_KEY));
    const isOurs = found !== undefined && (found.owner === owner || (found.owner === null && owner !== null));
    synced = found && found.owner === owner ? found.synced : null;
    show(isOurs ? found : { items: [], coupon: null });
    if (owner === null) return;
    keep(); // from here on it is the account's: no other tab adds it again
    enqueue(adopt);
  };

  const stopWaiting = (): void => {
    clearTimeout(waiting);
    waiting = undefined;
  };
  /** The other tab tells when it is done; where it is gone, this one goes on from what it left. */
  const waitForOtherTab = (): void => {
    waiting = setTimeout(() => {
      stopWaiting();
      const found = parseKeptCart(readStored(CART_KEY));
      if (found?.owner === owner && found.synced) {
        synced = found.synced;
        show(found);
      }
      enqueue(adopt);
    }, LONGEST_HANDOVER_MS);
  };

  const onOwnerChanged = (): void => {
    synced = null;
    clearTimeout(timer);
    stopWaiting();
    if (owner === null) {
      store.dispatch(cartCleared());
      shown = cart();
      keep();
      return;
    }
    // The message, not the storage: that reaches this tab later.
    const found = taken?.owner === owner ? taken : parseKeptCart(readStored(CART_KEY));
    if (found?.owner === owner && isSavedState(found)) {
      synced = found.synced;
      show(found);
    } else if (taken !== undefined || found?.owner === owner) {
      waitForOtherTab();
      return;
    }
    keep();
    enqueue(adopt);
  };

  const stopWatching = store.subscribe(() => {
    if (showing) return;
    const state = store.getState();
    const now = ownerOf(state);
    if (now !== owner) {
      owner = now;
      onOwnerChanged();
      return;
    }
    if (state.cart.items === shown.items && state.cart.coupon === shown.coupon) return;
    shown = state.cart;
    keepSoon();
    if (owner !== null) saveSoon();
  });

  channel.onmessage = ({ data }: MessageEvent<Message>) => {
    if (owner === null && data.owner !== null) taken = data;
    if (data.owner !== owner) return;
    taken = undefined;
    if (isSavedState(data)) stopWaiting();
    if (data.at <= changedAt) {
      // What was done here since is told to the others; what the server has is news all the same.
      if (synced === null && data.synced) {
        synced = data.synced;
        saveSoon();
      }
      return;
    }
    clearTimeout(keeping);
    keeping = undefined;
    changedAt = data.at;
    synced = data.synced ?? synced; // a tab that waits knows nothing of the server
    if (contentsOf(data) !== contentsOf(cart())) show(data);
  };
  // A page that the browser brings back as it was may show a cart of before.
  const onPageShow = ({ persisted }: PageTransitionEvent): void => {
    const found = persisted ? parseKeptCart(readStored(CART_KEY)) : undefined;
    if (found?.owner !== owner) return;
    // with the cart goes what the server had of it: else the next save would add the difference once more
    synced = found.synced;
    show(found);
  };
  const onOnline = (): void => {
    if (owner !== null && waiting === undefined) enqueue(synced === null ? adopt : save);
  };
  window.addEventListener('pageshow', onPageShow);
  window.addEventListener('pagehide', keepNow);
  window.addEventListener('online', onOnline);
  begin();

  return () => {
    keepNow();
    stopped = true;
    stopWatching();
    clearTimeout(timer);
    stopWaiting();
    channel.close();
    window.removeEventListener('pageshow', onPageShow);
    window.removeEventListener('pagehide', keepNow);
    window.removeEventListener('online', onOnline);
  };
};
