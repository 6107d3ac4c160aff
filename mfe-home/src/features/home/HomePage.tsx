import { PageMeta } from '@shop/shared/connected/PageMeta';
import { paths } from '@shop/shared/navigation';
import { selectStorefront, useAppSelector } from '@shop/shared/state';
import { storefrontPages } from '../../storefronts';
import { LostNote } from './LostNote';

/** The current storefront selects its home page (product.md 3.1). */
export function HomePage() {
  const { id, description } = useAppSelector(selectStorefront);
  const { Home, homeTitle } = storefrontPages[id];
  return (
    <>
      <PageMeta title={homeTitle} description={description} canonicalPath={paths.home} isInEachStorefront />
      <LostNote />
      <Home />
    </>
  );
}
