import type { Result } from '../api-client/apiClient';
import type { ProductDetail, ProductPage, ProductQuery } from '../contracts/products';

/** Where products come from: the API, or the sample data of SPEC 7. Chosen once, when the store is made. */
export interface ProductGateway {
  list(query: ProductQuery, signal?: AbortSignal): Promise<Result<ProductPage>>;
  /** A failure with code NOT_FOUND and the message 'Product not found' for an unknown id (SPEC 8). */
  detail(id: string, signal?: AbortSignal): Promise<Result<ProductDetail>>;
}
