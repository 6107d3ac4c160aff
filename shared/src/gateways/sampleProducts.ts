import type { Product } from '../contracts/products';

type SampleFields = Pick<Product, 'id' | 'name' | 'price' | 'originalPrice' | 'offer' | 'rating' | 'reviewCount' | 'category' | 'brand' | 'material' | 'stone' | 'color'>;

const sample = (fields: SampleFields): Product => ({
  ...fields,
  store: 'jewellery-store',
  sku: `SAMPLE-${fields.id}`,
  image: '',
  hoverImage: null,
  sellerName: 'Oriel Atelier',
  stock: 10,
  description: `${fields.name}, from the sample catalogue.`,
  categoryName: fields.category.charAt(0).toUpperCase() + fields.category.slice(1),
  brandName: fields.brand,
  popular: false,
  priceFrom: false,
  unit: null,
});

/** SPEC 9: six sample products, prices from 67.5 to 320. */
export const sampleProducts: readonly Product[] = [
  sample({ id: '1', name: 'Halo Diamond Ring', price: 320, originalPrice: 400, offer: 20, rating: 4.8, reviewCount: 126, category: 'rings', brand: 'tiffany', material: 'gold', stone: 'diamond', color: 'white' }),
  sample({ id: '2', name: 'Everyday Gold Hoops', price: 67.5, originalPrice: 90, offer: 25, rating: 4.4, reviewCount: 311, category: 'earrings', brand: 'cartier', material: 'gold', stone: '', color: 'yellow' }),
  sample({ id: '3', name: 'Moonlit Pearl Strand', price: 128.5, originalPrice: null, offer: 0, rating: 4.9, reviewCount: 203, category: 'necklaces', brand: 'pearl-elegance', material: 'silver', stone: 'silver-stone', color: 'white' }),
  sample({ id: '4', name: 'Riviera Tennis Bracelet', price: 298, originalPrice: null, offer: 0, rating: 4.7, reviewCount: 74, category: 'bracelets', brand: 'bulgari', material: 'gold', stone: 'diamond', color: 'white' }),
  sample({ id: '5', name: 'Open Silver Cuff', price: 88, originalPrice: null, offer: 0, rating: 4.1, reviewCount: 27, category: 'bracelets', brand: 'silver-styles', material: 'silver', stone: '', color: 'white' }),
  sample({ id: '6', name: 'Yellow Gold Solitaire', price: 296, originalPrice: null, offer: 0, rating: 4.6, reviewCount: 148, category: 'rings', brand: 'van-cleef', material: 'gold', stone: 'diamond', color: 'yellow' }),
];
