import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox';
import { MAX_WISHLIST_ITEMS } from './constants';
import { Closed, defineEndpoint } from './endpoint';
import { OptionalMeasure } from './measure';

/** A wishlist product with its current price and stock. */
export const WishlistEntry = Type.Object({
  id: Type.String(),
  name: Type.String(),
  image: Type.String(),
  price: Type.Number(),
  /** The category's name. */
  category: Type.String(),
  rating: Type.Number(),
  priceFrom: Type.Boolean(),
  /** Absent from older releases. */
  stock: Type.Optional(Type.Integer()),
  measure: OptionalMeasure,
});
export type WishlistEntry = Static<typeof WishlistEntry>;

const WishlistResponse = Type.Object({
  status: Type.Literal(true),
  message: Type.String(),
  data: Type.Array(WishlistEntry),
});
const ProductId = Type.String({ minLength: 1, maxLength: 128 });

export const listWishlist = defineEndpoint({
  method: 'GET',
  path: '/wishlist',
  access: 'customer',
  response: WishlistResponse,
  failureMessage: 'Failed to fetch your wishlist',
});

export const addToWishlist = defineEndpoint({
  method: 'POST',
  path: '/wishlist',
  access: 'customer',
  body: Closed({ product_ids: Type.Array(ProductId, { minItems: 1, maxItems: MAX_WISHLIST_ITEMS }) }),
  response: WishlistResponse,
  failureMessage: 'Failed to save your wishlist',
});

export const removeFromWishlist = defineEndpoint({
  method: 'DELETE',
  path: '/wishlist/:id',
  access: 'customer',
  params: Type.Object({ id: ProductId }),
  response: WishlistResponse,
  failureMessage: 'Failed to save your wishlist',
});
