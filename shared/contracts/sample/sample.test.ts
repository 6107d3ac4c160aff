import type { Endpoint, RequestOf, ResponseOf } from '../endpoint';
import {
  getPost,
  getProduct,
  listPosts,
  listProducts,
  listProductsById,
  listRelatedProducts,
  listReviews,
  listTrendingProducts,
  login,
  sendContactMessage,
  suggest,
  writeReview,
  type Product,
  type ProductQuery,
} from '..';
import { createSampleFetch } from './createSampleFetch';

// The requirements for sample data (product.md 13). Nothing may use the network.
beforeEach(() => {
  jest.useFakeTimers({ now: new Date('2026-11-21T12:00:00Z') });
  jest.spyOn(globalThis, 'fetch').mockImplementation(() => {
    throw new Error('The sample source makes no network calls');
  });
});
afterEach(() => {
  expect(globalThis.fetch).not.toHaveBeenCalled();
  jest.restoreAllMocks();
  jest.useRealTimers();
});

/** What a request may have; the compiler checks it where the endpoint is known. */
interface Sent {
  readonly params?: object | undefined;
  readonly query?: object | undefined;
  readonly body?: unknown;
}
const request = async (
  { method, path }: Endpoint,
  { params = {}, query, body }: Sent,
  send = createSampleFetch(),
): Promise<Response> => {
  const filled = path.replace(/:(\w+)/g, (_, name: string) => String(Reflect.get(params, name)));
  const search = new URLSearchParams(query as Record<string, string> | undefined);
  const answer = send(`/api${filled}?${search}`, { method, ...(body ? { body: JSON.stringify(body) } : {}) });
  await jest.advanceTimersByTimeAsync(1_000);
  return answer;
};
const ask = async <E extends Endpoint>(
  endpoint: E,
  sent: RequestOf<E>,
  send?: typeof fetch,
): Promise<ResponseOf<E>> => {
  const response = await request(endpoint, sent, send);
  const body = (await response.json()) as ResponseOf<E> & { readonly message: string };
  if (!response.ok) throw new Error(body.message);
  return body;
};
const list = async (query: ProductQuery = {}) => (await ask(listProducts, { query })).data;
const listNames = async (query: ProductQuery): Promise<string[]> => (await list(query)).items.map(({ name }) => name);
const listIds = (products: readonly Product[]): string[] => products.map(({ id }) => id);

describe('simulated delays', () => {
  test.each([
    ['the list', 500, '/products'],
    ['a detail', 300, '/products/1'],
    ['categories', 200, '/categories'],
    ['brands', 200, '/brands'],
  ])('%s takes %d ms (product 13.1)', async (_what, milliseconds, path) => {
    const started = Date.now();
    const ended = createSampleFetch()(`/api${path}`).then(() => Date.now() - started);
    await jest.advanceTimersByTimeAsync(2_000);
    expect(await ended).toBe(milliseconds);
  });
});

