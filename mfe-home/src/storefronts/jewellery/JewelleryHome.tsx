import weddingRing from '../../pictures/ring-wedding-yellow-1.webp?widths=320,640,960';
import dressWatch from '../../pictures/watch-dress-1.webp?widths=320,640,960';
import { VisuallyHidden } from '@shop/shared/design-system/VisuallyHidden';
import { buildListingHref, paths } from '@shop/shared/navigation';
import { selectStorefront, useAppSelector } from '@shop/shared/state';
import { Brands } from '../../features/home/Brands';
import { HeroSlider } from '../../features/home/HeroSlider';
import { NewCollection } from '../../features/home/NewCollection';
import { Promo } from '../../features/home/Promo';
import { PromoPair } from '../../features/home/PromoPair';
import { ServiceBanners } from '../../features/home/ServiceBanners';
import { ShopByCategory } from '../../features/home/ShopByCategory';
import { TopProducts } from '../../features/home/TopProducts';
import { Trending } from '../../features/home/Trending';

/** product.md 3.2. Its heading is visually hidden: the visible ones change with the slides. */
export function JewelleryHome() {
  const { name, tagline } = useAppSelector(selectStorefront);
  return (
    <>
      <VisuallyHidden as="h1">
        {name}: {tagline}
      </VisuallyHidden>
      <HeroSlider />
      <ShopByCategory />
      <NewCollection />
      <TopProducts layout="rail" />
      <PromoPair label="Wedding rings and luxury watches">
        <Promo
          label="Wedding rings"
          title="Made as a pair, worn for good"
          link={{ label: 'Explore wedding rings', href: buildListingHref({ q: 'wedding' }) }}
          picture={weddingRing}
        />
        <Promo
          label="Luxury watches"
          title="Hand-wound, softly cased"
          link={{ label: 'Explore watches', href: paths.category('watches') }}
          picture={dressWatch}
        />
      </PromoPair>
      <Trending />
      <Brands />
      <ServiceBanners />
    </>
  );
}
