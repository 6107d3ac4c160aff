import {
  PRODUCTS_PER_PAGE,
  type ProductPage,
  type ProductQuery,
  type StorefrontSlug,
  type Suggestions,
} from '@shop/contracts';
import type { FastifyInstance } from 'fastify';
import type { Database } from '../../database/Database';
import { buildTestApp } from '../../testing/testApp';
import { databaseKinds, openTestDatabase } from '../../testing/testDatabase';
import { parseListing } from './parseListing';
import { recognizeSku } from './recognizeSku';

describe.each(databaseKinds)('searches for a SKU on %s', (kind) => {
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

  const search = async (query: ProductQuery): Promise<ProductPage> =>
    (await app.inject({ url: `/api/products?${new URLSearchParams({ ...query })}` })).json().data;
  const findIds = async (query: ProductQuery): Promise<string[]> => (await search(query)).items.map(({ id }) => id);
  const suggest = async (q: string, store = 'jewellery-store'): Promise<Suggestions> =>
    (await app.inject({ url: `/api/search/suggest?${new URLSearchParams({ q, store })}` })).json().data;
  /** Gives a product another SKU for a test. */
  const renumber = async (id: string, sku: string, during: () => Promise<void>): Promise<void> => {
    const { rows } = await database.query<{ sku: string }>('SELECT sku FROM products WHERE id = $1', [id]);
    const write = (text = '') => database.query('UPDATE products SET sku = $2 WHERE id = $1', [id, text]);
    await write(sku);
    try {
      await during();
    } finally {
      await write(rows[0]?.sku);
    }
  };

  test('every SKU that the shop prints finds its product, in any case (product 4.8)', async () => {
    const { rows } = await database.query<{ id: string; store: StorefrontSlug; sku: string }>(
      `SELECT id, store, sku FROM products UNION ALL
       SELECT p.id, p.store, v.sku FROM product_variants v JOIN products p ON p.id = v.product_id`,
    );
    expect(rows.length).toBeGreaterThan(150);
    for (const [index, { id, store, sku }] of rows.entries()) {
      const q = [sku, sku.toLowerCase(), ` ${sku}  `][index % 3] ?? sku;
      const { idsOfSku } = await recognizeSku(database, parseListing({ store, q }));
      expect([q, idsOfSku]).toEqual([q, [id]]);
      if (index % 10 !== 0) continue;
      const { items, searchedFor } = await search({ store, q });
      expect([q, items[0]?.id, searchedFor]).toEqual([q, id, undefined]);
      expect([q, (await suggest(q, store)).products[0]?.id]).toEqual([q, id]);
    }
  });

  test('a SKU finds nothing in the other storefront, and a part of it is no SKU (product 4.8)', async () => {
    const { rows } = await database.query<{ sku: string }>("SELECT sku FROM products WHERE id = 'bread'");
    const [{ sku } = { sku: '' }] = rows;
    expect(await findIds({ store: 'jewellery-store', q: sku })).not.toContain('bread');
    expect(await findIds({ store: 'organic-store', q: sku.slice(0, -1) })).not.toContain('bread');
  });

  test('a SKU that is also a word comes first, then what has the word, each once (product 4.8)', async () => {
    const words = await search({ q: 'pearl' });
    const all = [...words.items];
    for (let next = words.next; next !== null;) {
      const page: ProductPage = await search({ q: 'pearl', after: next });
      all.push(...page.items);
      next = page.next;
    }
    expect(all.length).toBeLessThan(PRODUCTS_PER_PAGE);
    for (const id of ['ring-halo', all.at(-1)?.id ?? ''])
      await renumber(id, 'Pearl', async () => {
        const others = all.map((product) => product.id).filter((other) => other !== id);
        const { items, total, facets } = await search({ q: 'pearl' });
        expect(items.map((product) => product.id)).toEqual([id, ...others]);
        expect(total).toBe(others.length + 1);
        expect(facets.category?.reduce((sum, { count }) => sum + count, 0)).toBe(total);
        expect((await suggest('pearl')).products[0]?.id).toBe(id);
      });
  });

  test('a SKU that is the word of a whole category comes first on the first of its pages (product 4.8)', async () => {
    const listAll = async (): Promise<string[]> => {
      const found: string[] = [];
      const { total } = await search({ q: 'rings' });
      for (let page = 1; (page - 1) * PRODUCTS_PER_PAGE < total; page += 1)
        found.push(...(await findIds({ q: 'rings', page: String(page) })));
      return found;
    };
    const before = await listAll();
    expect(before.length).toBeGreaterThan(PRODUCTS_PER_PAGE);
    for (const id of ['watch-dress', before.at(-1) ?? ''])
      await renumber(id, 'RINGS', async () => {
        const expected = [id, ...before.filter((other) => other !== id)];
        expect(await listAll()).toEqual(expected);
        const first = await search({ q: 'rings' });
        expect(await findIds({ q: 'rings', after: first.next ?? '' })).toEqual(
          expected.slice(PRODUCTS_PER_PAGE, PRODUCTS_PER_PAGE * 2),
        );
      });
  });

  test('filters and sorts apply to it (product 4.8)', async () => {
    await renumber('ring-halo', 'Pearl', async () => {
      expect(await findIds({ q: 'pearl', category: 'necklaces' })).not.toContain('ring-halo');
      expect(await findIds({ q: 'pearl', category: 'rings', minPrice: '1', maxPrice: '2' })).toEqual([]);
      const { items } = await search({ q: 'pearl', sort: 'price-low' });
      expect(items.map(({ price }) => price)).toEqual(items.map(({ price }) => price).sort((a, b) => a - b));
      expect(items.map(({ id }) => id)).toContain('ring-halo');
    });
    await renumber('ring-halo', 'X-77 Y', async () => {
      expect(await search({ q: 'x-77 y', category: 'watches' })).toMatchObject({
        total: 0,
        near: { kind: 'without-filters', items: [{ id: 'ring-halo' }] },
      });
    });
  });

  test('"free" in a SKU is no wish (product 4.8)', async () => {
    await renumber('ring-halo', 'NUT-FREE-1', async () => {
      expect((await findIds({ q: 'nut-free-1' }))[0]).toBe('ring-halo');
      expect((await suggest('nut-free-1')).products[0]?.id).toBe('ring-halo');
    });
  });

  test('two products with a variant of the same SKU are both first (product 4.8)', async () => {
    const { rows } = await database.query<{ id: string }>(
      `SELECT product_id AS id FROM product_variants JOIN products p ON p.id = product_id
       WHERE p.store = 'jewellery-store' GROUP BY product_id ORDER BY max(featured_rank) DESC, product_id LIMIT 2`,
    );
    const ids = rows.map(({ id }) => id).sort();
    await database.query(
      `UPDATE product_variants v SET sku = 'Gold' WHERE product_id = ANY($1)
       AND id = (SELECT min(id) FROM product_variants WHERE product_id = v.product_id)`,
      [ids],
    );
    expect((await findIds({ q: 'gold' })).slice(0, 2).sort()).toEqual(ids);
  });

  test('a SKU is found with an index', async () => {
    await database.transaction(async (connection) => {
      await connection.query('SET LOCAL enable_seqscan = off');
      for (const table of ['products', 'product_variants']) {
        const { rows } = await connection.query<{ 'QUERY PLAN': string }>(
          `EXPLAIN SELECT 1 FROM ${table} WHERE lower(sku) = 'x'`,
        );
        expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toMatch(/(products|variants)_by_sku/);
      }
    });
  });
});
