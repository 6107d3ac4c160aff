import { PageMeta } from '@shop/shared/connected/PageMeta';
import { JsonLd } from '@shop/shared/design-system/JsonLd';
import { paths } from '@shop/shared/navigation';
import { selectSiteOrigin, selectStorefront, useAppSelector } from '@shop/shared/state';
import { storefrontPages } from '../../storefronts';
import { homeData } from './homeData';

/** The current storefront selects its home page (product.md 3.1). */
export function HomePage() {
  const storefront = useAppSelector(selectStorefront);
  const origin = useAppSelector(selectSiteOrigin);
  const { Home, homeTitle } = storefrontPages[storefront.id];
  return (
    <>
      <PageMeta title={homeTitle} description={storefront.description} canonicalPath={paths.home} isInEachStorefront />
      <JsonLd data={homeData(storefront, origin)} />
      <Home />
    </>
  );
}
