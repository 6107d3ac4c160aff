import type { CartGateway } from '@shop/shared/gateways';
import {
  cartCouponSet,
  cartRestored,
  currencyChosen,
  notify,
  toCartContents,
  toCartItem,
  type CartItem,
  type RootState,
  type ShopStore,
} from '@shop/shared/state';
import { STOREFRONT_COOKIE } from '@shop/shared/storefronts';
import type { PageRouters } from '../app/PageRouters';
import { readStored, writeStored } from '../persistence/browserStorage';
import { mergeCarts } from '../persistence/mergeCarts';
import { CART_KEY, parseStoredCart } from '../persistence/storedState';
import { formatCartHash, parseCartHash, type Handover } from './cartHash';

/** Local storage key of the last hand-overs in either direction, newest first. */
const CROSSINGS_KEY = 'shop.cart.crossings';
const MAX_CROSSINGS = 8;
const MAX_SAVE_MS = 900;
const SAVE_POLL_MS = 30;

type CrossedLine = Pick<CartItem, 'id' | 'quantity'>;

interface Crossing {
  readonly id: string;
  /** False if it came from the other host. Whether one that was sent has arrived, only the other host can say. */
  readonly isSent: boolean;
  readonly lines: readonly CrossedLine[];
  readonly couponCode?: string | null;
}

const FAILED = notify('Your cart could not be brought along. Reload this page to try again.', 'alert');

const isCrossing = (value: unknown): value is Crossing =>
  typeof value === 'object' && value !== null && 'id' in value && 'lines' in value && Array.isArray(value.lines);

const readCrossings = (): Crossing[] => {
  try {
    const crossings: unknown = JSON.parse(readStored(CROSSINGS_KEY) ?? '[]');
    return Array.isArray(crossings) ? crossings.filter(isCrossing) : [];
  } catch {
    return []; // visitors can edit storage
  }
};
const rememberCrossing = (crossing: Crossing): void => {
  const lines = crossing.lines.map(({ id, quantity }) => ({ id, quantity }));
  const others = readCrossings().filter(({ id }) => id !== crossing.id);
  writeStored(CROSSINGS_KEY, [{ ...crossing, lines }, ...others].slice(0, MAX_CROSSINGS));
};
const forgetCrossings = (): void => void writeStored(CROSSINGS_KEY, []);

/** The cart that both hosts had last, so that each knows what has changed at the other one since. */
const findBase = ({ received }: Handover): Pick<Crossing, 'lines' | 'couponCode'> =>
  readCrossings().find(({ id, isSent }) => !isSent || received.includes(id)) ?? { lines: [] };

/** Signing out has emptied the cart: what crossed before is missing from it for no reason of the next guest's. */
const forgetAfterSignOut = ({ auth }: RootState): void => {
  const owner = parseStoredCart(readStored(CART_KEY))?.owner ?? null;
  if (!auth.isAuthenticated && owner !== null) forgetCrossings();
};

/** Links of other sites must not change a cart. */
const isFromShop = ({ site: { elsewhere = {} } }: RootState): boolean =>
  Object.values(elsewhere).some((entry) => document.referrer.startsWith(`${new URL(entry).origin}/`));

const takeFromAddress = (store: ShopStore): Handover | null => {
  const { hash, pathname, search } = window.location;
  window.history.replaceState(window.history.state, '', pathname + search);
  const state = store.getState();
  const handover = isFromShop(state) ? parseCartHash(hash) : null;
  if (!handover) return null;
  const stored = parseStoredCart(readStored(CART_KEY));
  if (state.auth.isAuthenticated && stored?.owner === null) {
    writeStored(CART_KEY, { ...stored, items: mergeCarts(findBase(handover).lines, stored.items, []) });
    forgetCrossings();
  }
  return handover.cart && handover;
};

let arrived: Handover | null = null;

/**
 * Takes the cart from the page's address. Call it before the stored cart is restored: a guest's cart that came from
 * the other host must not be added to the account's again after signing in there.
 */
export const readArrival = (store: ShopStore): Handover | null => (arrived = takeFromAddress(store));

const waitForCart = (store: ShopStore): Promise<void> =>
  new Promise((resolve) => {
    if (store.getState().cart.restored) return resolve();
    const unsubscribe = store.subscribe(() => {
      if (!store.getState().cart.restored) return;
      unsubscribe();
      resolve();
    });
  });

