import pearls from '../../pictures/collection-pearls.webp?widths=480,800';
import weddingRing from '../../pictures/jewellery-ring.webp?widths=480,960,1600';
import watch from '../../pictures/jewellery-watch.webp?widths=480,960,1600';
import { listingHref, paths } from '@shop/shared/navigation';
import { Brands } from './Brands';
import { JewelleryHero } from './JewelleryHero';
import { Promo } from './Promo';
import { PromoPair } from './PromoPair';
import { ShopByCategory } from './ShopByCategory';
import { TopProducts } from './TopProducts';

export function JewelleryHome() {
  return (
    <>
      <JewelleryHero />
      <ShopByCategory />
      <PromoPair band>
        <Promo
          label="New collection"
          title="Quiet pearls, for loud days"
          text="Freshwater pearls matched by hand and strung on silk, each one knotted so it never falls far."
          link={{ label: 'See the collection', href: listingHref({ brand: 'pearl-elegance' }) }}
          picture={pearls}
          wide
        />
      </PromoPair>
      <TopProducts />
      <PromoPair>
        <Promo
          label="Wedding rings"
          title="Made as a pair, worn for good"
          link={{ label: 'Explore wedding rings', href: listingHref({ q: 'wedding' }) }}
          picture={weddingRing}
          focus="end"
        />
        <Promo
          label="Luxury watches"
          title="Hand-wound, softly cased"
          link={{ label: 'Explore watches', href: paths.category('watches') }}
          picture={watch}
          focus="end"
        />
      </PromoPair>
      <Brands />
    </>
  );
}
