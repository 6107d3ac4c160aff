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
} from '@shop/shared/contracts';
import { Check } from '@sinclair/typebox/value';
import type { FastifyInstance } from 'fastify';
import type { Database } from '../../database/Database';
import { buildTestApp } from '../../testing/testApp';
import { databaseKinds, openTestDatabase } from '../../testing/testDatabase';

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

  test('categories default to the jewelry storefront', async () => {
    const { body } = await get('/categories', listCategories);
    expect(body.data.map(({ slug }: { slug: string }) => slug)).toEqual([
      'rings',
      'necklaces',
      'earrings',
      'bracelets',
      'watches',
    ]);
    expect((await get('/categories?store=organic-store', listCategories)).body.data).toHaveLength(6);
  });

  test('brands default to the jewelry storefront', async () => {
    expect((await get('/brands', listBrands)).body.data).toHaveLength(10);
  });

  test('category products default to rings of the jewelry storefront', async () => {
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

  test('categories with products select rings, or the first category of a storefront without rings', async () => {
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

  test('a listing has pages of 12', async () => {
    const first = await get('/products', listProducts);
    expect(first.body.data).toMatchObject({ total: 67, page: 1, pageSize: 12 });
    expect(first.body.data.items).toHaveLength(12);
    expect((await get('/products?page=6', listProducts)).body.data.items).toHaveLength(7);
  });

  test('a page past the end returns the last page', async () => {
    expect((await get('/products?page=99', listProducts)).body.data.page).toBe(6);
  });

  test('values of one facet are combined with OR, facets with AND', async () => {
    const silver = await get('/products?material=silver', listProducts);
    const both = await get('/products?material=silver,gold', listProducts);
    expect(both.body.data.total).toBeGreaterThan(silver.body.data.total);
    const narrow = await get('/products?material=silver&category=rings', listProducts);
    expect(narrow.body.data.items.map((item: { id: string }) => item.id)).toEqual(['ring-eternity-silver']);
  });

  test('a repeated query parameter adds a value', async () => {
    expect((await get('/products?category=rings&category=watches', listProducts)).body.data.total).toBe(31);
  });

  test('each facet value shows how many products match if it is chosen', async () => {
    const { body } = await get('/products?category=rings', listProducts);
    const count = (facet: string, value: string): number =>
      body.data.facets[facet].find((entry: { value: string }) => entry.value === value)?.count;
    expect(count('category', 'necklaces')).toBe(14);
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

  test('the rating filter rounds ratings down and matches those at or above the value', async () => {
    const { body } = await get('/products?rating=4', listProducts);
    expect(body.data.total).toBe(67);
    expect((await get('/products?rating=5', listProducts)).body.data.total).toBe(0);
  });

  test('a minimum price above the maximum is corrected', async () => {
    const { body } = await get('/products?minPrice=100&maxPrice=60', listProducts);
    expect(body.data.items.length).toBeGreaterThan(0);
    for (const { price } of body.data.items) expect(price >= 60 && price <= 100).toBe(true);
  });

  test('the maximum price applies only below 5000', async () => {
    expect((await get('/products?maxPrice=5000', listProducts)).body.data.total).toBe(67);
  });

  test('offers=true matches discounted products', async () => {
    const { body } = await get('/products?offers=true', listProducts);
    expect(body.data.total).toBe(body.data.facets.offers);
    for (const { offer } of body.data.items) expect(offer).toBeGreaterThan(0);
  });

  test('search matches name, brand, material, stone and color, ignoring case', async () => {
    expect(await findNames('q=HALO%20brilliant')).toEqual(['Halo Diamond Ring']);
    expect(await findNames('q=brilliant%20%20halo%20ring')).toEqual(['Halo Diamond Ring']); // each word may match anywhere
    expect((await findNames('q=maison%20vey')).sort()).toEqual(['Flower Cluster Earrings', 'Oval Signet Ring']);
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

  test('a percent sign is searched literally, not as a wildcard', async () => {
    expect(await findNames('q=%25')).toEqual([]);
  });

  test('a product has variants, reviews and at most four related products of its category', async () => {
    const { body } = await get('/products/ring-eternity', getProduct);
    expect(body.data).toMatchObject({ variantLabel: 'Ring size', priceFrom: true });
    expect(body.data.variants).toHaveLength(5);
    expect(body.data.relatedProducts).toHaveLength(4);
    expect(body.data.relatedProducts.every(({ category }: { category: string }) => category === 'rings')).toBe(true);
    expect(body.data.reviews.length).toBeGreaterThan(0);
  });

  test('five related products are from the same category, padded with featured ones', async () => {
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

  test('the sitemap lists every product and category', async () => {
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

  test('the OpenAPI document and the API page list the routes', async () => {
    const { body } = await get('/openapi.json');
    expect(Object.keys(body.paths)).toEqual(
      expect.arrayContaining([
        '/api/products',
        '/api/products/{id}',
        '/api/orders',
        '/api/categories',
        '/api/health/ready',
      ]),
    );
    const page = await app.inject({ url: '/api/docs' });
    expect(page.body).toContain('/api/category-products');
  });

  test('an unknown route returns a JSON 404', async () => {
    expect(await get('/nothing')).toMatchObject({ status: 404, body: { status: false, code: 'NOT_FOUND' } });
  });

  test('both health checks succeed while the database responds', async () => {
    expect((await get('/health/live')).status).toBe(200);
    expect((await get('/health/ready')).status).toBe(200);
  });
});
