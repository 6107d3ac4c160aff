import fs from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import type { ImportChange, ImportChoices, ImportGroup, ImportRow, StaffImport } from '@shop/contracts';
import { waitUntil } from '@shop/server-kit/testing/waitUntil';
import type { FastifyInstance } from 'fastify';
import { anOperatorNamed } from '../../../audit/Actor';
import type { Database } from '../../../database/Database';
import { findAudit } from '../../../testing/anOperator';
import { ADMIN, StaffVisitor } from '../../../testing/StaffVisitor';
import { buildTestApp } from '../../../testing/testApp';
import { databaseKinds, openTestDatabase } from '../../../testing/testDatabase';
import { applyImport } from './applyImport';
import { exportProducts } from './exportProducts';
import { deleteOldFiles, forgetOldImports, leaseDueImport } from './importsRepository';
import { readProductFile } from './readProductFile';
import { runDueImports } from './runDueImports';

const NOON = new Date('2026-11-21T12:00:00Z');
const HEADER = 'sku,store,name,category,brand,price,short_description,description';
const RING = 'COMET-1,jewellery-store,Comet Ring,rings,tiffany,1249.50,A ring.,A ring with a tail.';
const FILE = `${HEADER}\n${RING}\n`;
const NO_OPTIONS: ImportChoices = { store: '', category: '', brand: '', create: false };

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'import-tests-'));
const tmpdir = jest.spyOn(os, 'tmpdir');
const readFixture = (name: string): Buffer => fs.readFileSync(path.join(__dirname, 'fixtures', `${name}.csv`));

interface Answer {
  readonly code?: string;
  readonly message?: string;
  readonly data: StaffImport;
}