describe('the sample products', () => {
  test('six, with prices from 67.5 to 320 (product 13.1)', async () => {
    const { items, total, pageSize } = await list();
    expect(total).toBe(6);
    expect(pageSize).toBe(12);
    const prices = items.map(({ price }) => price);
    expect([Math.min(...prices), Math.max(...prices)]).toEqual([67.5, 320]);
  });

  test('have the fields of a listing (product 4.10)', async () => {
    const [product] = (await list()).items;
    const fields = [
      'id',
      'name',
      'price',
      'originalPrice',
      'offer',
      'image',
      'sellerName',
      'rating',
      'reviewCount',
      'stock',
      'description',
      'category',
      'brand',
      'material',
      'stone',
      'color',
    ];
    expect(Object.keys(product ?? {})).toEqual(expect.arrayContaining(fields));
  });

  test.each([
    ['price-low', (a: Product, b: Product) => a.price <= b.price],
    ['price-high', (a: Product, b: Product) => a.price >= b.price],
    ['newest', (a: Product, b: Product) => Number(a.id) > Number(b.id)],
    ['rating', (a: Product, b: Product) => a.rating >= b.rating],
  ])('sort %s (product 4.3)', async (sort, inOrder) => {
    const { items } = await list({ sort });
    expect(items.every((product, index) => index === 0 || inOrder(items[index - 1] ?? product, product))).toBe(true);
  });

  test('featured keeps the original order, as does any unknown value', async () => {
    expect(listIds((await list({ sort: 'featured' })).items)).toEqual(['1', '2', '3', '4', '5', '6']);
    expect(listIds((await list({ sort: 'nonsense' })).items)).toEqual(['1', '2', '3', '4', '5', '6']);
  });

  test('the rating filter compares the floor of the rating (product 4.6)', async () => {
    expect(await listNames({ rating: '4' })).not.toContain('Open Silver Cuff'); // 3.9
    expect(await listNames({ rating: '3' })).toContain('Open Silver Cuff');
    expect(await listNames({ rating: '5' })).toEqual([]); // the floor of 4.9 is 4
  });

  test('the price span is 0 to 5000 by default, its maximum applied only below 5000 (product 4.5)', async () => {
    expect((await list()).facets.price).toEqual({ min: 0, max: 5_000 });
    expect((await list({ maxPrice: '5000' })).total).toBe(6);
    expect(await listNames({ minPrice: '67.5', maxPrice: '88' })).toEqual(['Everyday Gold Hoops', 'Open Silver Cuff']);
    expect(await listNames({ minPrice: '88', maxPrice: '67.5' })).toEqual(['Everyday Gold Hoops', 'Open Silver Cuff']);
    expect((await list({ minPrice: 'abc', maxPrice: '' })).total).toBe(6);
  });

  test.each([
    ['name', 'HOOPS', 'Everyday Gold Hoops'],
    ['SKU', ' sample-1 ', 'Halo Diamond Ring'],
    ['description', 'sample catalog', 'Halo Diamond Ring'],
    ['category', 'necklaces', 'Moonlit Pearl Strand'],
    ['brand', 'van-cleef', 'Yellow Gold Solitaire'],
    ['material', 'Silver', 'Open Silver Cuff'],
    ['stone', 'silver-stone', 'Moonlit Pearl Strand'],
    ['color', 'yellow', 'Everyday Gold Hoops'],
  ])('search matches the %s, ignoring case', async (_field, q, found) => {
    expect(await listNames({ q })).toContain(found);
  });

  test('offers=true returns only products with an offer', async () => {
    const { items, facets } = await list({ offers: 'true' });
    expect(items.every(({ offer }) => offer > 0)).toBe(true);
    expect(items).toHaveLength(facets.offers);
  });

  test('combines values of a filter with OR, and filters with AND', async () => {
    expect(await listNames({ category: 'rings,earrings' })).toHaveLength(3);
    expect(await listNames({ category: 'rings', color: 'white' })).toEqual(['Halo Diamond Ring']);
  });

  test('a page past the end returns the last one', async () => {
    expect((await list({ page: '99' })).page).toBe(1);
  });
});

test('the filter values, each with its count (product 13.3)', async () => {
  const { facets } = await list();
  const values = (facet: 'category' | 'brand' | 'material' | 'stone' | 'color' | 'rating') =>
    facets[facet]?.map(({ value }) => value);
  expect(values('category')).toEqual(['rings', 'necklaces', 'earrings', 'bracelets']);
  expect(values('brand')).toEqual([
    'tiffany',
    'cartier',
    'bulgari',
    'van-cleef',
    'pearl-elegance',
    'gold-masters',
    'silver-styles',
  ]);
  expect(values('material')).toEqual(['silver', 'gold']);
  expect(values('stone')).toEqual(['diamond', 'silver-stone']);
  expect(values('color')).toEqual(['white', 'yellow']);
  expect(values('rating')).toEqual(['5', '4', '3', '2', '1']);
  expect(facets.category.find(({ value }) => value === 'bracelets')?.count).toBe(2);
  expect(facets.brand.find(({ value }) => value === 'gold-masters')?.count).toBe(0);
});

