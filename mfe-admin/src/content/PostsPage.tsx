import { getPostKey, listStaffPosts, type PostState } from '@shop/contracts';
import { formatDay } from '@shop/shared/format';
import { ArrowLeft, CircleDashed, Globe, PencilLine, Plus } from 'lucide-react';
import { useState } from 'react';
import { Link, useParams } from 'react-router-dom';
import { PageHead } from '../frame/PageHead';
import { Pages } from '../list/Pages';
import { useAddress } from '../list/useAddress';
import { Button, ButtonLink } from '../parts/Button';
import { Chip } from '../parts/Chip';
import { Panel } from '../parts/Panel';
import { EmptyState, FailedState, LoadingRows } from '../parts/States';
import { StoreMark } from '../parts/StoreMark';
import { useLoaded } from '../useApi';
import { getDocumentPath } from './describeContent';
import { NewPostDialog } from './NewPostDialog';
import styles from './ContentPage.module.css';

/** Whether a post is in the blog, and whether it is being written. */
export function PostChips({ post }: { readonly post: { readonly shown: boolean; readonly draft: unknown } }) {
  return (
    <>
      {post.shown ? (
        <Chip icon={Globe} tone="live">
          Published
        </Chip>
      ) : (
        <Chip icon={CircleDashed} tone="line">
          Not in the blog
        </Chip>
      )}
      {post.draft !== null && (
        <Chip icon={PencilLine} tone="wait">
          Draft
        </Chip>
      )}
    </>
  );
}

function Row({ store, post }: { readonly store: string; readonly post: PostState }) {
  return (
    <li className={styles.row}>
      <Link to={getDocumentPath({ store, key: getPostKey(post.id) })}>{post.title}</Link>
      <span className={styles.chips}>
        <PostChips post={post} />
      </span>
      <span className={styles.when}>
        <time>{formatDay(post.time)}</time>
      </span>
    </li>
  );
}

/** The posts of a storefront's blog, newest first. */
export function PostsPage() {
  const { store = '' } = useParams();
  const { read, change } = useAddress();
  const cursor = read('cursor');
  const [isNew, setIsNew] = useState(false);
  const { value, failure, loading, reload } = useLoaded(
    listStaffPosts,
    { params: { store }, query: cursor === '' ? {} : { cursor } },
    `${store} ${cursor}`,
  );
  const posts = value?.data.items;
  return (
    <>
      <PageHead title="Posts" text="The blog. Shoppers see what is published." chips={<StoreMark store={store} />}>
        <ButtonLink tone="quiet" icon={ArrowLeft} to="/admin/content">
          Content
        </ButtonLink>
        <Button tone="primary" icon={Plus} onClick={() => setIsNew(true)}>
          New post
        </Button>
      </PageHead>
      {failure?.code === 'CONTENT_NOT_FOUND' ? (
        <EmptyState title="There is no such blog" text="Its address is mistyped." />
      ) : (
        failure && <FailedState failure={failure} onRetry={reload} />
      )}
      {!posts && loading && <LoadingRows count={8} />}
      {posts?.length === 0 && <EmptyState title="No posts yet" text="Write the first one." />}
      {posts && posts.length > 0 && (
        <Panel flush>
          <ul className={styles.rows}>
            {posts.map((post) => (
              <Row key={post.id} store={store} post={post} />
            ))}
          </ul>
        </Panel>
      )}
      <Pages
        cursor={cursor}
        next={value?.data.next ?? null}
        onCursor={(next) => change({ cursor: next }, { keepPage: true })}
      />
      {isNew && <NewPostDialog store={store} onClose={() => setIsNew(false)} />}
    </>
  );
}
