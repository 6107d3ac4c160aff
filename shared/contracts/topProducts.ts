import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox';
import { Category } from './categories';
import { CATEGORIES_WITH_PRODUCTS_FAILURE, CATEGORY_PRODUCTS_FAILURE, TRENDING_FAILURE } from './catalogFailures';
import { defineEndpoint, Nullable, UnlessFalse } from './endpoint';
import { OptionalMeasure } from './measure';
import { StorefrontQuery, StorefrontSlug } from './storefront';

/**
 * A product on the home pages. The first seven fields are those of product.md 3.6; the others are for product cards.
 */
export const TopProduct = Type.Object({
  id: Type.String(),
  name: Type.String(),
  /** Current price in dollars. */
  discounted_price: Type.Number(),
  image_url: Type.String(),
  /** Defaults to DEFAULT_RATING and DEFAULT_REVIEWS_COUNT. */
  rating: Type.Optional(Type.Number()),
  reviews_count: Type.Optional(Type.Integer()),
  is_featured: Type.Boolean(),
  /** Price before the offer, in dollars; null without an offer. */
  original_price: Nullable(Type.Number()),
  /** Percent off, 0 without an offer. */
  offer: Type.Integer(),
  category: Type.String(),
  category_name: Type.String(),
  hover_image_url: Nullable(Type.String()),
  sku: Type.String(),
  /** Optional, because during a deployment the API may not send it yet. */
  seller_name: Type.Optional(Type.String()),
  stock: Type.Integer(),
  popular: Type.Boolean(),
  /** True if there are variants to choose from: shown as "From $x" with 'Select options'. */
  price_from: Type.Boolean(),
  /** Pack size such as "500 g"; null if there is none. */
  unit: Nullable(Type.String()),
  freshness_days: Type.Optional(Nullable(Type.Integer())),
  measure: OptionalMeasure,
});
export type TopProduct = Static<typeof TopProduct>;

export const CategoryProducts = Type.Object({
  products: Type.Array(TopProduct),
  category: Type.Object({ slug: Type.String(), name: Type.String() }),
});
export type CategoryProducts = Static<typeof CategoryProducts>;

export const CategoriesWithProducts = Type.Object({
  categories: Type.Array(Category),
  products: Type.Array(TopProduct),
  selected_category_slug: Type.String(),
});
export type CategoriesWithProducts = Static<typeof CategoriesWithProducts>;

export const TrendingPage = Type.Object({
  products: Type.Array(TopProduct),
  page: Type.Integer(),
  pageCount: Type.Integer(),
});
export type TrendingPage = Static<typeof TrendingPage>;

export const listCategoryProducts = defineEndpoint({
  method: 'GET',
  isPublic: true,
  path: '/category-products',
  access: 'anyone',
  query: Type.Object({ store: Type.Optional(StorefrontSlug), category: Type.Optional(Type.String({ maxLength: 64 })) }),
  response: Type.Object({
    success: Type.Literal(true),
    data: CategoryProducts,
    message: Type.String(),
  }),
  accepts: Type.Object({ success: UnlessFalse, data: CategoryProducts }),
  failureMessage: CATEGORY_PRODUCTS_FAILURE,
});

export const listCategoriesWithProducts = defineEndpoint({
  method: 'GET',
  isPublic: true,
  path: '/categories-with-products',
  access: 'anyone',
  query: StorefrontQuery,
  response: Type.Object({
    success: Type.Literal(true),
    data: CategoriesWithProducts,
    message: Type.String(),
  }),
  accepts: Type.Object({ success: UnlessFalse, data: CategoriesWithProducts }),
  failureMessage: CATEGORIES_WITH_PRODUCTS_FAILURE,
});

/** A separate endpoint, so that the four calls of product.md 11.3 stay as they are. */
export const listTrendingProducts = defineEndpoint({
  method: 'GET',
  isPublic: true,
  path: '/trending-products',
  access: 'anyone',
  query: Type.Object({ store: Type.Optional(StorefrontSlug), page: Type.Optional(Type.String()) }),
  response: Type.Object({
    success: Type.Literal(true),
    data: TrendingPage,
    message: Type.String(),
  }),
  failureMessage: TRENDING_FAILURE,
});
