import type { UnknownAction } from 'redux';
import type { KeptCart } from '@shop/contracts';
import type { ApiClient, Result } from '@shop/shared/api-client';
import {
  cartCleared,
  cartCouponSet,
  cartPriced,
  cartRestored,
  noticeDismissed,
  notify,
  toCartContents,
  type RootState,
  type ShopStore,
} from '@shop/shared/state';
import { readStored, writeStored } from './browserStorage';
import {
  createCartSyncState,
  reduceCartSync,
  type CartMessage,
  type CartSyncAdapters,
  type CartSyncEffect,
  type CartSyncEvent,
  type CartTimer,
} from './cartSync';
import { CART_KEY, parseStoredCart, type StoredCart } from './storedState';

const CHANNEL = 'shop.cart';
const DELAYS_MS: Record<CartTimer, number> = {
  persistDue: 0,
  /** Combines quick changes, such as four clicks on plus. */
  saveDue: 300,
  retryDue: 10_000,
  /** Time for one tab to move the guest's cart to the account before another tab takes over. */
  handoverExpired: 30_000,
};
const STORAGE_WARNING = 'This browser blocks storage. Your cart will be lost when you close this page.';

const UNSAVED = notify('Your cart is not saved yet. We keep trying.', 'alert');

const getOwner = ({ auth }: RootState): string | null => (auth.isAuthenticated ? (auth.user?.id ?? null) : null);
const readStoredCart = (): StoredCart | undefined => parseStoredCart(readStored(CART_KEY));

const contracts = () => import(/* webpackChunkName: "contracts" */ '@shop/contracts/cart');

/** Returns a timestamp in milliseconds that all tabs share, finer than user input. */
const getTimeMs = (): number => performance.timeOrigin + performance.now();

/** Returns the cart in a 409 response; undefined for other failures. */
const readConflict = (body: unknown): KeptCart | undefined =>
  // shape of the API's conflict response
  typeof body === 'object' && body !== null && 'kept_cart' in body ? (body.kept_cart as KeptCart) : undefined;

/**
 * Persists the cart in this browser, in its other tabs and, for customers, on the server, where it has a version.
 * Signing out removes the cart from the browser. Translates between these and the rules in `cartSync.ts`. Returns a
 * function that stops persisting.
 */
export const persistCart = (store: ShopStore, api: ApiClient): (() => void) => {
  const channel = new BroadcastChannel(CHANNEL);
  const timers: Partial<Record<CartTimer, ReturnType<typeof setTimeout>>> = {};
  let shown = store.getState().cart;
  let state = createCartSyncState(shown);
  let isShowing = false;
  let isStopped = false;

  const perform = <Type extends CartSyncEffect['type']>(effect: CartSyncEffect<Type>): void =>
    adapters[effect.type](effect);
  const emit = (event: CartSyncEvent): void => {
    if (isStopped) return;
    const step = reduceCartSync(state, event, getTimeMs());
    state = step.state;
    step.effects.forEach(perform);
  };

  /** Changes the store without an event. */
  const show = (...actions: UnknownAction[]): void => {
    isShowing = true;
    actions.forEach(store.dispatch);
    isShowing = false;
    shown = store.getState().cart;
  };
  const callServer = (call: () => Promise<Result<{ readonly data: KeptCart }>>): void =>
    void Promise.resolve()
      .then(call)
      .then((result) =>
        emit({
          type: 'callEnded',
          ...(result.ok ? { saved: result.value.data } : { conflict: readConflict(result.failure.body) }),
        }),
      )
      .catch(() => emit({ type: 'callEnded' })); // also if the response cannot be applied
  const stopTimer = (timer: CartTimer): void => clearTimeout(timers[timer]);

  const adapters: CartSyncAdapters = {
    show: ({ cart: { items, coupon } }) => show(cartRestored(items), cartCouponSet(coupon)),
    clear: () => show(cartCleared()),
    price: ({ priced }) => store.dispatch(cartPriced(priced)),
    warnAboutStorage: () => store.dispatch(notify(STORAGE_WARNING, 'alert')),
    sayUnsaved: ({ isUnsaved }) => store.dispatch(isUnsaved ? UNSAVED : noticeDismissed(UNSAVED.payload.id)),
    store({ stored }) {
      if (!writeStored(CART_KEY, stored)) emit({ type: 'storingFailed' });
    },
    broadcast: ({ message }) => channel.postMessage(message),
    readServer: () => callServer(async () => api.request((await contracts()).getCart, {})),
    saveServer({ version, cart }) {
      const { items, couponCode: coupon_code } = toCartContents(cart);
      callServer(async () => api.request((await contracts()).putCart, { body: { version, items, coupon_code } }));
    },
    startTimer({ timer }) {
      stopTimer(timer);
      timers[timer] = setTimeout(
        () => emit(timer === 'handoverExpired' ? { type: timer, stored: readStoredCart() } : { type: timer }),
        DELAYS_MS[timer],
      );
    },
    stopTimer: ({ timer }) => stopTimer(timer),
  };

  const unsubscribe = store.subscribe(() => {
    if (isShowing) return;
    const current = store.getState();
    const { cart } = current;
    const owner = getOwner(current);
    if (owner !== state.owner) {
      emit({ type: 'ownerChanged', owner, stored: readStoredCart() });
      return;
    }
    if (cart.items === shown.items && cart.coupon === shown.coupon) return;
    shown = cart;
    emit({ type: 'cartChanged', cart });
  });
  channel.onmessage = ({ data: message }: MessageEvent<CartMessage>) => emit({ type: 'messageReceived', message });
  const onPageShow = ({ persisted }: PageTransitionEvent): void => {
    if (persisted) emit({ type: 'pageRestored', stored: readStoredCart() });
  };
  const onPageHide = (): void => emit({ type: 'pageHidden' });
  const onOnline = (): void => emit({ type: 'cameOnline' });
  window.addEventListener('pageshow', onPageShow);
  window.addEventListener('pagehide', onPageHide);
  window.addEventListener('online', onOnline);
  emit({ type: 'started', owner: getOwner(store.getState()), stored: readStoredCart() });

  return () => {
    onPageHide();
    isStopped = true;
    unsubscribe();
    stopTimer('saveDue');
    stopTimer('retryDue');
    stopTimer('handoverExpired');
    channel.close();
    window.removeEventListener('pageshow', onPageShow);
    window.removeEventListener('pagehide', onPageHide);
    window.removeEventListener('online', onOnline);
  };
};
