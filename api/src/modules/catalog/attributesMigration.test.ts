import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import * as Type from '@sinclair/typebox';
import { Parse } from '@sinclair/typebox/value';
import type { Database } from '../../database/Database';
import { migrateDatabase } from '../../database/migrateDatabase';
import { databaseKinds, openTestDatabase } from '../../testing/testDatabase';

// To be deleted with the columns material, stone and color: decision 0042.

const JournalEntry = Type.Object({
  idx: Type.Integer(),
  version: Type.String(),
  when: Type.Integer(),
  tag: Type.String(),
  breakpoints: Type.Boolean(),
});
const Journal = Type.Object({ entries: Type.Array(JournalEntry) });
const migrations = path.resolve(__dirname, '../../../migrations');
const temporary = fs.mkdtempSync(path.join(os.tmpdir(), 'attributes-migration-'));
afterAll(() => fs.rmSync(temporary, { recursive: true, force: true }));

/** Copies the migrations up to this one to a folder. */
const copyMigrationsUpTo = (lastTag: string): string => {
  const folder = path.join(temporary, lastTag);
  fs.cpSync(migrations, folder, { recursive: true });
  const { entries } = Parse(Journal, JSON.parse(fs.readFileSync(path.join(migrations, 'meta/_journal.json'), 'utf8')));
  const end = entries.findIndex(({ tag }) => tag === lastTag) + 1;
  fs.writeFileSync(path.join(folder, 'meta/_journal.json'), JSON.stringify({ entries: entries.slice(0, end) }));
  return folder;
};
const previousRelease = copyMigrationsUpTo('0007_security_indexes');
const beforeBackfill = copyMigrationsUpTo('0008_attributes');

/** More than two batches of the backfill. */
const PRODUCTS = 1_203;

/** Inserts products like the previous release, which writes the columns and no attributes. */
const insertAsPreviousRelease = (database: Database, from: number, to: number) =>
  database.query(
    `INSERT INTO products (id, store, sku, name, category, category_name, brand, brand_name, price_cents, seller_name, rating_tenths, stock,
       featured_rank, image, images, short_description, description, features, specifications, store_features, search_text, created_at, material, stone, color)
     SELECT 'p-' || lpad(n::text, 5, '0'), 'jewellery-store', 'S-' || n, 'Comet ring', 'rings', 'Rings', 'tiffany', 'Tiffany', 1000 + n, 'Oriel', 40, 1,
       n, '', '[]', '', '', '[]', '[]', '{}', 'comet', now(), (ARRAY['gold', 'silver', ''])[n % 3 + 1], CASE WHEN n % 2 = 0 THEN 'diamond' ELSE '' END, 'white'
     FROM generate_series($1::integer, $2::integer) n`,
    [from, to],
  );

/** Returns the rows in which attributes, columns, cells and words contradict each other. */
const findContradictions = async (database: Database): Promise<unknown[]> =>
  (
    await database.query(
      `SELECT id AS what FROM products WHERE (coalesce(attributes ->> 'material', ''), coalesce(attributes ->> 'stone', ''), coalesce(attributes ->> 'color', ''))
         IS DISTINCT FROM (material, stone, color) OR '' IN (SELECT value FROM jsonb_each_text(attributes))
       UNION ALL SELECT p.id FROM products p LEFT JOIN facet_cells c ON c.id = p.facet_cell_id LEFT JOIN attribute_sets s ON s.id = c.attribute_set_id
         WHERE s.attributes IS DISTINCT FROM p.attributes OR c.material IS DISTINCT FROM p.material
       UNION ALL SELECT c.id::text FROM facet_cells c WHERE products <> (SELECT count(*) FROM products p WHERE p.facet_cell_id = c.id)
       UNION ALL SELECT w.word FROM search_words w FULL JOIN (SELECT store, word, count(*) AS n
         FROM products, product_words(VARIADIC ARRAY[name, category_name, brand_name] || attribute_values(attributes)) word GROUP BY 1, 2) p
         ON p.store = w.store AND p.word = w.word WHERE coalesce(w.products, 0) <> coalesce(p.n, 0)`,
    )
  ).rows;

const readProduct = async (database: Database, id: string): Promise<unknown> =>
  (await database.query('SELECT attributes, material, stone, color FROM products WHERE id = $1', [id])).rows[0];

describe.each(databaseKinds)('the attributes of products on %s', (kind) => {
  let database: Database;
  beforeEach(async () => {
    database = await openTestDatabase(kind);
    await database.query('DROP SCHEMA public CASCADE; DROP SCHEMA drizzle CASCADE; CREATE SCHEMA public');
    await migrateDatabase(database, { folder: previousRelease });
    await insertAsPreviousRelease(database, 1, PRODUCTS);
  }, 60_000);
  afterEach(() => database.close());

  test('are taken from the columns of the previous release, and no product changes its cell', async () => {
    const readCells = async () => (await database.query('SELECT id, facet_cell_id FROM products ORDER BY id')).rows;
    const cells = await readCells();
    await migrateDatabase(database);
    expect(await readProduct(database, 'p-00006')).toMatchObject({
      attributes: { material: 'gold', stone: 'diamond', color: 'white' },
    });
    expect(await readProduct(database, 'p-00005')).toMatchObject({ attributes: { color: 'white' } });
    expect(await findContradictions(database)).toEqual([]);
    expect(await readCells()).toEqual(cells);
  }, 60_000);

  test('are correct even if the previous release writes during the backfill', async () => {
    await migrateDatabase(database, { folder: beforeBackfill });
    await database.query("UPDATE products SET price_cents = 90000, name = 'Meteor ring' WHERE id = 'p-00001'");
    await database.query("UPDATE products SET material = 'steel', stone = '' WHERE id = 'p-00002'");
    await database.query("UPDATE products SET stock = stock - 1 WHERE id = 'p-00003'");
    await database.query("DELETE FROM products WHERE id IN ('p-00004', 'p-00005')");
    await insertAsPreviousRelease(database, PRODUCTS + 1, PRODUCTS + 6);
    await migrateDatabase(database);
    expect(await readProduct(database, 'p-00002')).toMatchObject({ attributes: { material: 'steel', color: 'white' } });
    expect(await findContradictions(database)).toEqual([]);
  }, 60_000);

  test('stay in sync with the columns of the previous release, in both directions', async () => {
    await migrateDatabase(database);
    await database.query(
      `UPDATE products SET attributes = '{"stone": "opal", "finish": "matte"}' WHERE id IN ('p-00001', 'p-00002')`,
    );
    expect(await readProduct(database, 'p-00001')).toMatchObject({ material: '', stone: 'opal', color: '' });
    await database.query("UPDATE products SET material = 'gold', stone = '' WHERE id = 'p-00001'");
    expect(await readProduct(database, 'p-00001')).toMatchObject({ attributes: { material: 'gold', finish: 'matte' } });
    await insertAsPreviousRelease(database, PRODUCTS + 1, PRODUCTS + 3);
    expect(await findContradictions(database)).toEqual([]);
  }, 60_000);
});
