import { EVERY_STORE, listContent, type ContentKey, type ContentState } from '@shop/contracts';
import { useAppSelector } from '@shop/shared/state';
import { CircleDashed, Globe, PencilLine } from 'lucide-react';
import { Link } from 'react-router-dom';
import { PageHead } from '../frame/PageHead';
import { Chip } from '../parts/Chip';
import { formatInstant, formatWhen } from '../parts/formatWhen';
import { Panel } from '../parts/Panel';
import { FailedState, LoadingRows } from '../parts/States';
import { StoreMark } from '../parts/StoreMark';
import { useLoaded } from '../useApi';
import { getDocumentPath, getPostsPath, listPages, PAGE_NAMES } from './describeContent';
import styles from './ContentPage.module.css';

/** What state a page is in. */
export function ContentChips({ state }: { readonly state: Pick<ContentState, 'draft' | 'published'> | undefined }) {
  return (
    <>
      {state?.published ? (
        <Chip icon={Globe} tone="live">
          Published
        </Chip>
      ) : (
        <Chip icon={CircleDashed} tone="line">
          As designed
        </Chip>
      )}
      {state?.draft && (
        <Chip icon={PencilLine} tone="wait">
          Draft
        </Chip>
      )}
    </>
  );
}

function Row({ store, pageKey, state }: { store: string; pageKey: ContentKey; state: ContentState | undefined }) {
  const last = state?.draft ?? state?.published;
  return (
    <li className={styles.row}>
      <Link to={getDocumentPath({ store, key: pageKey })}>{PAGE_NAMES[pageKey]}</Link>
      <span className={styles.chips}>
        <ContentChips state={state} />
      </span>
      <span className={styles.when}>
        {last && (
          <>
            {last.by}, <time title={formatInstant(last.at)}>{formatWhen(last.at)}</time>
          </>
        )}
      </span>
    </li>
  );
}

/** Home pages, texts and menus, each with its state. */
export function ContentPage() {
  const known = useAppSelector(({ storefront }) => storefront.storeConfig);
  const { value, failure, loading, reload } = useLoaded(listContent, {}, '');
  const pages = listPages(Object.values(known).map(({ slug }) => slug));
  const find = (store: string, key: ContentKey): ContentState | undefined =>
    value?.data.find((state) => state.store === store && state.key === key);
  const stores = [...new Set(pages.map(({ store }) => store))];
  return (
    <>
      <PageHead
        title="Content"
        text="Every word and picture of the shop’s own pages, and the words of its mails. Shoppers see what is published."
      />
      {failure && <FailedState failure={failure} onRetry={reload} />}
      {!value && loading && <LoadingRows count={8} />}
      {value && (
        <div className={styles.groups}>
          {stores.map((store) => (
            <Panel key={store} flush>
              <h2 className={styles.store}>
                {Object.values(known).some(({ slug }) => slug === store) ? (
                  <StoreMark store={store} />
                ) : (
                  'Both storefronts'
                )}
              </h2>
              <ul className={styles.rows}>
                {pages
                  .filter((page) => page.store === store)
                  .map(({ key }) => (
                    <Row key={key} store={store} pageKey={key} state={find(store, key)} />
                  ))}
                {store !== EVERY_STORE && (
                  <li className={styles.row}>
                    <Link to={getPostsPath(store)}>Posts</Link>
                  </li>
                )}
              </ul>
            </Panel>
          ))}
        </div>
      )}
    </>
  );
}
