import market from '../../pictures/about-market.webp?widths=480,960,1600';
import fruit from '../../pictures/collection-fruit.webp?widths=480,800';
import { paths } from '@shop/shared/navigation';
import { OrganicHero } from './OrganicHero';
import { OrganicTiles } from './OrganicTiles';
import { Promo } from './Promo';
import { PromoPair } from './PromoPair';
import { TopProducts } from './TopProducts';

export function OrganicHome() {
  return (
    <>
      <OrganicHero />
      <OrganicTiles />
      <TopProducts />
      <PromoPair>
        <Promo
          label="From the growers"
          title="Why our carrots are crooked"
          text="Straight carrots need sieved soil. Ours grow around stones, and taste better for the effort."
          link={{ label: 'About Furrow', href: paths.about }}
          picture={market}
        />
        <Promo label="In season" title="Fruit, picked ripe" link={{ label: 'See all fruits', href: paths.category('fruits') }} picture={fruit} />
      </PromoPair>
    </>
  );
}
