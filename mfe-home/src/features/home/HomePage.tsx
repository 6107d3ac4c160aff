import type { HomeDocument } from '@shop/contracts';
import { PageMeta } from '@shop/shared/connected/PageMeta';
import { ErrorPanel } from '@shop/shared/design-system/ErrorPanel';
import { Skeleton } from '@shop/shared/design-system/Skeleton';
import { VisuallyHidden } from '@shop/shared/design-system/VisuallyHidden';
import { Wrap } from '@shop/shared/design-system/Wrap';
import { paths } from '@shop/shared/navigation';
import { selectStorefront, useAppSelector } from '@shop/shared/state';
import { storefrontDocuments } from '@shop/shared/storefronts/documents';
import { usePublished } from '../../parts/usePublished';
import { LostNote } from './LostNote';
import { Sections } from './Sections';

/** These show the page's heading. */
const WITH_HEADING: readonly string[] = ['banner', 'welcome'];

/** The current storefront's home page (product.md 3.1), as staff have published it or as it was compiled. */
export function HomePage() {
  const { id, name, tagline, description } = useAppSelector(selectStorefront);
  const { document, isLoading, error, retry } = usePublished<HomeDocument>('home');
  const { title, sections } = document ?? storefrontDocuments[id].home;
  const hasHeading = sections.some(({ kind, hidden }) => hidden !== true && WITH_HEADING.includes(kind));
  return (
    <>
      <PageMeta title={title} description={description} canonicalPath={paths.home} isInEachStorefront />
      <LostNote />
      {!hasHeading && (
        <VisuallyHidden as="h1">
          {name}: {tagline}
        </VisuallyHidden>
      )}
      {error !== null ? (
        <Wrap>
          <ErrorPanel title={`Failed to load the page: ${error}`} onRetry={retry} />
        </Wrap>
      ) : isLoading ? (
        <Wrap>
          <Skeleton shape="card" />
        </Wrap>
      ) : (
        <Sections sections={sections} />
      )}
    </>
  );
}
