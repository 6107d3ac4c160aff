import type { KeptCart } from '@shop/contracts';
import { toCartContents, toCartItem, type CartItem, type CartState } from '@shop/shared/state';
import { mergeCarts } from './mergeCarts';
import type { StoredCart } from './storedState';

/** What the shopper sees in the cart. */
export type CartView = Pick<CartState, 'items' | 'coupon'>;
/** The server's last known state of the cart. */
export type SyncedCart = NonNullable<StoredCart['synced']>;

const serialize = (cart: CartView): string => JSON.stringify(toCartContents(cart));

export const haveSameContents = (a: CartView, b: CartView): boolean => serialize(a) === serialize(b);

const haveSameQuantities = (a: readonly CartItem[], b: readonly CartItem[]): boolean => {
  const serializeItems = (items: readonly CartItem[]): string =>
    JSON.stringify(items.map(({ id, quantity }) => [id, quantity]).sort());
  return serializeItems(a) === serializeItems(b);
};

/** True if the server has all of the cart. While another tab is still saving, its additions are not there yet. */
export const isSaved = (cart: CartView, synced: SyncedCart | null): boolean =>
  synced !== null &&
  serialize(cart) ===
    JSON.stringify({ ...toCartContents({ items: [...synced.items], coupon: null }), couponCode: synced.couponCode });

export const toSyncedCart = ({ version, lines, coupon }: KeptCart): SyncedCart => ({
  version,
  items: lines.map(toCartItem),
  couponCode: coupon?.code ?? null,
  sent: null,
});

/** Applies what the shopper changed since `synced` to the server's cart. */
export const applyLocalChanges = (
  { items, coupon }: CartView,
  synced: SyncedCart | null,
  saved: KeptCart,
  serverCart: SyncedCart,
): CartView => {
  const isCouponChanged = (coupon?.code ?? null) !== (synced?.couponCode ?? null);
  // The server may have our last save even if its response was lost; then that is the common base.
  const base = synced?.sent && haveSameQuantities(synced.sent, serverCart.items) ? synced.sent : (synced?.items ?? []);
  return { items: mergeCarts(base, items, serverCart.items), coupon: isCouponChanged ? coupon : saved.coupon };
};
