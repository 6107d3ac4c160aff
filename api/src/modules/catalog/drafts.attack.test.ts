import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Database } from '../../database/Database';
import { anOrderBody, buildTestApp, newKey } from '../../testing/testApp';
import { databaseKinds, openTestDatabase } from '../../testing/testDatabase';
import { Visitor } from '../../testing/Visitor';

/** A ring whose id, name and SKU nothing else has. */
const ID = 'ring-quillon';
const NAME = 'Quillonette Band';
const SKU = 'QUI-LLON-01';
const ITEM = { product_id: ID, variant_id: null, quantity: 1 };
/** Dearer than everything else. */
const PRICE = 14_999;
const IN_STORE = 'store=jewellery-store';

describe.each(databaseKinds)('products that are not published, on %s', (kind) => {
  let database: Database;
  let app: FastifyInstance;
  let visitor: Visitor;
  beforeAll(async () => {
    database = await openTestDatabase(kind);
    app = await buildTestApp(database);
    visitor = new Visitor(app, database);
    await visitor.register('ada@example.com');
    await database.query(
      `INSERT INTO products SELECT (json_populate_record(p, json_build_object(
         'id', '${ID}', 'name', '${NAME}', 'sku', '${SKU}', 'price_cents', ${PRICE * 100}, 'original_price_cents', null, 'offer', 0, 'featured_rank', -1,
         'rating_tenths', 50, 'review_count', 100000, 'search_text', 'quillonette', 'imported_at', now()))).* FROM products p WHERE id = 'ring-halo'`,
    );
    await visitor.post('/wishlist', { product_ids: [ID] });
  }, 60_000);
  afterAll(async () => {
    await app.close();
    await database.close();
  });

  const read = async (path: string): Promise<string> => (await visitor.get(path)).body;
  const placeOrder = () =>
    visitor.post('/orders', anOrderBody({ items: [ITEM], expected_total: PRICE }), {
      headers: { 'idempotency-key': newKey() },
    });
  /** Everything that could show it, and whether it does. The name would be corrected to if its words were counted. */
  const look = async (): Promise<Record<string, boolean>> => {
    const paths = {
      listing: `/products?${IN_STORE}&sort=price-desc`,
      'listing by rating': `/products?${IN_STORE}&sort=rating`,
      category: `/products?${IN_STORE}&category=rings`,
      search: `/products?${IN_STORE}&q=quillonette`,
      'search of a typo': `/products?${IN_STORE}&q=quilonette`,
      'search among others': `/products?${IN_STORE}&q=gold&sort=price-desc`,
      SKU: `/products?${IN_STORE}&q=${SKU}`,
      suggestions: `/search/suggest?${IN_STORE}&q=quillon`,
      page: `/products/${ID}`,
      related: '/products/ring-halo/related',
      'by ids': `/products-by-id?ids=${ID},ring-halo`,
      top: `/category-products?${IN_STORE}&category=rings`,
      trending: `/trending-products?${IN_STORE}`,
      wishlist: '/wishlist',
      sitemap: '/sitemaps/products-1.xml',
    };
    const found = await Promise.all(
      Object.entries(paths).map(async ([place, path]) => [place, (await read(path)).includes(ID)] as const),
    );
    return Object.fromEntries(found);
  };
  const readFacets = async (): Promise<{ total: number; facets: { price: { max: number } } }> =>
    (await visitor.get(`/products?${IN_STORE}`)).json().data;
  const readWords = async (): Promise<unknown[]> =>
    (await database.query("SELECT products FROM search_words WHERE word = 'quillonette' AND products > 0")).rows;
  const setStatus = async (status: string): Promise<void> => {
    await database.query('UPDATE products SET status = $2 WHERE id = $1', [ID, status]);
  };
  const countCells = async (): Promise<unknown> =>
    (
      await database.query(`SELECT c.id FROM facet_cells c
        WHERE c.products <> (SELECT count(*) FROM products p WHERE p.facet_cell_id = c.id AND p.status = 'published')`)
    ).rows;

  test('a published one is found everywhere: otherwise the test below would ask nothing', async () => {
    const shown = await look();
    expect(Object.entries(shown).filter(([, isShown]) => !isShown)).toEqual([]);
    expect(await readWords()).toHaveLength(1);
    expect((await readFacets()).facets.price.max).toBe(PRICE);
  });

  test.each(['draft', 'archived'])(
    'a product that is %s is in no listing, search, suggestion, count, page, list or sitemap, and cannot be bought (product 4.16)',
    async (status) => {
      const before = await readFacets();
      await setStatus(status);
      expect(Object.entries(await look()).filter(([, isShown]) => isShown)).toEqual([]);
      expect(await readWords()).toEqual([]);
      const after = await readFacets();
      expect([after.total, after.facets.price.max < PRICE]).toEqual([before.total - 1, true]);
      expect(await countCells()).toEqual([]);
      expect((await visitor.get(`/products/${ID}`)).statusCode).toBe(404);
      expect((await visitor.get(`/products/${ID}/related`)).statusCode).toBe(404);

      const cart = (await visitor.post('/cart/check', { items: [ITEM], coupon_code: null })).json().data;
      expect(cart).toMatchObject({ total: 0 });
      expect((await placeOrder()).json()).toMatchObject({
        status: false,
        message: 'Prices or products have changed: nothing was ordered yet.',
      });
      const { rows } = await database.query('SELECT 1 FROM order_lines WHERE product_id = $1', [ID]);
      expect(rows).toEqual([]);
      await visitor.delete(`/wishlist/${ID}`);
      expect((await visitor.post('/wishlist', { product_ids: [ID] })).body).not.toContain(ID);
      const review = await visitor.post(`/products/${ID}/reviews`, { rating: 5, comment: `Seen ${randomUUID()}` });
      expect(review.statusCode).toBe(404);

      await setStatus('published');
      expect(await countCells()).toEqual([]);
      expect((await readFacets()).total).toBe(before.total);
      expect(await readWords()).toHaveLength(1);
      expect((await visitor.post('/wishlist', { product_ids: [ID] })).body).toContain(ID);
    },
  );

  test('an order keeps what it has bought when that is archived, and its pieces come back (product 4.16)', async () => {
    const placed = (await placeOrder()).json();
    expect(placed).toMatchObject({ status: true });
    const number = placed.order.number as string;
    const readStock = async (): Promise<number> =>
      (await database.query<{ stock: number }>('SELECT stock FROM products WHERE id = $1', [ID])).rows[0]?.stock ?? 0;
    const taken = await readStock();
    await setStatus('archived');
    expect((await visitor.get(`/orders/${number}`)).body).toContain(NAME);
    expect((await visitor.post(`/orders/${number}/cancel`)).statusCode).toBe(200);
    expect(await readStock()).toBe(taken + 1);
  });
});
