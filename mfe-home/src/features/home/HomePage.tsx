import { PageMeta } from '@shop/shared/connected/PageMeta';
import { paths } from '@shop/shared/navigation';
import { selectStorefront, useAppSelector } from '@shop/shared/state';
import { storefrontPages } from '../../storefronts';

/** The current storefront selects its home page (product.md 3.1). */
export function HomePage() {
  const { id, tagline, description } = useAppSelector(selectStorefront);
  const { Home } = storefrontPages[id];
  return (
    <>
      <PageMeta title={tagline} description={description} canonicalPath={paths.home} />
      <Home />
    </>
  );
}
