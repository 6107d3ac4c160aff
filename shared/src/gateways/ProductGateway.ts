import type { Result } from '../api-client/apiClient';
import type { Brand } from '@shop/contracts/brands';
import type { Category } from '@shop/contracts/categories';
import type { Product, ProductDetail, ProductPage, ProductQuery } from '@shop/contracts/products';
import type { Review, ReviewPage, ReviewSort } from '@shop/contracts/reviews';
import type { Suggestions } from '@shop/contracts/search';
import type { StorefrontSlug } from '@shop/contracts/storefront';
import type { CategoriesWithProducts, CategoryProducts, TrendingPage } from '@shop/contracts/topProducts';

export interface ReviewQuery {
  readonly sort: ReviewSort;
  readonly page: number;
}

/** Source of products: the API or sample data (product.md 13.1). Chosen once, when the store is created. */
export interface ProductGateway {
  /** Whether only customers can write reviews. */
  readonly reviewsNeedSignIn: boolean;
  list(query: ProductQuery, signal?: AbortSignal): Promise<Result<ProductPage>>;
  /** Fails with 'Product not found' for an unknown id (product.md 5.7). */
  detail(id: string, signal?: AbortSignal): Promise<Result<ProductDetail>>;
  /** Returns the products shown below a product. */
  related(id: string, signal?: AbortSignal): Promise<Result<Product[]>>;
  /** Returns those of the browser's recently viewed products to show. */
  recentlyViewed(ids: readonly string[], signal?: AbortSignal): Promise<Result<Product[]>>;
  reviews(id: string, query: ReviewQuery, signal?: AbortSignal): Promise<Result<ReviewPage>>;
  /** Returns the newest reviews, including the new one unless it waits for a check. */
  writeReview(id: string, review: Pick<Review, 'rating' | 'comment'>): Promise<Result<ReviewPage>>;
  /** Returns the customer's own review while it waits for a check. */
  waitingReview(id: string): Promise<Result<Review | null>>;
  suggest(store: StorefrontSlug, q: string, signal?: AbortSignal): Promise<Result<Suggestions>>;
  categories(store: StorefrontSlug): Promise<Result<Category[]>>;
  brands(store: StorefrontSlug): Promise<Result<Brand[]>>;
  topProducts(store: StorefrontSlug, category: string): Promise<Result<CategoryProducts>>;
  /** Returns the categories with products, and the top products of the first one. */
  categoriesWithProducts(store: StorefrontSlug): Promise<Result<CategoriesWithProducts>>;
  /** Returns exchange rates by currency code, in units per dollar. */
  currencyRates(): Promise<Result<Readonly<Record<string, number>>>>;
  trending(store: StorefrontSlug, page: number): Promise<Result<TrendingPage>>;
}
