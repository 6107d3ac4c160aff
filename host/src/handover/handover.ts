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
import { formatCartHash, parseCartHash, type ArrivedCart } from './cartHash';

/** Local storage key of the lines that were last handed over, in either direction: the base of the next merge. */
const CROSSED_KEY = 'shop.cart.crossed';

type CrossedLine = Pick<CartItem, 'id' | 'quantity'>;

const FAILED = notify('Your cart could not be brought along. Reload this page to try again.', 'alert');

const isCrossedLine = (value: unknown): value is CrossedLine =>
  typeof value === 'object' && value !== null && 'id' in value && 'quantity' in value;

const readCrossed = (): CrossedLine[] => {
  try {
    const lines: unknown = JSON.parse(readStored(CROSSED_KEY) ?? '[]');
    return Array.isArray(lines) ? lines.filter(isCrossedLine) : [];
  } catch {
    return []; // visitors can edit storage
  }
};
const writeCrossed = (lines: readonly CrossedLine[]): void =>
  void writeStored(
    CROSSED_KEY,
    lines.map(({ id, quantity }) => ({ id, quantity })),
  );

/** Links of other sites must not change a cart. */
const isFromShop = ({ site: { elsewhere = {} } }: RootState): boolean =>
  Object.values(elsewhere).some((entry) => document.referrer.startsWith(`${new URL(entry).origin}/`));

const takeFromAddress = (store: ShopStore): ArrivedCart | null => {
  const { hash, pathname, search } = window.location;
  window.history.replaceState(window.history.state, '', pathname + search);
  const state = store.getState();
  if (!isFromShop(state)) return null;
  const stored = parseStoredCart(readStored(CART_KEY));
  if (state.auth.isAuthenticated && stored?.owner === null) {
    writeStored(CART_KEY, { ...stored, items: mergeCarts(readCrossed(), stored.items, []) });
    writeCrossed([]);
  }
  return parseCartHash(hash);
};

let arrived: ArrivedCart | null = null;

/**
 * Takes the cart from the page's address. Call it before the stored cart is restored: a guest's cart that came from
 * the other host must not be added to the account's again after signing in there.
 */
export const readArrival = (store: ShopStore): ArrivedCart | null => (arrived = takeFromAddress(store));

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
  cart: ArrivedCart,
): Promise<void> => {
  if (cart.currency !== store.getState().currency.code) void store.dispatch(currencyChosen(cart.currency));
  const result = cart.items.length > 0 ? await gateway.check(cart) : undefined;
  if (result && !result.ok) {
    window.history.replaceState(window.history.state, '', formatCartHash(cart));
    store.dispatch(FAILED);
    return;
  }
  await waitForCart(store);
  const lines = result?.value?.lines.map(toCartItem) ?? [];
  store.dispatch(cartRestored(mergeCarts(readCrossed(), store.getState().cart.items, lines)));
  if (result?.value?.coupon) store.dispatch(cartCouponSet(result.value.coupon));
  writeCrossed(lines);
};

/** Where storefronts have hosts of their own: sends the cart along with visitors who go to another one. */
export const connectHosts = (store: ShopStore, routers: PageRouters, gateway: Pick<CartGateway, 'check'>): void => {
  if (arrived) void mergeArrival(store, gateway, arrived);
  // On a host of its own no server sets it; the offline page reads it.
  document.cookie = `${STOREFRONT_COOKIE}=${store.getState().storefront.currentStore}; path=/; samesite=lax`;

  const sendCart = (): string => {
    const { auth, cart, currency } = store.getState();
    if (auth.isAuthenticated) return formatCartHash(null);
    writeCrossed(cart.items);
    return formatCartHash({ ...toCartContents(cart), currency: currency.code });
  };

  // Before the browser follows the link, in whichever way it was pressed.
  for (const press of ['click', 'auxclick'])
    document.addEventListener(
      press,
      ({ target }) => {
        const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href*="/api/handover?"]') : null;
        if (link) link.hash = sendCart();
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
    window.location.assign(entry + encodeURIComponent(pathname + search) + sendCart());
  };
  store.subscribe(follow);
  follow();
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted && hasLeft) window.location.reload();
  });
};
