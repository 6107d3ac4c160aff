import type { StaffGroup } from '@shop/contracts';
import type { FastifyInstance } from 'fastify';
import { syncCatalog, STATE_NAME } from '../../../../content/syncCatalog';
import type { Database } from '../../../database/Database';
import { findAudit } from '../../../testing/anOperator';
import { StaffVisitor } from '../../../testing/StaffVisitor';
import { buildTestApp } from '../../../testing/testApp';
import { databaseKinds, openTestDatabase } from '../../../testing/testDatabase';
import { lockImport } from '../productsImportRepository';
import { moveProducts } from './moveProducts';

const NO_MEDIA = '/nonexistent/manifest.json';
const STORE = 'jewellery-store';

describe.each(databaseKinds)('categories and brands on %s', (kind) => {
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

  const list = async (): Promise<StaffGroup[]> => (await ada.get('/groups')).json().data;
  const listSlugs = async (groupKind: string, store = STORE): Promise<string[]> =>
    (await list()).flatMap((group) => (group.kind === groupKind && group.store === store ? [group.slug] : []));
  const create = (body: object) => ada.post('/groups', { kind: 'category', store: STORE, picture: null, ...body });
  const change = (slug: string, body: object) => ada.call('PATCH', `/groups/category/${STORE}/${slug}`, body);
  const remove = (slug: string) => ada.call('DELETE', `/groups/category/${STORE}/${slug}`);
  /** Lets all products follow. */
  const follow = async (): Promise<void> => {
    while (await moveProducts({ database, clock }));
  };
  const passMinutes = (minutes: number): void => {
    now = new Date(now.getTime() + minutes * 60_000);
  };
  const readListing = async (category: string, store = STORE) =>
    (await app.inject(`/api/products?store=${store}&category=${category}`)).json().data;

  test('one is made at the end of its list, with an address of its name, which is free (product 16.78)', async () => {
    expect((await create({ name: 'Crème & Pearls' })).statusCode).toBe(200);
    expect((await listSlugs('category')).at(-1)).toBe('creme-pearls');
    for (const [name, field] of [
      ['Crème, Pearls', 'at this address'],
      ['rings', 'at this address'],
      ['日本', 'needs letters'],
    ] as const) {
      const refusal = await create({ name });
      expect([refusal.statusCode, refusal.json().fields?.name]).toEqual([400, expect.stringContaining(field)]);
    }
    expect((await create({ name: '  ' })).statusCode).toBe(400);
    expect((await create({ name: 'Anklets', picture: 999 })).json().fields).toEqual({
      picture: 'This picture is not ready yet.',
    });
    expect(await findAudit(database, 'creme-pearls')).toMatchObject([{ who: 'Ada', action: 'category.created' }]);
  });

  test('a renamed one takes its products along in batches, and its former address leads to it (product 16.79)', async () => {
    const before = (await readListing('rings')).total;
    expect((await change('rings', { name: 'Bands', slug: 'Bands', seen: 'Rings' })).statusCode).toBe(200);
    expect((await list()).find(({ slug }) => slug === 'bands')).toMatchObject({ name: 'Bands', moving: true });
    await follow();
    const moved = await readListing('rings');
    expect(moved).toMatchObject({ total: before, category: { store: STORE, slug: 'bands', name: 'Bands' } });
    expect(moved.items[0]).toMatchObject({ category: 'bands', categoryName: 'Bands' });
    expect((await readListing('bands&q=bands')).total).toBe(before);
    const { rows } = await database.query("SELECT 1 FROM products WHERE category = 'rings' OR category_name = 'Rings'");
    expect(rows).toEqual([]);
    expect(await findAudit(database, 'rings')).toMatchObject([
      {
        action: 'category.changed',
        before: { name: 'Rings', slug: 'rings' },
        after: { name: 'Bands', slug: 'bands' },
      },
    ]);
  });

  test('a product that was saved under the former address meanwhile follows, too (product 16.79)', async () => {
    await database.query("UPDATE products SET category = 'rings' WHERE id = 'ring-halo'");
    await follow();
    expect((await readListing('bands')).items.some(({ id }: { id: string }) => id === 'ring-halo')).toBe(true);
    passMinutes(2);
    await follow();
    expect((await list()).some(({ moving }) => moving)).toBe(false);
  });

  test('renamed twice, both former addresses lead to it; it can go back at once (product 16.79)', async () => {
    await change('bands', { slug: 'all-rings', seen: 'Bands' });
    await follow();
    for (const former of ['rings', 'bands'])
      expect((await readListing(former)).category).toMatchObject({ slug: 'all-rings' });
    expect((await change('all-rings', { slug: 'bands', seen: 'Bands' })).json().fields).toBeUndefined();
    await follow();
    for (const former of ['rings', 'all-rings', 'bands'])
      expect((await readListing(former)).category).toMatchObject({ slug: 'bands' });
    expect((await readListing('bands')).total).toBeGreaterThan(0);
  });

  test('of two who rename the same one, the second gets the name of the first (product 16.78)', async () => {
    const late = await change('bands', { name: 'Loops', seen: 'Rings' });
    expect([late.statusCode, late.json()]).toEqual([
      409,
      expect.objectContaining({ code: 'CHANGED_MEANWHILE', fields: { name: 'Bands' } }),
    ]);
    expect((await change('unknown', { name: 'Loops', seen: '' })).statusCode).toBe(404);
    expect((await change('bands', { slug: 'necklaces', seen: 'Bands' })).json().fields.slug).toContain(
      'at this address',
    );
    expect((await change('bands', { name: 'NECKLACES', seen: 'Bands' })).json().fields.name).toContain('this name');
    expect((await change('bands', { name: 'Bands', seen: 'Bands' })).statusCode).toBe(200);
  });

  // The embedded database has one connection.
  if (kind === 'PostgreSQL')
    test('while an import is applied, nothing is renamed or deleted (product 16.79)', async () => {
      await database.transaction(async (connection) => {
        await lockImport(connection, true);
        expect((await change('bands', { name: 'Loops', seen: 'Bands' })).json().message).toContain(
          'An import is being',
        );
        expect((await remove('creme-pearls')).statusCode).toBe(409);
      });
    });

  test('all of a storefront are put in an order; a list that is not theirs is refused (product 16.78)', async () => {
    const slugs = await listSlugs('category');
    const order = (given: readonly string[]) => ada.call('PUT', `/groups/category/${STORE}/order`, { slugs: given });
    expect((await order([...slugs].reverse())).statusCode).toBe(200);
    expect(await listSlugs('category')).toEqual([...slugs].reverse());
    expect((await order(slugs.slice(1))).statusCode).toBe(409);
    expect((await order([...slugs.slice(1), 'fruits'])).statusCode).toBe(409);
    const shown = (await app.inject(`/api/categories?store=${STORE}`)).json().data;
    expect(shown.map(({ slug }: { slug: string }) => slug)).toEqual([...slugs].reverse());
  });

  test('one without products is deleted, and a deployment brings back neither it nor a former one (product 16.79)', async () => {
    expect((await remove('bands')).json().message).toContain('has products');
    expect((await remove('creme-pearls')).statusCode).toBe(200);
    await database.query(
      "UPDATE products SET category = 'necklaces', category_name = 'Necklaces', imported_at = now() WHERE category = 'bracelets'",
    );
    expect((await remove('bracelets')).statusCode).toBe(200);
    await database.query('UPDATE seed_state SET hash = $1 WHERE name = $2', ['older', STATE_NAME]);
    await syncCatalog(database, NO_MEDIA);
    const after = await listSlugs('category');
    expect(after).toContain('bands');
    for (const gone of ['rings', 'bracelets', 'creme-pearls']) expect(after).not.toContain(gone);
    expect((await create({ name: 'Bracelets' })).statusCode).toBe(200);
    expect((await readListing('bracelets')).category).toMatchObject({ slug: 'bracelets' });
  });

  test('the category of another storefront is named, without its products (product 16.80)', async () => {
    const listing = await readListing('fruits');
    expect(listing).toMatchObject({ total: 0, category: { store: 'organic-store', slug: 'fruits' } });
    expect((await readListing('nothing')).category).toBeUndefined();
  });
});
