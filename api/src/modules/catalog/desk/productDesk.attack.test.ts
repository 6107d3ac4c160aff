import { LOW_STOCK, type ProductOutcome, type StaffProductRow } from '@shop/contracts';
import type { FastifyInstance } from 'fastify';
import type { Database } from '../../../database/Database';
import { findAudit } from '../../../testing/anOperator';
import { StaffVisitor } from '../../../testing/StaffVisitor';
import { buildTestApp } from '../../../testing/testApp';
import { databaseKinds, openTestDatabase } from '../../../testing/testDatabase';

describe.each(databaseKinds)('the desk of products on %s', (kind) => {
  let database: Database;
  let app: FastifyInstance;
  let ada: StaffVisitor;
  let now = new Date('2026-11-21T12:00:00Z');
  const clock = { now: () => now };
  beforeAll(async () => {
    database = await openTestDatabase(kind);
    app = await buildTestApp(database, {}, clock);
    ada = await new StaffVisitor(app, database, clock).join('ada@example.com');
  }, 60_000);
  afterAll(async () => {
    await app.close();
    await database.close();
  });

  interface Page {
    readonly items: StaffProductRow[];
    readonly next: string | null;
    readonly total: number;
  }
  const list = async (query = ''): Promise<Page> => (await ada.get(`/products?${query}`)).json().data;
  const listIds = async (query: string): Promise<string[]> => (await list(query)).items.map(({ id }) => id);
  const change = async (body: object): Promise<ProductOutcome[]> =>
    (await ada.post('/products/changes', body)).json().data;
  const readPrices = async (id: string) =>
    (await database.query('SELECT price_cents, original_price_cents, offer FROM products WHERE id = $1', [id])).rows[0];

  test('pages have each product once, the last changed first (product 16.45)', async () => {
    const [{ count = 0 } = {}] = (
      await database.query<{ count: number }>('SELECT count(*)::int AS count FROM products')
    ).rows;
    const seen: string[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const page: Page = await list(`cursor=${encodeURIComponent(cursor)}`);
      expect(page.total).toBe(count);
      seen.push(...page.items.map(({ id }) => id));
      cursor = page.next;
    }
    expect([seen.length, new Set(seen).size]).toEqual([count, count]);
    now = new Date('2026-11-21T12:01:00Z');
    await change({ ids: ['carrots'], price_percent: 10 });
    expect((await list()).items[0]).toMatchObject({ id: 'carrots', changed_at: '2026-11-21T12:01:00.000Z' });
  });

  test('products are found by name, SKU, brand and category, drafts, too; a variant by its SKU (product 16.45)', async () => {
    await change({ ids: ['ring-halo'], status: 'draft' });
    expect(await listIds('q=halo')).toContain('ring-halo');
    expect(await listIds('view=drafts&q=HAL')).toEqual(['ring-halo']);
    expect(await listIds('view=published&q=halo')).not.toContain('ring-halo');
    const { rows } = await database.query<{ sku: string; product_id: string }>(
      'SELECT sku, product_id FROM product_variants LIMIT 1',
    );
    expect(await listIds(`q=${rows[0]?.sku.toLowerCase()}`)).toEqual([rows[0]?.product_id]);
    expect(
      (await list('store=jewellery-store&category=rings')).items.every(({ category }) => category === 'Rings'),
    ).toBe(true);
    for (const q of ['%', "'; --", '&|!', 'qqqq']) expect(await listIds(`q=${encodeURIComponent(q)}`)).toEqual([]);
    await change({ ids: ['ring-halo'], status: 'published' });
  });

  test('low is what few pieces or few of a variant are left of; out of stock is what cannot be bought (product 16.85)', async () => {
    const setStock = (id: string, stock: number) =>
      database.query('UPDATE products SET stock = $2 WHERE id = $1', [id, stock]);
    const readViews = async () => [(await listIds('view=low')).sort(), (await listIds('view=out')).sort()];
    for (const table of ['products', 'product_variants']) await database.query(`UPDATE ${table} SET stock = 100`);
    // Its pieces are those of its variants: its own number says nothing.
    await setStock('ring-eternity', 0);
    await setStock('bracelet-bangle', LOW_STOCK + 1);
    expect(await readViews()).toEqual([[], []]);
    await setStock('bananas', LOW_STOCK);
    await database.query(
      "UPDATE product_variants SET stock = 0 WHERE product_id = 'ring-eternity' AND position = (SELECT min(position) FROM product_variants WHERE product_id = 'ring-eternity')",
    );
    expect(await readViews()).toEqual([['bananas', 'ring-eternity'], []]);
    const row = (await list('view=low&q=eternity')).items[0];
    expect(row).toMatchObject({ stock: 100 * (Number(row?.variants) - 1), least: 0 });
    await setStock('bananas', 0);
    await database.query("UPDATE product_variants SET stock = 0 WHERE product_id = 'ring-eternity'");
    expect(await readViews()).toEqual([
      ['bananas', 'ring-eternity'],
      ['bananas', 'ring-eternity'],
    ]);
    expect((await list('view=out&store=organic-store')).items).toMatchObject([{ id: 'bananas', stock: 0, least: 0 }]);
    await change({ ids: ['bananas'], status: 'archived' });
    expect(await readViews()).toEqual([['ring-eternity'], ['ring-eternity']]);
    await change({ ids: ['bananas'], status: 'published' });
    for (const table of ['products', 'product_variants']) await database.query(`UPDATE ${table} SET stock = 100`);
    expect(await readViews()).toEqual([[], []]);
  });

  test('pages of what is low have each product once, the least first (product 16.85)', async () => {
    await database.query('UPDATE products SET stock = length(name) % 4');
    await database.query('UPDATE product_variants SET stock = length(name || product_id) % 4');
    const seen: StaffProductRow[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const page: Page = await list(`view=low&cursor=${encodeURIComponent(cursor)}`);
      seen.push(...page.items);
      cursor = page.next;
    }
    expect(seen.length).toBeGreaterThan(50);
    expect(seen).toHaveLength((await list('view=low')).total);
    expect(new Set(seen.map(({ id }) => id)).size).toBe(seen.length);
    expect(seen.map(({ least }) => least)).toEqual(seen.map(({ least }) => least).sort((a, b) => a - b));
    for (const table of ['products', 'product_variants']) await database.query(`UPDATE ${table} SET stock = 100`);
  });

  test('words that only a description has find nothing (product 16.45)', async () => {
    await database.query("UPDATE products SET search_text = search_text || ' zyxwordonly' WHERE id = 'carrots'");
    expect(await listIds('q=zyxword')).toEqual([]);
    await database.query("UPDATE products SET name = name || ' Zyxname' WHERE id = 'carrots'");
    expect(await listIds('q=ZYXna')).toEqual(['carrots']);
    await database.query("UPDATE products SET name = replace(name, ' Zyxname', '') WHERE id = 'carrots'");
  });

  test.each([
    ['view=lost', 'view'],
    ['store=books', 'store'],
    ['cursor=1', 'cursor'],
    ['view=low&cursor=99999999999~x', 'cursor'],
    ['cursor=3~x', 'cursor'],
    ['cursor=2026-99-99%2000:00:00%2B00~x', 'cursor'],
  ])('a list with %s is refused by that field (product 16.45)', async (query, field) => {
    expect((await ada.get(`/products?${query}`)).json()).toMatchObject({ fields: { [field]: expect.any(String) } });
  });

  test('the status of several is changed, each on its own, and the audit has it once (product 16.46)', async () => {
    const ids = ['ring-halo', 'carrots', 'nothing'];
    expect(await change({ ids, status: 'archived' })).toEqual([
      { id: 'ring-halo', error: null },
      { id: 'carrots', error: null },
      { id: 'nothing', error: 'Product not found' },
    ]);
    await change({ ids: ['carrots'], status: 'archived' });
    expect((await app.inject('/api/products/carrots')).statusCode).toBe(404);
    const audit = (await findAudit(database, 'carrots')).filter(({ after }) =>
      JSON.stringify(after).includes('status'),
    );
    expect(audit).toMatchObject([
      { who: 'Ada', action: 'products.changed', before: { status: 'published' }, after: { status: 'archived' } },
    ]);
    await change({ ids: ['ring-halo', 'carrots'], status: 'published' });
    expect((await app.inject('/api/products/carrots')).statusCode).toBe(200);
  });

  test('prices change by percent, with those of the variants, and a sale stays one (product 16.46)', async () => {
    const product = 'ring-eternity';
    const readVariants = async (): Promise<number[]> =>
      (
        await database.query<{ price_cents: number }>(
          'SELECT price_cents FROM product_variants WHERE product_id = $1 ORDER BY position',
          [product],
        )
      ).rows.map(({ price_cents }) => price_cents);
    const [before, variants] = [await readPrices(product), await readVariants()];
    expect(await change({ ids: [product], price_percent: -10 })).toEqual([{ id: product, error: null }]);
    expect(await readVariants()).toEqual(variants.map((cents) => Math.round(cents * 0.9)));
    expect(await readPrices(product)).toMatchObject({ price_cents: Math.round(Number(before?.['price_cents']) * 0.9) });
    expect((await readPrices(product))?.['price_cents']).toBe(Math.min(...(await readVariants())));
  });

  test('a sale is a share of the price before, is changed from there, and ends where it began (product 16.46)', async () => {
    const product = 'bracelet-bangle';
    await change({ ids: [product], sale_percent: 0 });
    const { price_cents: regular } = (await readPrices(product)) as { price_cents: number };
    for (const percent of [20, 35]) {
      await change({ ids: [product], sale_percent: percent });
      expect(await readPrices(product)).toEqual({
        price_cents: Math.round((regular * (100 - percent)) / 100),
        original_price_cents: regular,
        offer: percent,
      });
    }
    expect(await listIds('view=sale&q=bangle')).toContain(product);
    await change({ ids: [product], sale_percent: 0 });
    expect(await readPrices(product)).toEqual({ price_cents: regular, original_price_cents: null, offer: 0 });
  });

  test('what cannot be is refused with a sentence, and the others are changed (product 16.46)', async () => {
    await database.query("UPDATE products SET price_cents = 1 WHERE id = 'carrots'");
    await database.query("UPDATE products SET price_cents = 99999999 WHERE id = 'ring-halo'");
    expect((await change({ ids: ['carrots'], price_percent: -90 }))[0]?.error).toBe('A price must be above $0.');
    expect((await change({ ids: ['ring-halo'], price_percent: 10 }))[0]?.error).toBe(
      'A price must be at most $1,000,000.',
    );
    expect((await change({ ids: ['ring-eternity'], sale_percent: 10 }))[0]?.error).toMatch(/has variants/);
    for (const body of [
      { ids: ['carrots'] },
      { ids: ['carrots'], status: 'draft', sale_percent: 10 },
      { ids: ['carrots'], status: 'sold' },
      { ids: [], status: 'draft' },
      { ids: ['carrots'], price_percent: 1_000 },
    ])
      expect((await ada.post('/products/changes', body)).statusCode).toBe(400);
  });
});
