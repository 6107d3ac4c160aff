import { PageMeta } from '@shop/shared/connected/PageMeta';
import { ButtonLink } from '@shop/shared/design-system/Button';
import { EmptyState } from '@shop/shared/design-system/EmptyState';
import { ErrorPanel } from '@shop/shared/design-system/ErrorPanel';
import { Skeleton } from '@shop/shared/design-system/Skeleton';
import { Wrap } from '@shop/shared/design-system/Wrap';
import { paths } from '@shop/shared/navigation';
import { useAppDispatch, useAppSelector } from '@shop/shared/state';
import { SearchX } from 'lucide-react';
import { useParams, useSearchParams } from 'react-router-dom';
import { fetchPost, POST_NOT_FOUND_TEXT, selectPosts } from './postsSlice';
import { PostView } from './PostView';

/** /blog/:postId: the post or an error. */
export function PostPage() {
  const { postId = '' } = useParams();
  const [search] = useSearchParams();
  const { openId, post, postError, loading } = useAppSelector(selectPosts);
  const dispatch = useAppDispatch();
  const error = openId === postId ? postError : null;

  if (error === POST_NOT_FOUND_TEXT) {
    return (
      <Wrap>
        <PageMeta title={POST_NOT_FOUND_TEXT} noIndex />
        <EmptyState
          headingLevel={1}
          icon={SearchX}
          title={POST_NOT_FOUND_TEXT}
          text="It may have been removed, or the link is wrong."
        >
          <ButtonLink to={paths.blog}>See all posts</ButtonLink>
        </EmptyState>
      </Wrap>
    );
  }
  if (error !== null) {
    return (
      <Wrap>
        <PageMeta title="Blog" noIndex />
        <ErrorPanel
          headingLevel={1}
          title={`Failed to load post: ${error}`}
          retrying={loading}
          onRetry={() => void dispatch(fetchPost({ id: postId, draft: search.get('draft') }))}
        />
      </Wrap>
    );
  }
  if (post?.id !== postId) {
    return (
      <Wrap>
        <div aria-busy="true">
          <Skeleton shape="box" />
        </div>
      </Wrap>
    );
  }
  return <PostView key={post.id} post={post} />;
}