describe('the detail', () => {
  const detail = async (id: string) => (await ask(getProduct, { params: { id } })).data;

  test('adds images, reviews, specifications, relatedProducts, shortDescription and features', async () => {
    const fields = ['images', 'reviews', 'specifications', 'relatedProducts', 'shortDescription', 'features'];
    expect(Object.keys(await detail('1'))).toEqual(expect.arrayContaining(fields));
  });

  test('has two pictures, the first of which is that of the listing (product 13.5)', async () => {
    for (const { id, image } of (await list()).items)
      expect((await detail(id)).images.map(({ url }) => url)).toEqual([image, expect.stringMatching(/webp/)]);
  });

  test('has at most four related products, never itself (product 5.9)', async () => {
    const { relatedProducts } = await detail('2');
    expect(relatedProducts).toHaveLength(4);
    expect(listIds(relatedProducts)).not.toContain('2');
  });

  test("an unknown id is 'Product not found'", async () => {
    await expect(detail('7')).rejects.toThrow('Product not found');
  });
});

describe('the fixed lists of the product page', () => {
  test('five related items, one with a price from (product 13.2)', async () => {
    const { data } = await ask(listRelatedProducts, { params: { id: '1' } });
    expect(data).toHaveLength(5);
    expect(data.filter(({ priceFrom }) => priceFrom)).toHaveLength(1);
  });

  test('always one recently viewed item (product 13.2)', async () => {
    const none = await ask(listProductsById, { query: {} });
    expect(none.data).toHaveLength(1);
    expect(await ask(listProductsById, { query: { ids: '1,2,3' } })).toEqual(none);
  });
});

test('trending has two pages with the same products (product 13.5)', async () => {
  const { data: first } = await ask(listTrendingProducts, { query: { page: '1' } });
  const { data: second } = await ask(listTrendingProducts, { query: { page: '2' } });
  expect(first).toMatchObject({ page: 1, pageCount: 2 });
  expect(second).toEqual({ ...first, page: 2 });
});

test('a review lasts as long as the page and changes the average', async () => {
  const send = createSampleFetch();
  const [params, query] = [{ id: '5' }, { sort: 'newest', page: '1' }];
  const { data: before } = await ask(listReviews, { params, query }, send);
  const { data: after } = await ask(writeReview, { params, body: { rating: 1, comment: ' Too small ' } }, send);
  expect(after.items[0]).toMatchObject({
    userName: 'You',
    rating: 1,
    comment: 'Too small',
    date: expect.stringMatching(/^2026-11-21T12:00/),
  });
  expect(after.reviewCount).toBe(before.reviewCount + 1);
  expect(after.rating).toBeLessThan(before.rating);
  expect((await ask(listReviews, { params, query }, send)).data).toEqual(after);
});

test('suggests sample products and categories', async () => {
  const { data } = await ask(suggest, { query: { q: 'ring' } });
  expect(data.categories.map(({ slug }) => slug)).toEqual(['rings', 'earrings']);
  expect(data.products.map(({ name }) => name)).toContain('Halo Diamond Ring');
});

test('what has no sample data is refused', async () => {
  const body = { email: 'ada@example.com', password: 'correct horse' };
  await expect(ask(login, { body })).rejects.toThrow('This needs the real shop: this is sample data.');
});

describe('blog and contact', () => {
  test('six posts on one page, newest first (product 13.4)', async () => {
    const { data } = await ask(listPosts, { query: { page: '1' } });
    expect(data).toMatchObject({ total: 6, page: 1, pageSize: 6 });
    expect(data.items.map(({ time }) => time)).toEqual([...data.items.map(({ time }) => time)].sort().reverse());
    for (const { id, title } of data.items)
      expect((await ask(getPost, { params: { id } })).data).toMatchObject({ title });
    const missing = await request(getPost, { params: { id: 'no-such' } });
    expect(missing.status).toBe(404);
    expect(await missing.json()).toMatchObject({ message: 'Post not found' });
  });

  test('the contact form only logs, without personal data (product 13.2)', async () => {
    const log = jest.spyOn(console, 'log').mockImplementation(() => undefined);
    const body = {
      store: 'jewellery-store',
      name: 'Ada',
      email: 'ada@example.com',
      subject: 'Resizing',
      message: 'Hello',
    } as const;
    expect((await ask(sendContactMessage, { body })).message).toBe('Message Sent (Placeholder)');
    expect(log).toHaveBeenCalledTimes(1);
    expect(JSON.stringify(log.mock.calls)).not.toContain('ada@example.com');
  });
});
