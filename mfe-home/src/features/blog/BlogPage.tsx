import { PageMeta } from '@shop/shared/connected/PageMeta';
import { POSTS_PER_PAGE } from '@shop/contracts/constants';
import { Breadcrumb } from '@shop/shared/design-system/Breadcrumb';
import { ErrorPanel } from '@shop/shared/design-system/ErrorPanel';
import { PageHead } from '@shop/shared/design-system/PageHead';
import { Pagination } from '@shop/shared/design-system/Pagination';
import { Skeleton } from '@shop/shared/design-system/Skeleton';
import { Wrap } from '@shop/shared/design-system/Wrap';
import { paths } from '@shop/shared/navigation';
import { selectStorefront, useAppDispatch, useAppSelector } from '@shop/shared/state';
import { useSearchParams } from 'react-router-dom';
import { storefrontPages } from '../../storefronts';
import { PostCard } from './PostCard';
import { PostGrid } from './PostGrid';
import { fetchPosts, selectPosts } from './postsSlice';
import { readPage } from './readPage';
import { useFocusOnPageChange } from './useFocusOnPageChange';

const SKELETONS = Array.from({ length: POSTS_PER_PAGE }, (_, index) => index);
const FIRST_ROW = 1;

/** product.md 10.1: six posts per page, newest first. */
export function BlogPage() {
  const { id, slug } = useAppSelector(selectStorefront);
  const { blogLead } = storefrontPages[id];
  const { list, listError, loading } = useAppSelector(selectPosts);
  const dispatch = useAppDispatch();
  const [params] = useSearchParams();
  const page = readPage(params);
  const head = useFocusOnPageChange(page);
  const pageCount = list ? Math.ceil(list.total / list.pageSize) : 0;
  const buildPageHref = (number: number): string => (number === 1 ? paths.blog : `${paths.blog}?page=${number}`);

  return (
    <Wrap>
      <PageMeta
        title={page > 1 ? `Blog, page ${page}` : 'Blog'}
        description={blogLead}
        canonicalPath={buildPageHref(page)}
        isInEachStorefront
      />
      <Breadcrumb items={[{ label: 'Home', href: paths.home }, { label: 'Blog' }]} />
      <div ref={head}>
        <PageHead title="Blog" text={blogLead} />
      </div>
      {listError !== null ? (
        <ErrorPanel
          title={`Failed to load posts: ${listError}`}
          retrying={loading}
          onRetry={() => void dispatch(fetchPosts({ store: slug, page }))}
        />
      ) : (
        <PostGrid busy={!list}>
          {list
            ? list.items.map((post, index) => <PostCard key={post.id} post={post} priority={index < FIRST_ROW} />)
            : SKELETONS.map((index) => <Skeleton key={index} shape="box" />)}
        </PostGrid>
      )}
      <Pagination
        page={list?.page ?? page}
        pageCount={pageCount}
        buildHref={buildPageHref}
        label="Blog pages"
        isAlwaysShown
      />
    </Wrap>
  );
}
