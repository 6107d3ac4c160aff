import type { CartItem, CartState, WishlistItem } from '@shop/shared/state';

/** Where this browser keeps the cart. */
export const CART_KEY = 'shop.cart';

type Fields = Readonly<Record<string, unknown>>;

const parseJson = (text: string | null): unknown => {
  try {
    return text === null ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
};

const isObject = (value: unknown): value is Fields => typeof value === 'object' && value !== null;
const isIntegerBetween = (value: unknown, min: number, max: number): boolean =>
  typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max;

/** Checked by hand: a schema checker would weigh more than everything it reads here, on every first page. */
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
  (value['variantId'] === null || typeof value['variantId'] === 'string');

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

/** A cart as this browser keeps it. */
export interface StoredCart extends Pick<CartState, 'items' | 'coupon'> {
  /** The account's id; null for a guest's. */
  readonly owner: string | null;
  /** What the server had of it when it was last heard of; null for a guest's, and until then. */
  readonly synced: {
    readonly version: number;
    readonly items: readonly CartItem[];
    readonly couponCode: string | null;
    /** What was sent and not answered yet. */
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

/** Storage is the shopper's to edit and older releases' to have written: what does not fit is not taken. */
export const parseStoredCart = (text: string | null): StoredCart | undefined => {
  const value = parseJson(text);
  if (isItems(value)) return { owner: null, items: value, coupon: null, synced: null }; // as releases before kept it
  if (!isObject(value)) return undefined;
  const { owner, items, coupon, synced } = value;
  const isOwner = owner === null || typeof owner === 'string';
  return isOwner && isItems(items) && isCoupon(coupon) && isSynced(synced)
    ? { owner, items, coupon, synced }
    : undefined;
};
export const parseStoredWishlist = (text: string | null): WishlistItem[] | undefined => parseList(text, isWishlistItem);
