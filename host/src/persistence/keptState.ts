import type { CartItem, WishlistItem } from '@shop/shared/state';
import * as Type from '@sinclair/typebox';
import { Check } from '@sinclair/typebox/value';

const KeptProduct = {
  id: Type.String(),
  name: Type.String(),
  image: Type.String(),
  price: Type.Number({ minimum: 0 }),
  category: Type.String(),
  rating: Type.Number(),
};

const KeptCart = Type.Array(
  Type.Object({
    ...KeptProduct,
    quantity: Type.Integer({ minimum: 1, maximum: 99 }),
    productId: Type.String(),
    variantId: Type.Union([Type.String(), Type.Null()]),
  }),
);
const KeptWishlist = Type.Array(Type.Object({ ...KeptProduct, priceFrom: Type.Boolean() }));

const parse = (text: string | null): unknown => {
  try {
    return text === null ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** Storage is the shopper's to edit and older releases' to have written: what does not fit is not taken. */
export const parseKeptCart = (text: string | null): CartItem[] | undefined => {
  const value = parse(text);
  return Check(KeptCart, value) ? value : undefined;
};

export const parseKeptWishlist = (text: string | null): WishlistItem[] | undefined => {
  const value = parse(text);
  return Check(KeptWishlist, value) ? value : undefined;
};