describe.each(databaseKinds)('imports in the back office on %s', (kind) => {
  let database: Database;
  let app: FastifyInstance;
  let ada: StaffVisitor;
  let now = NOON;
  const clock = { now: () => now };
  const context = () => ({ database, clock });

  beforeAll(async () => {
    tmpdir.mockReturnValue(folder);
    database = await openTestDatabase(kind);
    app = await buildTestApp(database, {}, clock);
    ada = await new StaffVisitor(app, database, clock).join('ada@example.com', 'catalog');
  }, 60_000);
  afterAll(async () => {
    await app.close();
    await database.close();
    tmpdir.mockRestore();
    fs.rmSync(folder, { recursive: true, force: true });
  });
  beforeEach(async () => {
    now = NOON;
    await database.query('DELETE FROM imports');
    await database.query('DELETE FROM pictures');
    await database.query("DELETE FROM products WHERE imported_at IS NOT NULL AND id NOT LIKE 'ring-%'");
  });
  afterEach(async () => {
    await waitUntil('nothing is left of any upload', () => fs.readdirSync(folder).length === 0);
  });

  const cookie = () => [...ada.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const headers = () => ({
    host: new URL(ADMIN).host,
    origin: ADMIN,
    'sec-fetch-site': 'same-origin',
    'content-type': 'application/octet-stream',
    cookie: cookie(),
  });
  const put = (content: string | Buffer, query: Readonly<Record<string, string>> = {}) =>
    app.inject({
      method: 'PUT',
      url: `/api/admin/imports?${new URLSearchParams(query)}`,
      headers: headers(),
      payload: content,
    });
  const read = async (id: number) => (await ada.get(`/imports/${id}`)).json<Answer>().data;
  const upload = async (content: string | Buffer, query: Readonly<Record<string, string>> = {}) => {
    const response = await put(content, query);
    if (response.statusCode !== 200) throw new Error(response.body);
    return response.json<Answer>().data;
  };
  /** Uploads a file and returns its plan. */
  const plan = async (content: string | Buffer, query: Readonly<Record<string, string>> = {}) => {
    const { id } = await upload(content, query);
    await runDueImports(context());
    return read(id);
  };
  const apply = ({ id, hash }: Pick<StaffImport, 'id' | 'hash'>) =>
    ada.post(`/imports/${id}/apply`, { hash: hash ?? 'x' });
  const planAgain = async ({ id }: Pick<StaffImport, 'id'>, options: Partial<ImportChoices> = {}) => {
    const response = await ada.patch(`/imports/${id}`, { ...NO_OPTIONS, ...options });
    await runDueImports(context());
    return response.statusCode === 200 ? read(id) : response.json<Answer>();
  };
  /** Uploads, plans and applies a file. */
  const bring = async (content: string | Buffer, query: Readonly<Record<string, string>> = {}) => {
    const planned = await plan(content, query);
    await apply(planned);
    await runDueImports(context());
    return read(planned.id);
  };
  const changesOf = async ({ id }: Pick<StaffImport, 'id'>, page = 1) =>
    (await ada.get(`/imports/${id}/changes?page=${page}`)).json<{ data: { items: ImportChange[]; pages: number } }>()
      .data;
  const list = async () =>
    (await ada.get('/imports')).json<{ data: { items: ImportRow[]; categories: ImportGroup[] } }>().data;
  const priceOf = async (id: string) =>
    (await database.query<{ price_cents: number }>('SELECT price_cents FROM products WHERE id = $1', [id])).rows[0]
      ?.price_cents;
  const countImported = async (file: string): Promise<number> =>
    (await findAudit(database, file)).filter(({ action }) => action === 'products.imported').length;
  const everything = async (): Promise<string> => {
    let text = '';
    for await (const part of exportProducts(database, null)) text += part;
    return text;
  };

  test('a file is uploaded, planned, applied and undone, each with its trace (product 16.58, 16.61)', async () => {
    const before = await everything();
    const uploaded = await upload(FILE, { name: 'C:\\Files\\goods.csv' });
    expect(uploaded).toMatchObject({ file: 'goods.csv', state: 'waiting', by: 'Ada', hash: null, pages: 0 });
    await runDueImports(context());
    const planned = await read(uploaded.id);
    expect(planned).toMatchObject({
      state: 'planned',
      totals: { created: 1, changed: 0, unchanged: 0 },
      problems: [],
      pages: 1,
      can_undo: false,
    });
    expect(await changesOf(planned)).toEqual({
      pages: 1,
      items: [
        {
          id: 'comet-ring',
          name: 'Comet Ring',
          is_new: true,
          columns: expect.arrayContaining([{ column: 'price', before: '', after: '1249.50' }]),
        },
      ],
    });
    expect(await everything()).toBe(before);
    expect((await apply(planned)).json<Answer>().data.state).toBe('applying');
    await runDueImports(context());
    expect(await read(planned.id)).toMatchObject({ state: 'applied', can_undo: true, undone_by: null });
    expect(await priceOf('comet-ring')).toBe(124_950);
    const { rows } = await database.query('SELECT FROM import_files UNION ALL SELECT FROM import_pages');
    expect(rows).toEqual([]);

    expect((await ada.post(`/imports/${planned.id}/undo`)).json<Answer>().data.state).toBe('undoing');
    await runDueImports(context());
    expect((await list()).items).toMatchObject([
      { id: planned.id, state: 'undone', undone_by: 'Ada', can_undo: false },
    ]);
    expect(await everything()).toBe(before);
    expect((await findAudit(database, 'goods.csv')).map(({ who, action }) => [who, action])).toEqual([
      ['Ada', 'products.file-uploaded'],
      ['Ada', 'products.imported'],
      ['Ada', 'products.restored'],
    ]);
    expect((await ada.post(`/imports/${planned.id}/undo`)).json()).toMatchObject({ code: 'IMPORT_REFUSED' });
  });

  test('errors are listed by line and column, and what is changed page by page (product 16.59)', async () => {
    await bring(FILE);
    const rows = Array.from({ length: 1_100 }, (_, index) =>
      RING.replace('COMET-1', `N-${index}`).replace('1249.50', 'free'),
    );
    const refused = await plan([HEADER, ...rows, 'COMET-1,jewellery-store,Comet Ring,rings,tiffany,5,s,d'].join('\n'));
    expect(refused).toMatchObject({ state: 'refused', problem_count: 1_100 });
    expect(refused.problems).toHaveLength(1_000);
    expect(refused.problems[0]).toEqual({
      line: 2,
      column: 'price',
      message: 'must be dollars such as 12.50, above 0 and at most 1000000, not "free"',
    });
    expect((await apply(refused)).json()).toMatchObject({ code: 'IMPORT_REFUSED' });

    const many = Array.from({ length: 120 }, (_, index) => RING.replace('COMET-1', `N-${index}`));
    const long = `${'Same. '.repeat(200)}Other.`;
    const planned = await plan([HEADER, ...many, RING.replace('A ring with a tail.', long)].join('\n'));
    expect(planned).toMatchObject({ totals: { created: 120, changed: 1, unchanged: 0 }, pages: 3 });
    const pages = await Promise.all([1, 2, 3, 4].map((page) => changesOf(planned, page)));
    expect(pages.map(({ items }) => items.length)).toEqual([50, 50, 21, 0]);
    const [changed] = pages[2]?.items.slice(-1) ?? [];
    expect(changed).toMatchObject({ id: 'comet-ring', is_new: false, columns: [{ column: 'description' }] });
    expect(changed?.columns[0]?.before).toBe('A ring with a tail.');
    expect(changed?.columns[0]?.after).toMatch(/^Same\. .{590,600}…$/);
  });

  test('categories that do not exist are offered, and made when that is chosen, without another upload (product 16.60)', async () => {
    const refused = await plan(FILE.replace(',rings,', ',tiaras,').replace('tiffany', 'ada-works'));
    expect(refused).toMatchObject({
      state: 'refused',
      new_categories: [{ store: 'jewellery-store', slug: 'tiaras', name: 'Tiaras' }],
      new_brands: [{ store: 'jewellery-store', slug: 'ada-works', name: 'Ada works' }],
    });
    expect(refused.problems.map(({ column }) => column).sort()).toEqual(['brand', 'category']);
    const planned = (await planAgain(refused, { create: true })) as StaffImport;
    expect(planned).toMatchObject({ state: 'planned', options: { create: true }, totals: { created: 1 } });
    expect((await apply(refused)).json()).toMatchObject({ code: 'IMPORT_REFUSED' });
    expect((await list()).categories).not.toContainEqual(expect.objectContaining({ slug: 'tiaras' }));
    await apply(planned);
    await runDueImports(context());
    expect((await list()).categories).toContainEqual({ store: 'jewellery-store', slug: 'tiaras', name: 'Tiaras' });
    await ada.post(`/imports/${planned.id}/undo`);
    await runDueImports(context());
    expect((await list()).categories).not.toContainEqual(expect.objectContaining({ slug: 'tiaras' }));
  });

  test('options that are not those of the shop are refused (product 16.60)', async () => {
    expect((await put(FILE, { store: 'elsewhere' })).json()).toMatchObject({ code: 'INVALID_REQUEST' });
    const planned = await plan(FILE);
    expect(await planAgain(planned, { store: 'elsewhere' })).toMatchObject({ code: 'INVALID_REQUEST' });
    expect(await read(planned.id)).toMatchObject({ state: 'planned' });
  });

  test("another product's SKU is an error at its cell (product 16.59)", async () => {
    await bring(FILE);
    expect((await plan('id,sku\nring-halo,COMET-1\n')).problems).toEqual([
      { line: 2, column: 'sku', message: 'belongs to the product comet-ring' },
    ]);
  });

  test('pictures are found by the names of their files; a file waits for those that are being made (product 16.62)', async () => {
    const picture = (name: string, state: string) =>
      database.query(
        `INSERT INTO pictures (hash, name, url, width, height, alt, state, bytes, actor, created_at, next_attempt_at)
         VALUES ($1, $1, $2, 900, 800, 'A comet', $3, 1, '{"name":"Ada"}', $4, $4)`,
        [name, `/media/added/${name}-640.webp`, state, NOON],
      );
    const file = `${HEADER},images\n${RING},"Comet.JPG\ntail.png | Its tail"\n`;
    const refused = await plan(file);
    expect(refused.problems).toEqual([
      { line: 2, column: 'images', message: 'names Comet.JPG, which is not among the pictures' },
      { line: 2, column: 'images', message: 'names tail.png, which is not among the pictures' },
    ]);
    await picture('comet.jpg', 'waiting');
    await picture('tail.png', 'failed');
    expect(await planAgain(refused)).toMatchObject({
      state: 'planning',
      error: 'It waits for its pictures, whose sizes are being made.',
    });
    await database.query("UPDATE pictures SET state = 'ready'");
    now = new Date(NOON.getTime() + 1_000);
    await runDueImports(context());
    const planned = await read(refused.id);
    expect(planned).toMatchObject({ state: 'planned', error: '' });
    await apply(planned);
    await runDueImports(context());
    const { rows } = await database.query("SELECT images, image FROM products WHERE id = 'comet-ring'");
    expect(rows).toEqual([
      {
        image: '/media/added/comet.jpg-640.webp',
        images: [
          { url: '/media/added/comet.jpg-640.webp', width: 900, height: 800, alt: 'A comet' },
          { url: '/media/added/tail.png-640.webp', width: 900, height: 800, alt: 'Its tail' },
        ],
      },
    ]);
  });

  describe('a plan that is no longer true', () => {
    test('is shown again instead of being applied (product 16.63)', async () => {
      await bring(`${FILE}${RING.replace('COMET-1', 'COMET-2')}\n`);
      const planned = await plan('sku,price\nCOMET-1,99\nCOMET-2,300\n', { name: 'stale.csv' });
      await bring('sku,price\nCOMET-1,99\n');
      await apply(planned);
      await runDueImports(context());
      const shown = await read(planned.id);
      expect(shown).toMatchObject({
        state: 'planned',
        is_other: true,
        hash: expect.not.stringMatching(planned.hash ?? ''),
      });
      expect((await changesOf(shown)).items.map(({ id }) => id)).toEqual(['comet-ring-2']);
      expect(await priceOf('comet-ring-2')).toBe(124_950);
      expect(await countImported('stale.csv')).toBe(0);
      expect((await apply(planned)).json()).toMatchObject({
        message: 'This is not the plan that you have seen. Look at it again.',
      });
      await apply(shown);
      await runDueImports(context());
      expect([await priceOf('comet-ring-2'), await countImported('stale.csv')]).toEqual([30_000, 1]);
    });

    test('is refused when its category is gone; one with another name counts as it is called now (product 16.63)', async () => {
      const rename = (column: string, from: string, to: string) =>
        database.query(`UPDATE categories SET ${column} = $2 WHERE store = 'jewellery-store' AND ${column} = $1`, [
          from,
          to,
        ]);
      await bring(FILE.replace(',rings,', ',tiaras,'), { create: 'true' });
      await database.query("DELETE FROM products WHERE id = 'comet-ring'");
      const planned = await plan(FILE.replace(',rings,', ',tiaras,'));
      await rename('name', 'Tiaras', 'Crowns');
      await apply(planned);
      await runDueImports(context());
      const { rows } = await database.query("SELECT category, category_name FROM products WHERE id = 'comet-ring'");
      expect(rows).toEqual([{ category: 'tiaras', category_name: 'Crowns' }]);

      await database.query("DELETE FROM products WHERE id = 'comet-ring'");
      const other = await plan(FILE.replace(',rings,', ',tiaras,'));
      await rename('slug', 'tiaras', 'crowns');
      await apply(other);
      await runDueImports(context());
      expect(await read(other.id)).toMatchObject({ state: 'refused', problems: [{ line: 2, column: 'category' }] });
      await database.query("DELETE FROM categories WHERE slug = 'crowns'");
    });
  });

  test('of two who apply the same plan, one does, and the products are there once (product 16.64)', async () => {
    const planned = await plan(FILE, { name: 'once.csv' });
    const codes = (await Promise.all([apply(planned), apply(planned), apply(planned)])).map(
      ({ statusCode }) => statusCode,
    );
    expect(codes.sort()).toEqual([200, 409, 409]);
    await Promise.all([runDueImports(context()), runDueImports(context())]);
    expect(await countImported('once.csv')).toBe(1);
    expect((await apply(planned)).json()).toMatchObject({ message: 'Somebody else has just imported it.' });
    expect((await ada.delete(`/imports/${planned.id}`)).json()).toMatchObject({
      message: 'It has been imported already.',
    });
    expect(await planAgain(planned)).toMatchObject({ code: 'IMPORT_REFUSED' });
  });

  describe('a process that dies', () => {
    const die = () => leaseDueImport(database, now, new Date(now.getTime() + 60_000));
    const later = () => (now = new Date(now.getTime() + 61_000));

    test('while it plans leaves the file to the next one (product 16.64)', async () => {
      const { id } = await upload(FILE);
      expect(await die()).toMatchObject({ id, state: 'planning' });
      await runDueImports(context());
      expect(await read(id)).toMatchObject({ state: 'planning' });
      later();
      await runDueImports(context());
      expect(await read(id)).toMatchObject({ state: 'planned', totals: { created: 1 } });
    });

    test('while it applies has written nothing, and the next one writes everything once (product 16.64)', async () => {
      const planned = await plan(FILE);
      await apply(planned);
      const dying: Database = {
        ...database,
        transaction: (work) =>
          database.transaction(async (connection) => {
            const result = await work(connection);
            if ((await connection.query('SELECT FROM imports WHERE state = $1', ['applied'])).rowCount === 1)
              throw new Error('the process is gone');
            return result;
          }),
      };
      await expect(runDueImports({ database: dying, clock })).rejects.toThrow('the process is gone');
      expect([await priceOf('comet-ring'), (await read(planned.id)).state]).toEqual([undefined, 'applying']);
      later();
      await runDueImports(context());
      expect([await priceOf('comet-ring'), (await read(planned.id)).state]).toEqual([124_950, 'applied']);
    });

    test('three times at one file fails it with a reason; it can be planned again, or thrown away (product 16.64)', async () => {
      const { id } = await upload(FILE);
      for (let time = 0; time < 3; time += 1) {
        expect(await die()).toMatchObject({ id });
        later();
      }
      await runDueImports(context());
      expect(await read(id)).toMatchObject({
        state: 'failed',
        error: 'This file could not be planned. Split it, and try each part.',
      });
      expect(await planAgain({ id })).toMatchObject({ state: 'planned', error: '' });
      expect((await ada.delete(`/imports/${id}`)).json()).toMatchObject({ message: 'Discarded.' });
      expect((await ada.get(`/imports/${id}`)).json()).toMatchObject({ code: 'IMPORT_NOT_FOUND' });
    });

    test('that is told to end stops between products, and leaves the rest to the next one (product 16.64)', async () => {
      const rows = Array.from({ length: 600 }, (_, index) => RING.replace('COMET-1', `N-${index}`));
      const { id } = await upload([HEADER, ...rows].join('\n'));
      const stopping = new AbortController();
      const running = runDueImports(context(), stopping.signal);
      stopping.abort();
      await running;
      expect(await read(id)).toMatchObject({ state: 'planning', error: '' });
      await runDueImports(context());
      expect(await read(id)).toMatchObject({ state: 'planned', totals: { created: 600 } });
    });

    test('keeps nobody else from importing; other options make what it has planned worth nothing (product 16.64)', async () => {
      const { id } = await upload(FILE);
      await die();
      expect(await bring(FILE.replace('COMET-1', 'COMET-2'))).toMatchObject({ state: 'applied' });
      expect(await planAgain({ id }, { create: true })).toMatchObject({ state: 'planned', options: { create: true } });
    });
  });

  test('an undo that is no longer possible says why, and changes nothing (product 16.61)', async () => {
    const applied = await bring(FILE);
    await bring('sku,price\nCOMET-1,5\n');
    await ada.post(`/imports/${applied.id}/undo`);
    await runDueImports(context());
    expect(await read(applied.id)).toMatchObject({
      state: 'applied',
      can_undo: true,
      error: `Import ${applied.id} cannot be undone: comet-ring changed since.`,
    });
    expect(await priceOf('comet-ring')).toBe(500);
  });

  describe('a file that cannot be', () => {
    test('too large by its length, it is refused before any of it is read (product 16.58)', async () => {
      const port = Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port);
      const send = (head: Readonly<Record<string, string>>, body: string, cutsOff: boolean) =>
        new Promise<string>((resolve) => {
          const lines = Object.entries({ ...headers(), connection: 'close', ...head }).map(
            ([name, value]) => `${name}: ${value}\r\n`,
          );
          const socket = net.connect(port, '127.0.0.1', () => {
            socket.write(`PUT /api/admin/imports HTTP/1.1\r\n${lines.join('')}\r\n${body}`);
            if (cutsOff) setTimeout(() => socket.destroy(), 50);
          });
          let text = '';
          socket.on('data', (data) => (text += data.toString()));
          socket.on('error', () => undefined); // closed while it sends
          socket.on('close', () => resolve(text));
        });
      const answer = await send({ 'content-length': '33000000' }, '', false);
      expect(answer).toMatch(/^HTTP\/1\.1 413 /);
      expect(answer).toContain('This file is too large: at most 32 MB.');
      await send({ 'content-length': '1000' }, FILE, true);
      await send({ 'transfer-encoding': 'chunked' }, '100\r\nhalf', true);
      expect((await list()).items).toEqual([]);
    });

    test.each([
      ['without anything', '', 'is empty: the first line names the columns'],
      [
        'of something else',
        Buffer.from([0x50, 0x4b, 3, 4, 0, 0, 0xff, 0]),
        'is not text: save the file as "CSV UTF-8"',
      ],
      ['without what names a product', 'name,price\nx,1\n', 'is missing: a row names its product by sku or id'],
    ])('%s, it is refused with its reason (product 16.59)', async (_what, content, message) => {
      expect(await plan(content)).toMatchObject({ state: 'refused', problems: [{ line: 1, message }] });
    });

    test('without rows, there is nothing to import (product 16.59)', async () => {
      const planned = await plan(`${HEADER}\n`);
      expect(planned).toMatchObject({ state: 'planned', totals: { created: 0, changed: 0, unchanged: 0 }, pages: 0 });
      expect((await apply(planned)).json()).toMatchObject({
        message: 'There is nothing to import: the shop is as the file says.',
      });
    });

    test('the twenty-first that waits, it is refused (product 16.58)', async () => {
      for (let count = 0; count < 20; count += 1) await upload(FILE);
      expect((await put(FILE)).json()).toMatchObject({
        code: 'IMPORT_REFUSED',
        message: '20 files wait to be imported already: import or discard one of them.',
      });
    });
  });

  test.each(['woocommerce', 'shopify', 'etsy'] as const)(
    'an export of %s comes in as it does in the terminal (product 16.51)',
    async (name) => {
      const options = { store: 'jewellery-store', category: 'Rings', brand: 'Ada Works', create: true } as const;
      const file = await readProductFile(readFixture(name), NOON);
      const applied = await applyImport(database, {
        ...{ file, options, now, actor: anOperatorNamed('grace'), fileName: name },
        findPictures: () => Promise.resolve(new Map()),
      });
      const terminal = await everything();
      await ada.post(`/imports/${applied.id}/undo`);
      await runDueImports(context());
      const brought = await bring(readFixture(name), { ...options, create: 'true' });
      expect(brought).toMatchObject({ state: 'applied', format: null, totals: { unchanged: 0 } });
      expect(await everything()).toBe(terminal);
      await ada.post(`/imports/${brought.id}/undo`);
      await runDueImports(context());
    },
  );

  test('products are exported as the terminal does, with formulas as text, and come back unchanged (product 16.65)', async () => {
    await bring(FILE.replace('Comet Ring', '=cmd()'));
    const response = await ada.get('/products/export');
    expect([response.headers['content-type'], response.headers['content-disposition']]).toEqual([
      'text/csv; charset=utf-8',
      'attachment; filename="products.csv"',
    ]);
    expect(response.body).toBe(await everything());
    expect(response.body).toContain("'=cmd()");
    expect(await plan(response.body)).toMatchObject({ state: 'planned', totals: { created: 0, changed: 0 } });
    const food = await ada.get('/products/export?store=organic-store');
    expect(food.body).not.toContain('COMET-1');
    expect((await ada.get('/products/export?store=elsewhere')).json()).toMatchObject({ code: 'INVALID_REQUEST' });
    expect(await findAudit(database, 'all')).toMatchObject([{ who: 'Ada', action: 'products.exported' }]);
  });

  test('files are kept for a day, and what was changed for ninety (product 16.58, 16.61)', async () => {
    const applied = await bring(FILE);
    await plan(FILE);
    const clean = async (at: number) => {
      await deleteOldFiles(database, new Date(at - 86_400_000));
      await forgetOldImports(database, new Date(at - 90 * 86_400_000));
      return (await list()).items.map(({ state, can_undo: canUndo }) => [state, canUndo]);
    };
    expect(await clean(NOON.getTime())).toEqual([
      ['planned', false],
      ['applied', true],
    ]);
    expect(await clean(NOON.getTime() + 86_400_001)).toEqual([['applied', true]]);
    expect(await clean(NOON.getTime() + 90 * 86_400_000 + 1)).toEqual([['applied', false]]);
    expect((await ada.post(`/imports/${applied.id}/undo`)).json()).toMatchObject({
      message: 'It can no longer be undone.',
    });
  });
});
