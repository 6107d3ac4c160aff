import type { Product, ProductQuery } from '@shop/contracts/products';
import type { ProductGateway } from './ProductGateway';
import { createSampleGateways, createSampleProductGateway } from './sampleGateways';

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

const settle = async <T>(promise: Promise<T>): Promise<T> => {
  await jest.advanceTimersByTimeAsync(1_000);
  return promise;
};
const list = async (query: ProductQuery = {}) => {
  const result = await settle(createSampleProductGateway().list(query));
  if (!result.ok) throw new Error(result.failure.message);
  return result.value;
};
const listNames = async (query: ProductQuery): Promise<string[]> => (await list(query)).items.map(({ name }) => name);
const listIds = (products: readonly Product[]): string[] => products.map(({ id }) => id);

describe('simulated delays', () => {
  const measureDelay = async (call: (gateway: ProductGateway) => Promise<unknown>): Promise<number> => {
    const started = Date.now();
    const ended = call(createSampleProductGateway()).then(() => Date.now() - started);
    await jest.advanceTimersByTimeAsync(2_000);
    return ended;
  };
  test.each<[string, number, (gateway: ProductGateway) => Promise<unknown>]>([
    ['the list', 500, (gateway) => gateway.list({})],
    ['a detail', 300, (gateway) => gateway.detail('1')],
    ['categories', 200, (gateway) => gateway.categories('jewellery-store')],
    ['brands', 200, (gateway) => gateway.brands('jewellery-store')],
  ])('%s takes %d ms (product 13.1)', async (_what, milliseconds, call) => {
    expect(await measureDelay(call)).toBe(milliseconds);
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
  const detail = (id: string) => settle(createSampleProductGateway().detail(id));

  test('adds images, reviews, specifications, relatedProducts, shortDescription and features', async () => {
    const result = await detail('1');
    expect(result.ok && Object.keys(result.value)).toEqual(
      expect.arrayContaining([
        'images',
        'reviews',
        'specifications',
        'relatedProducts',
        'shortDescription',
        'features',
      ]),
    );
  });

  test('has two pictures, the first of which is that of the listing (product 13.5)', async () => {
    for (const { id, image } of (await list()).items) {
      const result = await detail(id);
      expect(result.ok && result.value.images.map(({ url }) => url)).toEqual([image, expect.stringMatching(/webp/)]);
    }
  });

  test('has at most four related products, never itself (product 5.9)', async () => {
    const result = await detail('2');
    expect(result.ok && result.value.relatedProducts).toHaveLength(4);
    expect(result.ok && listIds(result.value.relatedProducts)).not.toContain('2');
  });

  test("an unknown id is 'Product not found'", async () => {
    const result = await detail('7');
    expect(!result.ok && result.failure.message).toBe('Product not found');
  });
});

describe('the fixed lists of the product page', () => {
  test('five related items, one with a price from (product 13.2)', async () => {
    const result = await createSampleProductGateway().related('1');
    expect(result.ok && result.value).toHaveLength(5);
    expect(result.ok && result.value.filter(({ priceFrom }) => priceFrom)).toHaveLength(1);
  });

  test('always one recently viewed item (product 13.2)', async () => {
    const gateway = createSampleProductGateway();
    const [none, some] = await Promise.all([gateway.recentlyViewed([]), gateway.recentlyViewed(['1', '2', '3'])]);
    expect(none.ok && none.value).toHaveLength(1);
    expect(some).toEqual(none);
  });
});

test('trending has two pages with the same products (product 13.5)', async () => {
  const gateway = createSampleProductGateway({ wait: async () => undefined });
  const [first, second] = await Promise.all([1, 2].map((page) => gateway.trending('jewellery-store', page)));
  expect(first).toMatchObject({ ok: true, value: { page: 1, pageCount: 2 } });
  expect(second).toEqual({ ...first, value: { ...(first?.ok ? first.value : undefined), page: 2 } });
});

test('a review lasts as long as the page and changes the average', async () => {
  const gateway = createSampleProductGateway();
  const before = await gateway.reviews('5', { sort: 'newest', page: 1 });
  const after = await gateway.writeReview('5', { rating: 1, comment: ' Too small ' });
  if (!before.ok || !after.ok) throw new Error('The sample source failed');
  expect(after.value.items[0]).toEqual({
    userName: 'You',
    rating: 1,
    comment: 'Too small',
    date: '2026-11-21T12:00:00.000Z',
  });
  expect(after.value.reviewCount).toBe(before.value.reviewCount + 1);
  expect(after.value.rating).toBeLessThan(before.value.rating);
});

test('suggests sample products and categories', async () => {
  const result = await createSampleProductGateway().suggest('jewellery-store', 'ring');
  expect(result.ok && result.value.categories.map(({ slug }) => slug)).toEqual(['rings', 'earrings']);
  expect(result.ok && result.value.products.map(({ name }) => name)).toContain('Halo Diamond Ring');
});

describe('blog and contact', () => {
  const { posts, contact } = createSampleGateways();

  test('six posts on one page, newest first (product 13.4)', async () => {
    const result = await posts.list('jewellery-store', 1);
    if (!result.ok) throw new Error(result.failure.message);
    expect(result.value).toMatchObject({ total: 6, page: 1, pageSize: 6 });
    expect(result.value.items.map(({ time }) => time)).toEqual(
      [...result.value.items.map(({ time }) => time)].sort().reverse(),
    );
    for (const post of result.value.items)
      expect(await posts.detail(post.id)).toMatchObject({ ok: true, value: { title: post.title } });
    expect(await posts.detail('no-such')).toMatchObject({
      ok: false,
      failure: { message: 'Post not found', status: 404 },
    });
  });

  test('the contact form only logs, without personal data (product 13.2)', async () => {
    const log = jest.spyOn(console, 'log').mockImplementation(() => undefined);
    const message = {
      store: 'jewellery-store',
      name: 'Ada',
      email: 'ada@example.com',
      subject: 'Resizing',
      message: 'Hello',
    } as const;
    expect(await contact.send(message)).toEqual({ ok: true, value: 'Message Sent (Placeholder)' });
    expect(log).toHaveBeenCalledTimes(1);
    expect(JSON.stringify(log.mock.calls)).not.toContain('ada@example.com');
  });
});
