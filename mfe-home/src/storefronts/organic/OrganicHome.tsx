import { DeliveryStrip } from '../../features/home/DeliveryStrip';
import { OrganicHero } from './OrganicHero';
import { OrganicTiles } from './OrganicTiles';
import { Story } from './Story';
import { TopProducts } from '../../features/home/TopProducts';

/** The organic home page (product.md 3.10), followed by sections shared with the jewelry home. */
export function OrganicHome() {
  return (
    <>
      <OrganicHero />
      <OrganicTiles />
      <DeliveryStrip />
      <TopProducts layout="grid" link="See everything in season" />
      <Story />
    </>
  );
}
