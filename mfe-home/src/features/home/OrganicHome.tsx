import { DeliveryStrip } from './DeliveryStrip';
import { OrganicHero } from './OrganicHero';
import { OrganicTiles } from './OrganicTiles';
import { Story } from './Story';
import { TopProducts } from './TopProducts';

/** SPEC 2's organic home, and below it what the same parts can show. */
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