/** Merges the cart of the other host into this one's: what changed there since the last hand-over. */
export const mergeArrival = async (
  store: ShopStore,
  gateway: Pick<CartGateway, 'check'>,
  handover: Handover,
): Promise<void> => {
  const { id, cart } = handover;
  if (!cart) return;
  if (cart.currency !== store.getState().currency.code) void store.dispatch(currencyChosen(cart.currency));
  let result = cart.items.length > 0 ? await gateway.check(cart) : undefined;
  // Wrong codes of others in this network must not keep the cart from arriving.
  if (result && !result.ok && cart.couponCode !== null) result = await gateway.check({ ...cart, couponCode: null });
  if (result && !result.ok) {
    window.history.replaceState(window.history.state, '', formatCartHash(handover));
    store.dispatch(FAILED);
    return;
  }
  await waitForCart(store);
  forgetAfterSignOut(store.getState());
  const { auth, cart: shown } = store.getState();
  const owner = auth.isAuthenticated ? (auth.user?.id ?? null) : null;
  const lines = result?.value?.lines.map(toCartItem) ?? [];
  // Cart and hand-over are read and stored at once: other tabs of this host may be merging, too.
  const stored = parseStoredCart(readStored(CART_KEY));
  const local = stored?.owner === owner ? stored : { owner, items: shown.items, coupon: shown.coupon, synced: null };
  const base = findBase(handover);
  const items = mergeCarts(base.lines, local.items, lines);
  writeStored(CART_KEY, { ...local, items });
  rememberCrossing({ id, isSent: false, lines, couponCode: cart.couponCode });
  store.dispatch(cartRestored(items));
  const coupon = result?.value?.coupon ?? null;
  const isCouponKnown = coupon !== null || cart.couponCode === null;
  if (isCouponKnown && cart.couponCode !== (base.couponCode ?? null)) store.dispatch(cartCouponSet(coupon));
};

/** Returns the fragment for a link to the other host. */
export const sendCart = (store: ShopStore): string => {
  const { auth, cart, currency } = store.getState();
  const id = Math.random().toString(36).slice(2);
  const received = readCrossings().flatMap((crossing) => (crossing.isSent ? [] : [crossing.id]));
  if (auth.isAuthenticated) return formatCartHash({ id, received, cart: null });
  const contents = toCartContents(cart);
  rememberCrossing({ id, isSent: true, lines: cart.items, couponCode: contents.couponCode });
  return formatCartHash({ id, received, cart: { ...contents, currency: currency.code } });
};

const toKey = (lines: readonly CrossedLine[]): string => lines.map(({ id, quantity }) => `${id} ${quantity}`).join();

/** Whether the other host would find this cart: a customer's is on the server, once its last change was sent. */
const isFoundThere = (store: ShopStore): boolean => {
  const { auth, cart } = store.getState();
  const synced = parseStoredCart(readStored(CART_KEY))?.synced;
  return !auth.isAuthenticated || (Boolean(synced) && toKey(cart.items) === toKey(synced?.items ?? []));
};

/** Waits for the cart to be saved, but no longer than a visitor does. */
const waitForSave = async (store: ShopStore): Promise<void> => {
  for (let waitedMs = 0; waitedMs < MAX_SAVE_MS && !isFoundThere(store); waitedMs += SAVE_POLL_MS)
    await new Promise((resolve) => setTimeout(resolve, SAVE_POLL_MS));
};

/** Where storefronts have hosts of their own: sends the cart along with visitors who go to another one. */
export const connectHosts = (store: ShopStore, routers: PageRouters, gateway: Pick<CartGateway, 'check'>): void => {
  if (arrived) void mergeArrival(store, gateway, arrived);
  else forgetAfterSignOut(store.getState());
  // On a host of its own no server sets it; the offline page reads it.
  document.cookie = `${STOREFRONT_COOKIE}=${store.getState().storefront.currentStore}; path=/; samesite=lax`;

  // Before the browser follows the link, in whichever way it was pressed.
  for (const press of ['click', 'auxclick'])
    document.addEventListener(
      press,
      (event) => {
        const { target } = event;
        const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href*="/api/handover?"]') : null;
        if (!link) return;
        link.hash = sendCart(store);
        const staysHere =
          !(event instanceof MouseEvent) || event.button > 0 || event.metaKey || event.ctrlKey || event.shiftKey;
        if (staysHere || isFoundThere(store)) return;
        event.preventDefault();
        event.stopPropagation();
        void waitForSave(store).then(() => window.location.assign(link.href));
      },
      true,
    );

  // A product or post of another storefront was opened here.
  let hasLeft = false;
  const follow = (): void => {
    const { storefront, site } = store.getState();
    const entry = site.elsewhere?.[storefront.currentStore];
    if (hasLeft || entry === undefined) return;
    hasLeft = true;
    const { navigation, location } = routers.getSnapshot().router.state;
    const { pathname, search } = navigation.location ?? location;
    const url = entry + encodeURIComponent(pathname + search) + sendCart(store);
    void waitForSave(store).then(() => {
      // The entry of a page that is already shown here would lead there again, not back.
      if (navigation.location) window.location.assign(url);
      else window.location.replace(url);
    });
  };
  store.subscribe(follow);
  follow();
  let { isAuthenticated } = store.getState().auth;
  store.subscribe(() => {
    const wasAuthenticated = isAuthenticated;
    isAuthenticated = store.getState().auth.isAuthenticated;
    if (wasAuthenticated && !isAuthenticated) forgetCrossings();
  });
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted && hasLeft) window.location.reload();
  });
};
