import type { FastifyInstance } from 'fastify';
import type { Suggestions } from '@shop/contracts';
import { upsertRows } from '../../database/upsertRows';
import type { Database } from '../../database/Database';
import { buildTestApp } from '../../testing/testApp';
import { databaseKinds, openTestDatabase } from '../../testing/testDatabase';
import { buildSearchText } from './derivedColumns';

/** Products as an import writes them, by their ids. */
const PRODUCTS = {
  enamel: { from: 'ring-halo', name: 'Émail Ring', brand: 'Orfèvrerie Böhm', description: 'Blue.' },
  mention: { from: 'ring-halo', name: 'Blue Ring', brand: 'Cartier', description: 'Looks like émail.' },
  lodz: { from: 'bread', name: 'Łódź Buns', brand: 'Mühle', description: 'From Łódź.' },
  hot: { from: 'peppers', name: 'Jalapeños', brand: 'Mühle', description: 'Hot.' },
} as const;

describe.each(databaseKinds)('accents in searches on %s', (kind) => {
  let database: Database;
  let app: FastifyInstance;
  beforeAll(async () => {
    database = await openTestDatabase(kind);
    app = await buildTestApp(database);
    for (const [id, { from, name, brand, description }] of Object.entries(PRODUCTS)) {
      const { rows } = await database.query<Record<string, unknown>>('SELECT * FROM products WHERE id = $1', [from]);
      const texts = {
        name,
        shortDescription: '',
        description,
        categoryName: '',
        category: '',
        brand,
        brandName: brand,
      };
      const changed = { id, sku: id, name, brand, brand_name: brand, description, featured_rank: -1 };
      const search_text = buildSearchText({ ...texts, attributes: {} });
      await upsertRows(database, 'products', [{ ...rows[0], ...changed, search_text }], { conflict: ['id'] });
    }
    await database.query(
      `INSERT INTO brands (store, slug, name, logo, position) VALUES ('organic-store', 'muehle', 'Mühle', '', 99)`,
    );
  }, 60_000);
  afterAll(async () => {
    await app.close();
    await database.close();
  });

  const search = async (q: string, store = 'jewellery-store') =>
    (await app.inject({ url: `/api/products?${new URLSearchParams({ q, store })}` })).json().data;
  const findIds = async (q: string, store?: string): Promise<string[]> =>
    (await search(q, store)).items.map(({ id }: { id: string }) => id);
  const suggest = async (q: string): Promise<Suggestions> =>
    (await app.inject({ url: `/api/search/suggest?${new URLSearchParams({ q, store: 'organic-store' })}` })).json()
      .data;

  test.each(['email', 'émail', 'ÉMAIL', 'E\u0301mail', 'emails', 'emai'])(
    'the search %s finds "Émail", first where it is the name (product 4.8)',
    async (q) => {
      const { items, searchedFor } = await search(q);
      expect(items.slice(0, 2).map(({ id }: { id: string }) => id)).toEqual(['enamel', 'mention']);
      expect(searchedFor).toBeUndefined();
    },
  );

  test.each(['lodz', 'Łódź', 'łodz buns', 'muhle buns'])('the search %s finds "Łódź Buns" (product 4.8)', async (q) => {
    expect(await findIds(q, 'organic-store')).toEqual(['lodz']);
    expect((await search(q, 'organic-store')).searchedFor).toBeUndefined();
  });

  test.each(['fevreri', 'fèvreri'])('the part %s of a word with accents finds it (product 4.8)', async (q) => {
    expect(await findIds(q)).toEqual(['enamel']);
  });

  test('accents that only the search has change nothing (product 4.8)', async () => {
    expect((await search('rîng')).total).toBe((await search('ring')).total);
    const free = await search('gluten free', 'organic-store');
    expect(await search('Glútén-Frée', 'organic-store')).toEqual(free);
    expect(free.total).toBeGreaterThan(0);
  });

  test('a typo in a word with accents is corrected to what the shop writes (product 4.8, 4.9)', async () => {
    expect(await search('jalapneos skateboard', 'organic-store')).toMatchObject({ near: { searchedFor: 'jalapeños' } });
    expect(await search('jalapneo', 'organic-store')).toMatchObject({ searchedFor: 'jalapeños', total: 1 });
    expect(await suggest('jalapneo')).toMatchObject({ corrected: 'jalapeños', products: [{ id: 'hot' }] });
  });

  test('suggestions ignore accents, and show names as they are (product 4.8)', async () => {
    expect(await suggest('jalap')).toMatchObject({ products: [{ name: 'Jalapeños' }] });
    expect(await suggest('muhl')).toMatchObject({ brands: [{ name: 'Mühle' }] });
    expect((await suggest('łó')).products[0]?.name).toBe('Łódź Buns');
  });

  test('what was stored with accents is folded by the migration', async () => {
    await database.query('ALTER TABLE products DISABLE TRIGGER products_search_vector');
    await database.query('ALTER TABLE facet_cells DISABLE TRIGGER facet_cells_search_vector');
    const stored = `search_text = replace(search_text, 'muhle', 'mühle'), search_vector = 'mühle'::tsvector`;
    await database.query(`UPDATE products SET ${stored} WHERE brand = 'Mühle'`);
    await database.query(`UPDATE facet_cells SET ${stored} WHERE brand = 'Mühle'`);
    await database.query('ALTER TABLE products ENABLE TRIGGER products_search_vector');
    await database.query('ALTER TABLE facet_cells ENABLE TRIGGER facet_cells_search_vector');
    await database.query("UPDATE search_words SET products = 1 WHERE word = 'muhle'");
    await database.query("INSERT INTO search_words VALUES ('organic-store', 'mühle', 1), ('organic-store', 'łódź', 1)");
    expect(await findIds('muhle', 'organic-store')).toEqual([]);

    await database.query('CALL fold_search()');
    expect((await findIds('muhle', 'organic-store')).sort()).toEqual(['hot', 'lodz']);
    const { rows } = await database.query(
      "SELECT word, products FROM search_words WHERE word IN ('muhle', 'mühle', 'lodz', 'łódź') ORDER BY word",
    );
    expect(rows).toEqual([
      { word: 'lodz', products: 2 },
      { word: 'muhle', products: 2 },
    ]);
    const { rows: cells } = await database.query(
      "SELECT 1 FROM facet_cells WHERE search_text LIKE '%mühle%' OR NOT search_vector @@ 'muhle' AND brand = 'Mühle'",
    );
    expect(cells).toEqual([]);
  });
});
