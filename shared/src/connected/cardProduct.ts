import { DEFAULT_RATING, DEFAULT_REVIEWS_COUNT } from '../contracts/constants';
import type { TopProduct } from '../contracts/topProducts';
import type { CardProduct } from '../design-system/ProductCard/CardProduct';

export type { CardProduct } from '../design-system/ProductCard/CardProduct';

export const topProductToCard = (product: TopProduct): CardProduct => ({
  id: product.id,
  sku: product.sku,
  sellerName: product.seller_name ?? '',
  name: product.name,
  price: product.discounted_price,
  originalPrice: product.original_price,
  offer: product.offer,
  image: product.image_url,
  hoverImage: product.hover_image_url,
  category: product.category,
  categoryName: product.category_name,
  rating: product.rating ?? DEFAULT_RATING,
  reviewCount: product.reviews_count ?? DEFAULT_REVIEWS_COUNT,
  popular: product.popular,
  stock: product.stock,
  priceFrom: product.price_from,
  unit: product.unit,
});
