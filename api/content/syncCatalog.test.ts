import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { storefronts } from '@shop/contracts/storefronts';
import type { QueryConfig } from 'pg';
import type { Database } from '../src/database/Database';
import { findBrands } from '../src/modules/catalog/brandsRepository';
import { createPlan, type FindPictures } from '../src/modules/catalog/import/createPlan';
import { readProductFile } from '../src/modules/catalog/import/readProductFile';
import { databaseKinds, openTestDatabase } from '../src/testing/testDatabase';
import { createPictureLookup } from './createPictureLookup';
import { originalsManifest, syncCatalog } from './syncCatalog';

const toQuery = (given: unknown): QueryConfig => (typeof given === 'string' ? { text: given } : (given as QueryConfig)); // what repositories pass to a connection

describe.each(databaseKinds)('the content in a database that has it already, on %s', (kind) => {
  let database: Database;
  beforeAll(async () => {
    database = await openTestDatabase(kind);
  }, 60_000);
  afterAll(() => database.close());

  const readRatings = async () =>
    (await database.query("SELECT review_count, rating_tenths, rating_counts FROM products WHERE id = 'ring-halo'"))
      .rows[0];
  const listReviews = async (): Promise<string[]> =>
    (
      await database.query<{ comment: string }>(
        "SELECT comment FROM reviews WHERE product_id = 'ring-halo' ORDER BY comment",
      )
    ).rows.map(({ comment }) => comment);
  const syncAgain = async (): Promise<void> => {
    await database.query("UPDATE seed_state SET hash = 'of another release'");
    await syncCatalog(database, '/nonexistent/manifest.json');
  };

  test('reviews are those of the content and of customers, and ratings are the counts of published ones', async () => {
    const [written, ratings] = [await listReviews(), await readRatings()];
    await database.query(`UPDATE reviews SET comment = 'Of an older release' WHERE product_id = 'ring-halo'`);
    await database.query(`INSERT INTO reviews (product_id, user_name, rating, comment, created_at)
      VALUES ('ring-halo', 'A former customer', 1, 'Zzz: of a deleted account', '2026-10-02T08:15:30.123Z')`);
    await database.query(
      `UPDATE products SET review_count = 126, rating_tenths = 48, rating_counts = '{1,1,4,20,100}' WHERE id = 'ring-halo'`,
    );
    await database.query(`INSERT INTO reviews (product_id, user_name, rating, comment, created_at, status)
      VALUES ('ring-halo', 'Somebody', 1, 'Zzz: waits for a check', '2026-10-02T08:15:31.123Z', 'waiting')`);
    await syncAgain();
    expect(await listReviews()).toEqual([...written, 'Zzz: of a deleted account', 'Zzz: waits for a check']);
    expect(await readRatings()).toMatchObject({ review_count: written.length + 1 });
    await database.query("DELETE FROM reviews WHERE comment LIKE 'Zzz%'");
    await syncAgain();
    expect(await readRatings()).toEqual(ratings);
  });

  test('products and options that the content no longer has are gone, but for what an operator imported', async () => {
    const copy = `INSERT INTO products SELECT (json_populate_record(p, $1::json)).* FROM products p WHERE id = 'ring-halo'`;
    for (const [id, importedAt] of [
      ['milk-crate', null],
      ['watch-lady-natural', '2026-11-28T00:00:00Z'],
    ])
      await database.query(copy, [JSON.stringify({ id, sku: `X-${id}`, imported_at: importedAt })]);
    await database.query(
      `INSERT INTO product_variants (product_id, id, name, sku, price_cents, stock, position)
       VALUES ('ring-eternity', 'gone', 'Gone', 'X-GONE', 100, 1, 99)`,
    );
    await syncAgain();
    const { rows } = await database.query<{ id: string }>(
      "SELECT id FROM products WHERE id IN ('milk-crate', 'watch-lady-natural') UNION SELECT id FROM product_variants WHERE id = 'gone'",
    );
    expect(rows).toEqual([{ id: 'watch-lady-natural' }]);
    await database.query("DELETE FROM products WHERE id = 'watch-lady-natural'");
  });

  test('brands get the paths of their drawn marks from the media build, and none without one (product 3.8)', async () => {
    const listLogos = async (): Promise<string[]> =>
      (await findBrands(database, 'jewellery-store')).map(({ slug, logo }) => `${slug}: ${logo}`);
    const withoutMedia = await listLogos();
    expect(withoutMedia).toContain('tiffany: ');
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'media-'));
    const manifest = path.join(folder, 'manifest.json');
    const url = '/media/jewellery/brands/tiffany.0a1b2c3d-160.webp';
    fs.writeFileSync(
      manifest,
      JSON.stringify({ images: { 'jewellery/brands/tiffany': { url, width: 160, height: 160 } } }),
    );
    await syncCatalog(database, manifest);
    expect(await listLogos()).toEqual(withoutMedia.map((brand) => (brand === 'tiffany: ' ? brand + url : brand)));
    fs.rmSync(folder, { recursive: true });
    await syncAgain();
    expect(await listLogos()).toEqual(withoutMedia);
  });

  test('a deployment leaves what staff have changed, and writes and removes everything else (product 16.43)', async () => {
    const readAll = async (): Promise<Record<string, unknown>> =>
      (
        await database.query<Record<string, unknown>>(`SELECT
          (SELECT array_agg(slug || ': ' || name ORDER BY id) FROM categories WHERE slug IN ('rings', 'watches')) AS categories,
          (SELECT array_agg(slug || ': ' || name ORDER BY id) FROM brands WHERE slug IN ('tiffany', 'cartier')) AS brands,
          (SELECT array_agg(title ORDER BY id) FROM posts WHERE id IN ('of-the-merchant', 'fruit-picked-ripe', 'gone')) AS posts,
          (SELECT array_agg(name ORDER BY id) FROM delivery_areas) AS areas`)
      ).rows[0] ?? {};
    const before = await readAll();
    for (const [table, column] of [
      ['categories', 'name'],
      ['brands', 'name'],
      ['posts', 'title'],
      ['delivery_areas', 'name'],
    ])
      await database.query(`UPDATE ${table} SET ${column} = 'Ours: ' || ${column}`);
    for (const id of ['of-the-merchant', 'gone'])
      await database.query(
        `INSERT INTO posts SELECT (json_populate_record(p, json_build_object('id', $1::text, 'title', $1::text))).* FROM posts p WHERE id = 'fruit-picked-ripe'`,
        [id],
      );
    await database.query(`UPDATE categories SET edited_at = now() WHERE slug = 'watches'`);
    await database.query(`UPDATE brands SET edited_at = now() WHERE slug = 'cartier'`);
    await database.query(`UPDATE posts SET edited_at = now() WHERE id = 'of-the-merchant'`);
    await database.query(`UPDATE delivery_areas SET edited_at = now()`);
    await syncAgain();
    expect(await readAll()).toEqual({
      categories: (before['categories'] as string[]).map((name) => name.replace('watches: ', 'watches: Ours: ')),
      brands: (before['brands'] as string[]).map((name) => name.replace('cartier: ', 'cartier: Ours: ')),
      posts: [...(before['posts'] as string[]), 'of-the-merchant'],
      areas: (before['areas'] as string[]).map((name) => `Ours: ${name}`),
    });
    for (const table of ['categories', 'brands', 'posts', 'delivery_areas'])
      await database.query(`UPDATE ${table} SET edited_at = NULL`);
    await syncAgain();
    expect(await readAll()).toEqual(before);
  });

  test('content that has not changed costs a start one query; statistics may take longer than a request', async () => {
    const listQueries = async (): Promise<readonly QueryConfig[]> => {
      const queries: QueryConfig[] = [];
      const transaction: Database['transaction'] = (work) =>
        database.transaction((connection) => {
          const query = jest.spyOn(connection, 'query');
          return work(connection).finally(() => {
            queries.push(...query.mock.calls.map(([given]: unknown[]) => toQuery(given)));
            query.mockRestore();
          });
        });
      await syncCatalog({ ...database, transaction }, '/nonexistent/manifest.json');
      return queries;
    };
    await database.query("UPDATE seed_state SET hash = 'of another release'");
    expect((await listQueries()).at(-1)).toMatchObject({
      text: expect.stringMatching(/^ANALYZE products/) as string,
      query_timeout: 120_000,
    });
    expect(await listQueries()).toHaveLength(1);
  });

  test('what was sold since, and the state of a product, stay', async () => {
    const read = async (): Promise<unknown> =>
      (
        await database.query(`SELECT p.stock, status, version, (SELECT sum(v.stock)::int FROM product_variants v
          WHERE product_id = p.id) AS of_variants FROM products p WHERE id = 'ring-wedding-yellow'`)
      ).rows[0];
    await database.query(
      "UPDATE products SET stock = 3, status = 'draft', version = 7 WHERE id = 'ring-wedding-yellow'",
    );
    await database.query("UPDATE product_variants SET stock = 1 WHERE product_id = 'ring-wedding-yellow'");
    await syncAgain();
    expect(await read()).toEqual({ stock: 3, status: 'draft', version: 7, of_variants: 5 });
    await database.query("DELETE FROM products WHERE id = 'ring-wedding-yellow'");
    await syncAgain();
    expect(await read()).toEqual({ stock: 42, status: 'published', version: 0, of_variants: 42 });
  });

  test.each(['jewellery', 'organic'] as const)(
    'a merchant who imports goods/%s.csv changes nothing: the demonstration came in the same way',
    async (id) => {
      const now = new Date('2026-11-28');
      const file = await readProductFile(fs.readFileSync(path.join(__dirname, `goods/${id}.csv`)), now);
      const lookUp = createPictureLookup('/nonexistent/manifest.json', originalsManifest);
      const findPictures: FindPictures = (_connection, names) =>
        Promise.resolve(
          new Map(
            names.flatMap((name) => {
              const picture = lookUp(`${id}/${path.basename(name, '.webp')}`);
              return picture ? [[name, picture]] : [];
            }),
          ),
        );
      const options = { store: storefronts[id].slug };
      const { created, changed, unchanged, problems } = await createPlan(database, {
        file,
        options,
        findPictures,
        now,
      });
      expect({ created, changed, problems }).toEqual({ created: [], changed: [], problems: [] });
      expect(unchanged).toBeGreaterThan(33);
    },
  );

  test('products that operators have imported keep their reviews and ratings', async () => {
    const before = await listReviews();
    await database.query(
      `UPDATE products SET imported_at = now(), review_count = 126, rating_tenths = 48, rating_counts = '{1,1,4,20,100}' WHERE id = 'ring-halo'`,
    );
    await syncAgain();
    expect(await listReviews()).toEqual(before);
    expect(await readRatings()).toMatchObject({ review_count: 126 });
  });
});
