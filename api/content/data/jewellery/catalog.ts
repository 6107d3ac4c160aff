import type { ContentCatalog } from '../ContentCatalog';
import { bracelets } from './bracelets';
import { earrings } from './earrings';
import { engagementRings } from './engagementRings';
import { necklaces } from './necklaces';
import { signetAndPearlRings } from './signetAndPearlRings';
import { watches } from './watches';
import { weddingRings } from './weddingRings';

export const jewellery: ContentCatalog = {
  folder: 'jewellery',
  categories: [
    { slug: 'rings', name: 'Rings', picture: 'ring-solitaire-yellow' },
    { slug: 'necklaces', name: 'Necklaces', picture: 'necklace-pearl-strand' },
    { slug: 'earrings', name: 'Earrings', picture: 'earrings-hoops' },
    { slug: 'bracelets', name: 'Bracelets', picture: 'bracelet-tennis' },
    { slug: 'watches', name: 'Watches', picture: 'watch-dress' },
  ],
  brands: [
    { slug: 'pearl-elegance', name: 'Tidewell Pearls' },
    { slug: 'gold-masters', name: 'Fenn & Daughters' },
    { slug: 'silver-styles', name: 'Alder Row' },
    { slug: 'tiffany', name: 'Linden & Wray' },
    { slug: 'cartier', name: 'Hollis Marr' },
    { slug: 'bulgari', name: 'Tarn & Fallow' },
    { slug: 'van-cleef', name: 'Sable Quay' },
    { slug: 'maison-vey', name: 'Maison Vey' },
    { slug: 'northlight', name: 'Northlight & Hale' },
    { slug: 'ostara', name: 'Ostara Vane' },
  ],
  products: [
    ...engagementRings,
    ...weddingRings,
    ...signetAndPearlRings,
    ...necklaces,
    ...earrings,
    ...bracelets,
    ...watches,
  ],
};
