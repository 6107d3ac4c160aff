import * as contracts from '@shop/contracts';
import {
  getProduct,
  listBrands,
  listCategories,
  listCategoriesWithProducts,
  listCategoryProducts,
  listProducts,
  listProductsById,
  listRelatedProducts,
  type Endpoint,
} from '@shop/contracts';
import { Check } from '@sinclair/typebox/value';
import type { FastifyInstance } from 'fastify';
import type { Database } from '../../database/Database';
import { buildTestApp } from '../../testing/testApp';
import { databaseKinds, openTestDatabase } from '../../testing/testDatabase';

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'response' in value;

describe.each(databaseKinds)('the catalog on %s', (kind) => {
  let database: Database;
  let app: FastifyInstance;
  beforeAll(async () => {
    database = await openTestDatabase(kind);
    app = await buildTestApp(database);
  }, 60_000);
  afterAll(async () => {
    await app.close();
    await database.close();
  });

  const get = async (url: string, endpoint?: Endpoint) => {
    const response = await app.inject({ url: `/api${url}` });
    const body = response.json();
    if (endpoint)
      expect({ url, fits: Check(endpoint.response, body), status: response.statusCode }).toEqual({
        url,
        fits: true,
        status: 200,
      });
    return { status: response.statusCode, body, headers: response.headers };
  };
  const findNames = async (query: string): Promise<string[]> =>
    (await get(`/products?${query}`, listProducts)).body.data.items.map((item: { name: string }) => item.name);

  test('each storefront has its categories; the default is jewelry (product 1.4, 11.3)', async () => {
    const findCategories = async (query: string): Promise<string[]> =>
      (await get(`/categories${query}`, listCategories)).body.data.map(({ name }: { name: string }) => name);
    expect(await findCategories('')).toEqual(['Rings', 'Necklaces', 'Earrings', 'Bracelets', 'Watches']);
    expect(await findCategories('?store=organic-store')).toEqual([
      'Fruits',
      'Vegetables',
      'Dairy',
      'Grains',
      'Snacks',
      'Beverages',
    ]);
  });

  test.each([
    ['/categories', listCategories],
    ['/brands', listBrands],
    ['/category-products', listCategoryProducts],
    ['/categories-with-products', listCategoriesWithProducts],
  ])('%s returns success, data and message, for each storefront (product 11.3)', async (path, endpoint) => {
    const [jewelry, byDefault, organic] = await Promise.all(
      ['?store=jewellery-store', '', '?store=organic-store&category=fruits'].map((query) =>
        get(`${path}${query}`, endpoint),
      ),
    );
    expect(Object.keys(byDefault?.body).sort()).toEqual(['data', 'message', 'success']);
    expect(byDefault?.body).toEqual(jewelry?.body);
    expect(organic?.body.data).not.toEqual(byDefault?.body.data);
  });

  test('brands default to the jewelry storefront (product 11.3)', async () => {
    expect((await get('/brands', listBrands)).body.data).toHaveLength(10);
  });

  test('category products default to rings of the jewelry storefront (product 3.7, 11.3)', async () => {
    const { body } = await get('/category-products', listCategoryProducts);
    expect(body.data.category.slug).toBe('rings');
    expect(body.data.products[0]).toMatchObject({
      category: 'rings',
      rating: expect.any(Number),
      reviews_count: expect.any(Number),
    });
  });

  test('an unknown category has no products', async () => {
    expect((await get('/category-products?category=crowns', listCategoryProducts)).body.data.products).toEqual([]);
  });

  test('categories with products select rings, or the first category of a storefront without rings (product 11.3)', async () => {
    expect((await get('/categories-with-products', listCategoriesWithProducts)).body.data.selected_category_slug).toBe(
      'rings',
    );
    expect(
      (await get('/categories-with-products?store=organic-store', listCategoriesWithProducts)).body.data
        .selected_category_slug,
    ).toBe('fruits');
  });

  test('an unknown storefront is refused with both failure flags', async () => {
    const { status, body } = await get('/categories?store=pirate-store');
    expect(status).toBe(400);
    expect(body).toMatchObject({ status: false, success: false, code: 'INVALID_REQUEST' });
  });

  test('a listing has pages of 12 (product 4.3)', async () => {
    const first = await get('/products', listProducts);
    expect(first.body.data).toMatchObject({ total: 41, page: 1, pageSize: 12 });
    expect(first.body.data.items).toHaveLength(12);
    expect((await get('/products?page=4', listProducts)).body.data.items).toHaveLength(5);
  });

  test('a page past the end returns the last page', async () => {
    expect((await get('/products?page=99', listProducts)).body.data.page).toBe(4);
  });

  test('values of one facet are combined with OR, facets with AND (product 4.4)', async () => {
    const silver = await get('/products?material=silver', listProducts);
    const both = await get('/products?material=silver,gold', listProducts);
    expect(both.body.data.total).toBeGreaterThan(silver.body.data.total);
    const narrow = await get('/products?material=silver&category=rings', listProducts);
    expect(narrow.body.data.items.map((item: { id: string }) => item.id)).toEqual(['ring-eternity-silver']);
  });

  test('a repeated query parameter adds a value', async () => {
    expect((await get('/products?category=rings&category=watches', listProducts)).body.data.total).toBe(20);
  });

  test('each facet value shows how many products match if it is chosen (product 4.4)', async () => {
    const { body } = await get('/products?category=rings', listProducts);
    const count = (facet: string, value: string): number =>
      body.data.facets[facet].find((entry: { value: string }) => entry.value === value)?.count;
    expect(count('category', 'necklaces')).toBe(7);
    expect(count('material', 'silver')).toBe(1);
  });

  test.each([
    ['price-low', (prices: number[]) => [...prices].sort((a, b) => a - b)],
    ['price-high', (prices: number[]) => [...prices].sort((a, b) => b - a)],
  ])('sort %s orders by price', async (sort, sorted) => {
    const { body } = await get(`/products?sort=${sort}`, listProducts);
    const prices = body.data.items.map((item: { price: number }) => item.price);
    expect(prices).toEqual(sorted(prices));
  });

  test('the rating filter rounds ratings down and matches those at or above the value (product 4.6)', async () => {
    const { body } = await get('/products?rating=4', listProducts);
    expect(body.data.total).toBe(41);
    expect((await get('/products?rating=5', listProducts)).body.data.total).toBe(0);
  });

  test('a minimum price above the maximum is corrected (product 4.5)', async () => {
    const { body } = await get('/products?minPrice=100&maxPrice=60', listProducts);
    expect(body.data.items.length).toBeGreaterThan(0);
    for (const { price } of body.data.items) expect(price >= 60 && price <= 100).toBe(true);
  });

  test('the maximum price applies only below 5000 (product 4.5)', async () => {
    expect((await get('/products?maxPrice=5000', listProducts)).body.data.total).toBe(41);
    expect((await get('/products?maxPrice=300', listProducts)).body.data.total).toBeLessThan(41);
    // A product above the end of the filter's range is found, too.
    await database.query("UPDATE products SET price_cents = 600000 WHERE id = 'ring-halo'");
    expect((await get('/products?maxPrice=5000', listProducts)).body.data.total).toBe(41);
    expect((await get('/products?maxPrice=4999.99', listProducts)).body.data.total).toBe(40);
    await database.query("UPDATE products SET price_cents = 32000 WHERE id = 'ring-halo'");
  });

  test('offers=true matches discounted products (product 4.6)', async () => {
    const { body } = await get('/products?offers=true', listProducts);
    expect(body.data.total).toBe(body.data.facets.offers);
    for (const { offer } of body.data.items) expect(offer).toBeGreaterThan(0);
  });

  test('search matches name, brand, material, stone and color, ignoring case (product 4.8)', async () => {
    expect(await findNames('q=HALO%20brilliant')).toEqual(['Halo Diamond Ring']);
    expect(await findNames('q=brilliant%20%20halo%20ring')).toEqual(['Halo Diamond Ring']); // each word may match anywhere
    expect((await findNames('q=maison%20vey')).sort()).toEqual(['Flower Cluster Earrings', 'Oval Signet Ring']);
  });

  test.each([
    ['name', 'HALO brilliant', '', 'Halo Diamond Ring'],
    ['description', 'TWENTY-TWO small diamonds', '', 'Oval Sapphire Halo Ring'],
    ['category', 'NECKLACES', '', 'Moonlit Pearl Strand'],
    ['brand', 'SABLE Quay', '', 'Oval Sapphire Halo Ring'],
    ['material', 'GOLD', '', 'Yellow Gold Solitaire'],
    ['stone', 'SAPPHIRE', '', 'Oval Sapphire Halo Ring'],
    ['color', 'YELLOW', '', 'Polished Wedding Band'],
    ['diet', 'VEGAN', '&store=organic-store', 'Bananas'],
  ])('search matches the %s, ignoring case (product 4.8)', async (_field, text, more, name) => {
    expect(await findNames(`q=${encodeURIComponent(text)}${more}`)).toContain(name);
  });

  test('search falls back from words to beginnings, the closest known words and parts (product 4.8)', async () => {
    const search = async (q: string) => (await get(`/products?q=${q}`, listProducts)).body.data;
    const whole = await search('necklace');
    expect(whole.total).toBeGreaterThan(0);
    expect((await search('necklaces')).total).toBe(whole.total);
    const beginning = await search('neckl');
    expect([beginning.total > 0, beginning.searchedFor]).toEqual([true, undefined]);
    expect(await search('dimond')).toMatchObject({ searchedFor: 'diamond' });
    const parts = await search('eckla');
    expect([parts.total > 0, parts.searchedFor]).toEqual([true, undefined]);
    expect((await search('zzzzzz')).total).toBe(0);
  });

  test.each([
    ['tomatoe', 'tomato'],
    ['Potatoe', 'potato'],
    ['vine tomatoe', 'vine tomato'],
  ])('a search for "%s" shows results for "%s", and says so (product 4.9)', async (q, meant) => {
    const find = async (text: string) =>
      (await get(`/products?${new URLSearchParams({ q: text, store: 'organic-store' })}`, listProducts)).body.data;
    const { items } = await find(meant);
    expect(items.length).toBeGreaterThan(0);
    expect(await find(q)).toMatchObject({ searchedFor: meant, items });
  });

  test('a word that a product has is not corrected, nor is one whose plural a product has (product 4.9)', async () => {
    await database.query("UPDATE products SET search_text = search_text || ' tomatoe' WHERE id = 'bread'");
    await database.query("UPDATE products SET search_text = search_text || ' canoes aloes' WHERE id = 'milk'");
    for (const [q, found] of [
      ['tomatoe', 'bread'],
      ['canoe', 'milk'],
      ['aloe', 'milk'],
    ]) {
      const { items, searchedFor } = (await get(`/products?store=organic-store&q=${q}`, listProducts)).body.data;
      expect([q, searchedFor]).toEqual([q, undefined]);
      expect(items.map(({ id }: { id: string }) => id)).toContain(found);
    }
    await database.query(
      "UPDATE products SET search_text = regexp_replace(search_text, ' (tomatoe|canoes aloes)$', '') WHERE id IN ('bread', 'milk')",
    );
  });

  test.each([
    ['q=halo&category=watches&maxPrice=900', 'without-filters', undefined, /Halo/],
    ['category=nothing&page=3', 'without-filters', undefined, /./],
    ['q=sapphire%20skateboard', 'some-words', 'sapphire', /Sapphire/],
    ['q=skateboard%20gold%20tomato%20necklase', 'some-words', 'gold necklace', /Necklace|Pendant|Locket/],
    ['q=tomatoe%20skateboard&store=organic-store', 'some-words', 'tomato', /Tomato/],
    ['q=zzzzzz', 'popular', undefined, /./],
    ['q=%3F!', 'popular', undefined, /./],
  ])('a listing without products has near ones: %s (product 4.13)', async (query, kind, searchedFor, name) => {
    const { data } = (await get(`/products?${query}`, listProducts)).body;
    expect(data).toMatchObject({ total: 0, items: [], near: { kind } });
    expect(data.near?.searchedFor).toBe(searchedFor);
    expect(data.near?.items.length).toBeGreaterThan(0);
    expect(data.near?.items[0]?.name).toMatch(name);
  });

  test.each(['%', '_', "'", '"', '\\', '%27%3B--', '💍', '%00', 'a'.repeat(9_000)])(
    'the search %s returns a page without a server error',
    async (text) => {
      const { status } = await get(
        `/products?q=${text.startsWith('%') && text.length > 1 ? text : encodeURIComponent(text)}`,
      );
      expect(status).toBe(200);
    },
  );

  test.each([
    'page=-1',
    'page=abc',
    'page=1e9',
    'rating=x',
    'minPrice=abc',
    'maxPrice=-5',
    'sort=nonsense',
    'category=,,,',
    'unknown=1',
  ])('the query %s returns products', async (query) => {
    expect((await get(`/products?${query}`, listProducts)).body.data.items.length).toBeGreaterThan(0);
  });

  test('a search of signs only finds nothing (product 4.8)', async () => {
    for (const signs of ['%', '?!', '-', '#'])
      expect([signs, await findNames(`q=${encodeURIComponent(signs)}`)]).toEqual([signs, []]);
  });

  test('a product has variants, reviews and at most four related products of its category (product 4.11)', async () => {
    const { body } = await get('/products/ring-eternity', getProduct);
    expect(body.data).toMatchObject({ variantLabel: 'Ring size', priceFrom: true });
    expect(body.data.variants).toHaveLength(5);
    expect((await get('/products/ring-halo', getProduct)).body.data).toMatchObject({ priceFrom: false, variants: [] });
    expect(body.data.relatedProducts).toHaveLength(4);
    expect(body.data.relatedProducts.every(({ category }: { category: string }) => category === 'rings')).toBe(true);
    expect(body.data.reviews.length).toBeGreaterThan(0);
  });

  test('a product with variants shows a price from, also if they cost the same: one must be chosen (product 4.11)', async () => {
    const { rows } = await database.query<{ priceFrom: boolean; hasVariants: boolean; isOnePrice: boolean }>(
      `SELECT p.price_from AS "priceFrom", count(v.id) > 0 AS "hasVariants", count(DISTINCT v.price_cents) = 1 AS "isOnePrice"
       FROM products p LEFT JOIN product_variants v ON v.product_id = p.id GROUP BY p.id`,
    );
    expect(rows.filter(({ priceFrom, hasVariants }) => priceFrom !== hasVariants)).toEqual([]);
    expect(rows.some(({ isOnePrice }) => isOnePrice)).toBe(true);
  });

  test('five related products are from the same category, padded with featured ones (product 5.4)', async () => {
    const { body } = await get('/products/ring-eternity/related', listRelatedProducts);
    expect(body.data).toHaveLength(5);
    expect(
      body.data.every(
        ({ category, id }: { category: string; id: string }) => category === 'rings' && id !== 'ring-eternity',
      ),
    ).toBe(true);
    const watches = (await get('/products/watch-dress/related', listRelatedProducts)).body.data.map(
      ({ category }: { category: string }) => category,
    );
    expect(watches.slice(0, 3)).toEqual(['watches', 'watches', 'watches']);
    expect(watches).toHaveLength(5);
    expect((await get('/products/nothing/related')).status).toBe(404);
    // Once a single other watch is left, the most featured products of the storefront follow.
    const moveWatches = (from: string, to: string) =>
      database.query(
        `UPDATE products SET category = '${to}' WHERE category = '${from}' AND id LIKE 'watch-%'
         AND id NOT IN ('watch-dress', 'watch-chrono')`,
      );
    await moveWatches('watches', 'rings');
    const ids = (await get('/products/watch-dress/related', listRelatedProducts)).body.data.map(
      ({ id }: { id: string }) => id,
    );
    const { rows } = await database.query<{ id: string }>(
      "SELECT id FROM products WHERE store = 'jewellery-store' AND category <> 'watches' ORDER BY featured_rank, id LIMIT 4",
    );
    await moveWatches('rings', 'watches');
    expect(ids).toEqual(['watch-chrono', ...rows.map(({ id }) => id)]);
  });

  test('products are listed by id in the requested order, without unknown ones', async () => {
    const { body } = await get(
      '/products-by-id?ids=watch-dress,nothing,ring-halo,,watch-dress,apples-gala',
      listProductsById,
    );
    expect(body.data.map(({ id }: { id: string }) => id)).toEqual(['watch-dress', 'ring-halo', 'apples-gala']);
    expect(
      (await get(`/products-by-id?ids=${Array.from({ length: 99 }, (_, index) => index).join(',')}`, listProductsById))
        .body.data,
    ).toEqual([]);
  });

  test('the votes of a product add up to its count and average', async () => {
    const { body } = await get('/products/ring-halo', getProduct);
    const { ratingCounts, reviewCount, rating } = body.data;
    expect(ratingCounts.reduce((sum: number, votes: number) => sum + votes, 0)).toBe(reviewCount);
    expect(
      ratingCounts.reduce((sum: number, votes: number, index: number) => sum + votes * (index + 1), 0) / reviewCount,
    ).toBeCloseTo(rating, 1);
  });

  test('the sitemap lists every product and category (product 15.3)', async () => {
    const response = await app.inject({ url: '/api/sitemap.xml' });
    expect(response.headers['content-type']).toContain('application/xml');
    const { rows } = await database.query<{ id: string }>('SELECT id FROM products');
    for (const { id } of rows) expect(response.body).toContain(`<loc>http://shop.test/products/${id}</loc>`);
    expect(response.body).toContain('<loc>http://shop.test/products/category/fruits</loc>');
    expect((await app.inject({ url: '/api/sitemaps/products-1.xml' })).body).toContain('<urlset');
    expect((await app.inject({ url: '/api/sitemaps/products-9.xml' })).statusCode).toBe(404);
  });

  test('an unknown product is not found', async () => {
    expect(await get('/products/nothing')).toMatchObject({
      status: 404,
      body: { message: 'Product not found', success: false },
    });
  });

  test('public responses are cached briefly, errors never', async () => {
    expect((await get('/products')).headers['cache-control']).toContain('public');
    expect((await get('/products/nothing')).headers['cache-control']).toBe('no-store');
  });

  test('the OpenAPI document describes every call, and the API page lists them (product 11.1)', async () => {
    const { body } = await get('/openapi.json');
    const { body: page } = await app.inject({ url: '/api/docs' });
    const described = Object.entries<object>(body.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    const calls = Object.values<unknown>(contracts)
      .filter(isEndpoint)
      .filter(({ access }) => typeof access === 'string') // staff have a document of their own
      .map(({ method, path }) => `${method} /api${path.replaceAll(/:(\w+)/g, '{$1}')}`);
    expect(calls.length).toBeGreaterThan(45);
    expect(calls.filter((call) => !described.includes(call))).toEqual([]);
    for (const [path, methods] of Object.entries<Record<string, { summary: string }>>(body.paths)) {
      expect(page).toContain(path);
      for (const { summary } of Object.values(methods)) expect([path, summary]).toEqual([path, expect.any(String)]);
    }
  });

  test('an unknown route returns a JSON 404', async () => {
    expect(await get('/nothing')).toMatchObject({ status: 404, body: { status: false, code: 'NOT_FOUND' } });
  });

  test('both health checks succeed while the database responds', async () => {
    expect((await get('/health/live')).status).toBe(200);
    expect((await get('/health/ready')).status).toBe(200);
  });
});
