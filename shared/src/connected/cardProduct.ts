import { DEFAULT_RATING, DEFAULT_REVIEWS_COUNT } from '@shop/contracts/constants';
import type { TopProduct } from '@shop/contracts/topProducts';
import type { CardProduct } from '../design-system/ProductCard/CardProduct';

export type { CardProduct } from '../design-system/ProductCard/CardProduct';

export const topProductToCard = (product: TopProduct): CardProduct => ({
  ...product,
  sellerName: product.seller_name ?? '',
  price: product.discounted_price,
  originalPrice: product.original_price,
  image: product.image_url,
  hoverImage: product.hover_image_url,
  categoryName: product.category_name,
  rating: product.rating ?? DEFAULT_RATING,
  reviewCount: product.reviews_count ?? DEFAULT_REVIEWS_COUNT,
  priceFrom: product.price_from,
  freshnessDays: product.freshness_days,
});
