import type { Brand } from '@shop/contracts/brands';
import type { Category } from '@shop/contracts/categories';
import type { AttributeId, FacetId } from '@shop/contracts/facets';
import type { Product, ProductDetail } from '@shop/contracts/products';
import type { TopProduct } from '@shop/contracts/topProducts';
import halo from './pictures/ring-halo-1.webp?widths=360,720';
import haloSide from './pictures/ring-halo-2.webp?widths=360,720';
import hoops from './pictures/earrings-hoops-1.webp?widths=360,720';
import hoopsClose from './pictures/earrings-hoops-2.webp?widths=360,720';
import strand from './pictures/necklace-pearl-strand-1.webp?widths=360,720';
import strandSide from './pictures/necklace-pearl-strand-2.webp?widths=360,720';
import tennis from './pictures/bracelet-tennis-1.webp?widths=360,720';
import tennisSide from './pictures/bracelet-tennis-2.webp?widths=360,720';
import cuff from './pictures/bracelet-cuff-1.webp?widths=360,720';
import cuffSide from './pictures/bracelet-cuff-2.webp?widths=360,720';
import solitaire from './pictures/ring-solitaire-yellow-1.webp?widths=360,720';
import solitaireSide from './pictures/ring-solitaire-yellow-2.webp?widths=360,720';

type SampleFields = Pick<
  Product,
  'id' | 'name' | 'price' | 'originalPrice' | 'offer' | 'rating' | 'reviewCount' | FacetId
>;

const PICTURE_WIDTH_PX = 720;

const toTitle = (slug: string): string =>
  slug
    .split('-')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ');

const createProduct = ([front, other]: readonly [typeof halo, typeof halo], fields: SampleFields): Product => ({
  ...fields,
  store: 'jewellery-store',
  sku: `SAMPLE-${fields.id}`,
  image: front.src,
  hoverImage: other.src,
  sellerName: 'Oriel Atelier',
  stock: 10,
  description: `${fields.name}, from the sample catalog.`,
  categoryName: toTitle(fields.category),
  brandName: toTitle(fields.brand),
  popular: false,
  priceFrom: false,
  unit: null,
});

/** product.md 13.1: six sample products, prices from 67.5 to 320; the last is the newest. */
export const sampleProducts: readonly Product[] = [
  createProduct([halo, haloSide], {
    id: '1',
    name: 'Halo Diamond Ring',
    price: 320,
    originalPrice: 400,
    offer: 20,
    rating: 4.8,
    reviewCount: 126,
    category: 'rings',
    brand: 'tiffany',
    material: 'gold',
    stone: 'diamond',
    color: 'white',
  }),
  createProduct([hoops, hoopsClose], {
    id: '2',
    name: 'Everyday Gold Hoops',
    price: 67.5,
    originalPrice: 90,
    offer: 25,
    rating: 4.4,
    reviewCount: 311,
    category: 'earrings',
    brand: 'cartier',
    material: 'gold',
    stone: 'none',
    color: 'yellow',
  }),
  createProduct([strand, strandSide], {
    id: '3',
    name: 'Moonlit Pearl Strand',
    price: 128.5,
    originalPrice: null,
    offer: 0,
    rating: 4.9,
    reviewCount: 203,
    category: 'necklaces',
    brand: 'pearl-elegance',
    material: 'silver',
    stone: 'silver-stone',
    color: 'white',
  }),
  createProduct([tennis, tennisSide], {
    id: '4',
    name: 'Riviera Tennis Bracelet',
    price: 298,
    originalPrice: null,
    offer: 0,
    rating: 4.7,
    reviewCount: 74,
    category: 'bracelets',
    brand: 'bulgari',
    material: 'gold',
    stone: 'diamond',
    color: 'white',
  }),
  createProduct([cuff, cuffSide], {
    id: '5',
    name: 'Open Silver Cuff',
    price: 88,
    originalPrice: null,
    offer: 0,
    rating: 3.9,
    reviewCount: 27,
    category: 'bracelets',
    brand: 'silver-styles',
    material: 'silver',
    stone: 'none',
    color: 'white',
  }),
  createProduct([solitaire, solitaireSide], {
    id: '6',
    name: 'Yellow Gold Solitaire',
    price: 296,
    originalPrice: null,
    offer: 0,
    rating: 4.6,
    reviewCount: 148,
    category: 'rings',
    brand: 'van-cleef',
    material: 'gold',
    stone: 'diamond',
    color: 'yellow',
  }),
];

/** Values of the filters. */
export const sampleFilterValues: Readonly<
  Record<'category' | 'brand', readonly string[]> & Partial<Record<AttributeId, readonly string[]>>
> = {
  category: ['rings', 'necklaces', 'earrings', 'bracelets'],
  brand: ['tiffany', 'cartier', 'bulgari', 'van-cleef', 'pearl-elegance', 'gold-masters', 'silver-styles'],
  material: ['silver', 'gold'],
  stone: ['diamond', 'silver-stone'],
  color: ['white', 'yellow'],
};

export const sampleCategories: readonly Category[] = sampleFilterValues.category.map((slug) => ({
  slug,
  name: toTitle(slug),
  image: sampleProducts.find(({ category }) => category === slug)?.image ?? '',
}));
export const sampleBrands: readonly Brand[] = sampleFilterValues.brand.map((slug, index) => ({
  id: index + 1,
  slug,
  name: toTitle(slug),
  logo: '',
}));
export const toSampleLabel = toTitle;

/** product.md 13.2: five fixed items under every product, one of them with a price that starts with 'From'. */
export const sampleRelated: readonly Product[] = sampleProducts
  .slice(1)
  .map((product) => ({ ...product, priceFrom: product.id === '6' }));

/** product.md 13.2: a fixed list of one product. */
export const sampleRecentlyViewed: readonly Product[] = sampleProducts.slice(2, 3);

/** Returns the additional fields of a product's detail (product.md 5.3). */
export const toSampleDetail = (
  product: Product,
): Pick<ProductDetail, 'images' | 'shortDescription' | 'description' | 'features' | 'specifications'> => ({
  images: [product.image, product.hoverImage ?? ''].map((url, index) => ({
    url,
    alt: `${product.name}, picture ${index + 1}`,
    width: PICTURE_WIDTH_PX,
    height: PICTURE_WIDTH_PX,
  })),
  shortDescription: product.description,
  description: `${product.name}.\nFrom the sample catalog.`,
  features: ['From the sample catalog', 'Delivered in a box'],
  specifications: [],
});

/** Returns the sample products of a category, or all, for the home page. */
export const listSampleTopProducts = (category?: string): TopProduct[] =>
  sampleProducts
    .filter((product) => category === undefined || product.category === category)
    .map((product) => ({
      id: product.id,
      name: product.name,
      discounted_price: product.price,
      image_url: product.image,
      rating: product.rating,
      reviews_count: product.reviewCount,
      is_featured: product.popular,
      original_price: product.originalPrice,
      offer: product.offer,
      category: product.category,
      category_name: product.categoryName,
      hover_image_url: product.hoverImage,
      sku: product.sku,
      seller_name: product.sellerName,
      stock: product.stock,
      popular: product.popular,
      price_from: product.priceFrom,
      unit: product.unit,
    }));
