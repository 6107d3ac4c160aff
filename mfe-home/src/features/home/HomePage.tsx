import { PageMeta } from '@shop/shared/connected/PageMeta';
import { paths } from '@shop/shared/navigation';
import { selectStorefront, useAppSelector } from '@shop/shared/state';
import type { StorefrontId } from '@shop/shared/storefronts';
import type { ComponentType } from 'react';
import { JewelleryHome } from './JewelleryHome';
import { OrganicHome } from './OrganicHome';

const homes = { jewellery: JewelleryHome, organic: OrganicHome } satisfies Record<StorefrontId, ComponentType>;

/** The current storefront selects its home page (product.md 3.1). */
export function HomePage() {
  const { id, tagline, description } = useAppSelector(selectStorefront);
  const Home = homes[id];
  return (
    <>
      <PageMeta title={tagline} description={description} canonicalPath={paths.home} />
      <Home />
    </>
  );
}
