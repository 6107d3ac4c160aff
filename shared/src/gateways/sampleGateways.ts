import type { Result } from '../api-client/apiClient';
import { PRODUCTS_PER_PAGE } from '../contracts/constants';
import type { FacetValue, Product, ProductDetail, ProductPage, ProductQuery } from '../contracts/products';
import type { CheckoutGateway } from './CheckoutGateway';
import type { ProductGateway } from './ProductGateway';
import { sampleProducts } from './sampleProducts';

// SPEC 7: simulated delays, no network.
const LIST_DELAY_MS = 500;
const DETAIL_DELAY_MS = 300;
const MOST_RELATED = 4;

const wait = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));
const succeed = <T>(value: T): Result<T> => ({ ok: true, value });
const refuse = (message: string, code: string, status: number): Result<never> => ({
  ok: false,
  failure: { message, code, status, fields: {}, body: undefined },
});

type Facet = 'category' | 'brand' | 'material' | 'stone' | 'color';

const countFacet = (facet: Facet): FacetValue[] => {
  const counts = new Map<string, number>();
  for (const product of sampleProducts) if (product[facet]) counts.set(product[facet], (counts.get(product[facet]) ?? 0) + 1);
  return [...counts].map(([value, count]) => ({ value, label: value, count }));
};

const matches = (product: Product, query: ProductQuery): boolean => {
  const oneOf = (chosen: string | undefined, value: string): boolean => !chosen || chosen.split(',').includes(value);
  const searched = [product.name, product.description, product.category, product.brand, product.material, product.stone, product.color];
  return (
    searched.some((text) => text.toLowerCase().includes((query.q ?? '').toLowerCase())) &&
    oneOf(query.category, product.category) &&
    oneOf(query.brand, product.brand) &&
    oneOf(query.material, product.material) &&
    oneOf(query.stone, product.stone) &&
    oneOf(query.color, product.color) &&
    Math.floor(product.rating) >= Number(query.rating ?? 0) &&
    product.price >= Number(query.minPrice ?? 0) &&
    product.price <= Number(query.maxPrice ?? Infinity) &&
    (query.offers !== 'true' || product.offer > 0)
  );
};

/** SPEC 7's listing and detail: six sample products. */
export const createSampleProductGateway = (): ProductGateway => ({
  async list(query) {
    await wait(LIST_DELAY_MS);
    const items = sampleProducts.filter((product) => matches(product, query));
    const facets: ProductPage['facets'] = {
      category: countFacet('category'),
      brand: countFacet('brand'),
      material: countFacet('material'),
      stone: countFacet('stone'),
      color: countFacet('color'),
      rating: [5, 4, 3, 2, 1].map((stars) => ({
        value: String(stars),
        label: `${stars} and up`,
        count: sampleProducts.filter(({ rating }) => Math.floor(rating) >= stars).length,
      })),
      offers: sampleProducts.filter(({ offer }) => offer > 0).length,
      price: { min: 67.5, max: 320 },
    };
    return succeed({ items, total: items.length, totalRelation: 'exact', page: 1, pageSize: PRODUCTS_PER_PAGE, next: null, facets });
  },
  async detail(id) {
    await wait(DETAIL_DELAY_MS);
    const product = sampleProducts.find((candidate) => candidate.id === id);
    if (!product) return refuse('Product not found', 'PRODUCT_NOT_FOUND', 404);
    const detail: ProductDetail = {
      ...product,
      images: [],
      shortDescription: product.description,
      features: ['From the sample catalogue'],
      specifications: [],
      variants: [],
      variantLabel: '',
      storeFeatures: {},
      reviews: [],
      relatedProducts: sampleProducts.filter(({ id: other }) => other !== id).slice(0, MOST_RELATED),
    };
    return succeed(detail);
  },
});

/** Without a back end nothing can be ordered, and the shopper is told so. */
export const createSampleCheckoutGateway = (): CheckoutGateway => ({
  placeOrder: async () => refuse('Orders need the real shop: this is sample data.', 'SAMPLE_DATA', 0),
  order: async () => refuse('Orders need the real shop: this is sample data.', 'SAMPLE_DATA', 0),
});
