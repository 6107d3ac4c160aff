import type { ContentCatalog } from '../ContentCatalog';
import { bracelets } from './bracelets';
import { earrings } from './earrings';
import { necklaces } from './necklaces';
import { rings } from './rings';
import { watches } from './watches';

export const jewellery: ContentCatalog = {
  folder: 'jewellery',
  sellerName: 'Oriel Atelier',
  categories: [
    { slug: 'rings', name: 'Rings', picture: 'ring-solitaire-yellow' },
    { slug: 'necklaces', name: 'Necklaces', picture: 'necklace-pearl-strand' },
    { slug: 'earrings', name: 'Earrings', picture: 'earrings-hoops' },
    { slug: 'bracelets', name: 'Bracelets', picture: 'bracelet-tennis' },
    { slug: 'watches', name: 'Watches', picture: 'watch-dress' },
  ],
  brands: [
    { slug: 'pearl-elegance', name: 'Pearl Elegance' },
    { slug: 'gold-masters', name: 'Gold Masters' },
    { slug: 'silver-styles', name: 'Silver Styles' },
    { slug: 'tiffany', name: 'Tiffany' },
    { slug: 'cartier', name: 'Cartier' },
    { slug: 'bulgari', name: 'Bulgari' },
    { slug: 'van-cleef', name: 'Van Cleef' },
    { slug: 'maison-vey', name: 'Maison Vey' },
    { slug: 'northlight', name: 'Northlight' },
    { slug: 'ostara', name: 'Ostara' },
  ],
  products: [...rings, ...necklaces, ...earrings, ...bracelets, ...watches],
};
