import type { Result } from '../api-client/apiClient';
import type { Brand } from '../contracts/brands';
import type { Category } from '../contracts/categories';
import type { Product, ProductDetail, ProductPage, ProductQuery } from '../contracts/products';
import type { Review, ReviewPage, ReviewSort } from '../contracts/reviews';
import type { Suggestions } from '../contracts/search';
import type { StorefrontSlug } from '../contracts/storefront';
import type { CategoriesWithProducts, CategoryProducts, TrendingPage } from '../contracts/topProducts';

export interface ReviewQuery {
  readonly sort: ReviewSort;
  readonly page: number;
}

/** Where products come from: the API, or the sample data (product.md 13.1). Chosen once, when the store is made. */
export interface ProductGateway {
  /** Whether a review is somebody's who is signed in. */
  readonly reviewsNeedSignIn: boolean;
  list(query: ProductQuery, signal?: AbortSignal): Promise<Result<ProductPage>>;
  /** A failure with the message 'Product not found' for an unknown id (product.md 5.7). */
  detail(id: string, signal?: AbortSignal): Promise<Result<ProductDetail>>;
  /** What is shown under a product. */
  related(id: string, signal?: AbortSignal): Promise<Result<Product[]>>;
  /** What is shown as recently viewed, of the products that this browser remembers. */
  recentlyViewed(ids: readonly string[], signal?: AbortSignal): Promise<Result<Product[]>>;
  reviews(id: string, query: ReviewQuery, signal?: AbortSignal): Promise<Result<ReviewPage>>;
  /** Answers the newest reviews with the written one. */
  writeReview(id: string, review: Pick<Review, 'rating' | 'comment'>): Promise<Result<ReviewPage>>;
  suggest(store: StorefrontSlug, q: string, signal?: AbortSignal): Promise<Result<Suggestions>>;
  categories(store: StorefrontSlug): Promise<Result<Category[]>>;
  brands(store: StorefrontSlug): Promise<Result<Brand[]>>;
  /** The top products of one category. */
  topProducts(store: StorefrontSlug, category: string): Promise<Result<CategoryProducts>>;
  /** The categories that have products, and the top products of the one selected first. */
  categoriesWithProducts(store: StorefrontSlug): Promise<Result<CategoriesWithProducts>>;
  /** Rates of the currencies prices can be shown in, by code: units for a dollar. */
  currencyRates(): Promise<Result<Readonly<Record<string, number>>>>;
  trending(store: StorefrontSlug, page: number): Promise<Result<TrendingPage>>;
}
