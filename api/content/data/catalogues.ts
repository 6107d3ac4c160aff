import { SELLER_NAMES } from '../../src/modules/catalogue/sellerNames';
import { bracelets } from './jewellery/bracelets';
import { earrings } from './jewellery/earrings';
import { necklaces } from './jewellery/necklaces';
import { rings } from './jewellery/rings';
import { watches } from './jewellery/watches';
import { beverages } from './organic/beverages';
import { dairy } from './organic/dairy';
import { fruits } from './organic/fruits';
import { grains } from './organic/grains';
import { snacks } from './organic/snacks';
import { vegetables } from './organic/vegetables';
import type { ContentProduct } from './ContentProduct';

export interface ContentCatalogue {
  readonly store: 'jewellery-store' | 'organic-store';
  /** Folder of the pictures. */
  readonly pictures: string;
  readonly sellerName: string;
  /** In display order; `picture` names the product whose picture represents the category. */
  readonly categories: readonly { readonly slug: string; readonly name: string; readonly picture: string }[];
  readonly brands: readonly { readonly slug: string; readonly name: string }[];
  readonly products: readonly ContentProduct[];
}

export const catalogues: readonly ContentCatalogue[] = [
  {
    store: 'jewellery-store',
    pictures: 'jewellery',
    sellerName: SELLER_NAMES['jewellery-store'],
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
  },
  {
    store: 'organic-store',
    pictures: 'organic',
    sellerName: SELLER_NAMES['organic-store'],
    categories: [
      { slug: 'fruits', name: 'Fruits', picture: 'strawberries' },
      { slug: 'vegetables', name: 'Vegetables', picture: 'carrots' },
      { slug: 'dairy', name: 'Dairy', picture: 'milk' },
      { slug: 'grains', name: 'Grains', picture: 'bread' },
      { slug: 'snacks', name: 'Snacks', picture: 'almonds' },
      { slug: 'beverages', name: 'Beverages', picture: 'orange-juice' },
    ],
    brands: [
      { slug: 'hedgerow-farm', name: 'Hedgerow Farm' },
      { slug: 'orchard-lane', name: 'Orchard Lane' },
      { slug: 'sun-and-soil', name: 'Sun and Soil' },
      { slug: 'glasshouse-nine', name: 'Glasshouse Nine' },
      { slug: 'north-pasture', name: 'North Pasture' },
      { slug: 'alp-and-rind', name: 'Alp and Rind' },
      { slug: 'mill-and-stone', name: 'Mill and Stone' },
      { slug: 'slow-oven', name: 'Slow Oven' },
      { slug: 'nut-and-husk', name: 'Nut and Husk' },
      { slug: 'leaf-and-kettle', name: 'Leaf and Kettle' },
    ],
    products: [...fruits, ...vegetables, ...dairy, ...grains, ...snacks, ...beverages],
  },
];
