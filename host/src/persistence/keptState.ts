import type { CartItem, WishlistItem } from '@shop/shared/state';

type Fields = Readonly<Record<string, unknown>>;

const parse = (text: string | null): unknown => {
  try {
    return text === null ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
};

const isObject = (value: unknown): value is Fields => typeof value === 'object' && value !== null;
const isWholeBetween = (value: unknown, min: number, max: number): boolean =>
  typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max;

/** Checked by hand: a schema checker would weigh more than everything it reads here, on every first page. */
const isKeptProduct = (value: unknown): value is Fields =>
  isObject(value) &&
  ['id', 'name', 'image', 'category'].every((field) => typeof value[field] === 'string') &&
  typeof value['price'] === 'number' &&
  value['price'] >= 0 &&
  typeof value['rating'] === 'number';

const isCartItem = (value: unknown): value is CartItem =>
  isKeptProduct(value) &&
  isWholeBetween(value['quantity'], 1, 99) &&
  typeof value['productId'] === 'string' &&
  (value['variantId'] === null || typeof value['variantId'] === 'string');

const isWishlistItem = (value: unknown): value is WishlistItem => isKeptProduct(value) && typeof value['priceFrom'] === 'boolean';

const parseList = <T>(text: string | null, isItem: (value: unknown) => value is T): T[] | undefined => {
  const value = parse(text);
  return Array.isArray(value) && value.every(isItem) ? value : undefined;
};

/** Storage is the shopper's to edit and older releases' to have written: what does not fit is not taken. */
export const parseKeptCart = (text: string | null): CartItem[] | undefined => parseList(text, isCartItem);
export const parseKeptWishlist = (text: string | null): WishlistItem[] | undefined => parseList(text, isWishlistItem);
