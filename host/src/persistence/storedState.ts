import type { CartItem, CartState, WishlistItem } from '@shop/shared/state';

/** Local storage key of the cart. */
export const CART_KEY = 'shop.cart';

type Fields = Readonly<Record<string, unknown>>;

/** More than any cart or wishlist has. With a longer one, every page would be slow. */
const MAX_CHARS = 200_000;

const parseJson = (text: string | null): unknown => {
  try {
    return text === null || text.length > MAX_CHARS ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
};

const isObject = (value: unknown): value is Fields => typeof value === 'object' && value !== null;
const isIntegerBetween = (value: unknown, min: number, max: number): boolean =>
  typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max;

/** Validated by hand: a schema validator would be larger than all of this code, on every first page. */
const isStoredProduct = (value: unknown): value is Fields =>
  isObject(value) &&
  ['id', 'name', 'image', 'category'].every((field) => typeof value[field] === 'string') &&
  typeof value['price'] === 'number' &&
  value['price'] >= 0 &&
  typeof value['rating'] === 'number';

const isCartItem = (value: unknown): value is CartItem =>
  isStoredProduct(value) &&
  (value['available'] === undefined || typeof value['available'] === 'number') &&
  isIntegerBetween(value['quantity'], 1, 99) &&
  typeof value['productId'] === 'string' &&
  (value['variantId'] === null || typeof value['variantId'] === 'string') &&
  (value['choices'] === undefined || isObject(value['choices']));

const isWishlistItem = (value: unknown): value is WishlistItem =>
  isStoredProduct(value) && typeof value['priceFrom'] === 'boolean';

const parseList = <T>(text: string | null, isItem: (value: unknown) => value is T): T[] | undefined => {
  const value = parseJson(text);
  return Array.isArray(value) && value.every(isItem) ? value : undefined;
};

const isCoupon = (value: unknown): value is CartState['coupon'] =>
  value === null ||
  (isObject(value) &&
    typeof value['code'] === 'string' &&
    (value['kind'] === 'percent' || value['kind'] === 'fixed') &&
    typeof value['amount'] === 'number' &&
    value['amount'] > 0 &&
    typeof value['minimum'] === 'number');

const isItems = (value: unknown): value is CartItem[] => Array.isArray(value) && value.every(isCartItem);

/** A cart in local storage. */
export interface StoredCart extends Pick<CartState, 'items' | 'coupon'> {
  /** Account id; null for a guest. */
  readonly owner: string | null;
  /** The server's last known state; null for guests and before the first response. */
  readonly synced: {
    readonly version: number;
    readonly items: readonly CartItem[];
    readonly couponCode: string | null;
    /** Items sent without a response yet. */
    readonly sent: readonly CartItem[] | null;
  } | null;
}

const isSynced = (value: unknown): value is StoredCart['synced'] =>
  value === null ||
  (isObject(value) &&
    typeof value['version'] === 'number' &&
    isItems(value['items']) &&
    (value['couponCode'] === null || typeof value['couponCode'] === 'string') &&
    (value['sent'] === null || isItems(value['sent'])));

/** Parses a stored cart. Visitors can edit storage, so anything invalid is ignored. */
export const parseStoredCart = (text: string | null): StoredCart | undefined => {
  const value = parseJson(text);
  if (!isObject(value)) return undefined;
  const { owner, items, coupon, synced } = value;
  const isOwner = owner === null || typeof owner === 'string';
  return isOwner && isItems(items) && isCoupon(coupon) && isSynced(synced)
    ? { owner, items, coupon, synced }
    : undefined;
};
export const parseStoredWishlist = (text: string | null): WishlistItem[] | undefined => parseList(text, isWishlistItem);
