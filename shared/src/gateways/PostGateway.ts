import type { Result } from '../api-client/apiClient';
import type { PostDetail, PostPage } from '@shop/contracts/posts';
import type { StorefrontSlug } from '@shop/contracts/storefront';

/** Source of blog posts. */
export interface PostGateway {
  list(store: StorefrontSlug, page: number, signal?: AbortSignal): Promise<Result<PostPage>>;
  /** Fails with 'Post not found' for an unknown id. */
  detail(id: string, signal?: AbortSignal): Promise<Result<PostDetail>>;
}
