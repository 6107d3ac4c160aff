import type { ContentCatalog } from '../ContentCatalog';
import { beverages } from './beverages';
import { dairy } from './dairy';
import { fruits } from './fruits';
import { grains } from './grains';
import { snacks } from './snacks';
import { vegetables } from './vegetables';

export const organic: ContentCatalog = {
  folder: 'organic',
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
};
