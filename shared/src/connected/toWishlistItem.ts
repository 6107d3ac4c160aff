import type { WishlistItem } from '@shop/shared/state';
import type { Product } from '@shop/contracts/products';

/** Converts a product to what `wishlistItemAdded` adds. */
export const toWishlistItem = ({
  id,
  name,
  image,
  price,
  categoryName: category,
  rating,
  priceFrom,
  stock,
  measure,
}: Pick<
  Product,
  'id' | 'name' | 'image' | 'price' | 'categoryName' | 'rating' | 'priceFrom' | 'stock' | 'measure'
>): WishlistItem => ({ id, name, image, price, category, rating, priceFrom, stock, measure });
