import fs from 'node:fs';
import path from 'node:path';
import { getProduct, storefronts } from '@shop/contracts';
import { Check } from '@sinclair/typebox/value';
import type { FastifyInstance } from 'fastify';
import { anOperatorNamed } from '../../../audit/Actor';
import type { Database } from '../../../database/Database';
import { anOrderBody, buildTestApp, newKey } from '../../../testing/testApp';
import { databaseKinds, openTestDatabase } from '../../../testing/testDatabase';
import { changeShop } from '../../settings/changeSettings';
import { applyImport, type AppliedImport } from './applyImport';
import { createPlan, type FilePlan, type FindPictures } from './createPlan';
import { describeChanges, describeTotals } from './describePlan';
import { exportProducts } from './exportProducts';
import { describeProblems } from './ImportProblem';
import type { ImportOptions } from './planImport';
import { readProductFile } from './readProductFile';
import { undoImport, type UndoResult } from './undoImport';

const now = new Date('2026-11-21T12:00:00Z');
const actor = anOperatorNamed('grace');
const HEADER = 'sku,store,name,category,brand,price,short_description,description';
const RING = 'COMET-1,jewellery-store,Comet Ring,rings,tiffany,1249.50,A ring.,A ring with a tail.';
const SIZED = `${HEADER},variant_label,variants,original_price
HELD,jewellery-store,Held Ring,rings,tiffany,5,s,d,Size,"a | A | H-A | 5 | 4\nb | B | H-B | 8 | 6",9
`;
const PICTURE = { url: '/media/added/ring-640.webp', width: 640, height: 640, alt: '' };

/** Knows a few pictures by their files' names. */
const findPictures: FindPictures = (_connection, names) =>
  Promise.resolve(new Map(names.filter((name) => /^(?:ring|wren-brooch)\b/.test(name)).map((name) => [name, PICTURE])));

const readFixture = (name: string): Buffer => fs.readFileSync(path.join(__dirname, 'fixtures', `${name}.csv`));

describe.each(databaseKinds)('imports on %s', (kind) => {
  let database: Database;
  let app: FastifyInstance;
  beforeEach(async () => {
    database = await openTestDatabase(kind);
    app = await buildTestApp(database);
  }, 60_000);
  afterEach(async () => {
    await app.close();
    await database.close();
  });

  const plan = async (content: string | Buffer, options: ImportOptions = {}): Promise<FilePlan> =>
    createPlan(database, { file: await readProductFile(Buffer.from(content), now), options, findPictures, now });
  const bring = async (content: string | Buffer, options: ImportOptions = {}): Promise<AppliedImport> => {
    const file = await readProductFile(Buffer.from(content), now);
    return applyImport(database, { file, options, findPictures, now, actor, fileName: 'goods.csv' });
  };
  /** What was done, or what prevents it. */
  const say = async (applied: Promise<AppliedImport>): Promise<string | string[]> => {
    const result = await applied;
    return result.plan.problems.length > 0 ? describeProblems(result.plan.problems) : describeTotals(result.plan);
  };
  const undo = (id: number | undefined): Promise<UndoResult> => undoImport(database, { id: id ?? 0, actor, now });
  const get = async (id: string) => (await app.inject({ url: `/api/products/${id}` })).json().data;
  const everything = async (): Promise<string> => {
    let text = '';
    for await (const part of exportProducts(database, null)) text += part;
    return text;
  };
  const order = (id: string, variant: string | null, quantity: number, total: number) =>
    app.inject({
      method: 'POST',
      url: '/api/orders',
      headers: { 'idempotency-key': newKey() },
      payload: anOrderBody({ items: [{ product_id: id, variant_id: variant, quantity }], expected_total: total }),
    });

  test('what a file changes of the stock, and what its undoing takes back, is in the history (product 16.70)', async () => {
    await bring(SIZED);
    await bring(`${HEADER},stock\n${RING},7\n`);
    const applied = await bring('sku,stock\nCOMET-1,9\nH-A,1\n');
    await bring('sku,price\nCOMET-1,99\n');
    await database.query("UPDATE products SET version = 1 WHERE id = 'comet-ring'");
    await undo(applied.id);
    const { rows } = await database.query(
      `SELECT variant_id, change, "left", reason, note, actor ->> 'name' AS by FROM stock_changes ORDER BY product_id, id`,
    );
    const common = { note: 'goods.csv', by: 'grace' };
    expect(rows).toEqual([
      { variant_id: null, change: 2, left: 9, reason: 'imported', ...common },
      { variant_id: null, change: -2, left: 7, reason: 'undone', ...common },
      { variant_id: 'a', change: -3, left: 1, reason: 'imported', ...common },
      { variant_id: 'a', change: 3, left: 4, reason: 'undone', ...common },
    ]);
  });

  describe('any columns', () => {
    test('a file of SKUs and prices changes prices, and nothing else (product 16.47)', async () => {
      await bring(`${HEADER},stock\n${RING},7\n`);
      const { changed, created } = await plan('sku,price\nCOMET-1,99\n');
      expect(created).toEqual([]);
      expect(changed.map(describeChanges)).toEqual([[{ column: 'price', before: '1249.50', after: '99.00' }]]);
      expect(await say(bring('sku,price\nCOMET-1,99\n'))).toBe('0 created, 1 changed, 0 unchanged');
      expect(await get('comet-ring')).toMatchObject({ price: 99, stock: 7, name: 'Comet Ring', brand: 'tiffany' });
    });

    test('the SKU of a variant changes its price and stock, and the product costs what the cheapest does (product 16.47)', async () => {
      await bring(SIZED);
      expect(await say(bring('sku,price,stock\nH-A,7.50,1\nH-B,6,2\n'))).toBe('0 created, 1 changed, 0 unchanged');
      expect(await get('held-ring')).toMatchObject({
        price: 6,
        stock: 3,
        variants: [
          { id: 'a', price: 7.5, stock: 1 },
          { id: 'b', price: 6, stock: 2 },
        ],
      });
      expect(await say(bring('sku,price\nH-A,10\nH-B,12\n'))).toEqual([
        'line 2, original_price: must be above the price of 10.00',
      ]);
      expect(await say(bring('sku,name\nH-A,Other\n'))).toEqual([
        'line 2, name: cannot be changed of a variant of held-ring: only its price and stock can',
      ]);
      expect(await say(bring('id,sku,price\nheld-ring,HELD,4\n,H-A,3\n'))).toEqual([
        'line 2, price: must be that of the cheapest variant, 3.00',
      ]);
    });

    test('an SKU that several variants have, and a product that two rows name, are refused (product 16.47)', async () => {
      await bring(SIZED);
      await bring(SIZED.replace('HELD,', 'HELD-2,').replace('H-B', 'H-C'));
      expect(await say(bring('sku,price\nH-A,3\n'))).toEqual([
        expect.stringMatching(/^line 2, sku: is the SKU of several variants, such as those of held-ring(-2)? and/),
      ]);
      expect(await say(bring('id,sku,price\nheld-ring,HELD,5\n,HELD,6\n'))).toEqual([
        'line 3, sku: is the same as in line 2',
      ]);
      expect(await say(bring('id,sku,name\nheld-ring,HELD-9,x\n,HELD,y\n'))).toEqual([
        'line 3, sku: names the product held-ring, as line 2 does',
      ]);
    });

    test('a new product without an id has one of its name, with a number if another has it (product 16.47)', async () => {
      const file = [HEADER, RING, RING.replace('COMET-1', 'COMET-2'), RING.replace('COMET-1', 'COMET-3')].join('\n');
      expect((await bring(file)).plan.created.map(({ row }) => row.id)).toEqual([
        'comet-ring',
        'comet-ring-2',
        'comet-ring-3',
      ]);
      const names = ['Comet Ring', 'Łódź & Crème’s', 'Gen 5', '金の指輪', `${'Long '.repeat(30)}`];
      const rows = names.map((name, index) => RING.replace('COMET-1', `N-${index}`).replace('Comet Ring', name));
      expect((await plan([HEADER, ...rows].join('\n'))).created.map(({ row }) => row.id)).toEqual([
        'comet-ring-4',
        'lodz-cremes',
        'product-gen-5',
        'product',
        `${'long-'.repeat(12)}long`,
      ]);
      expect(await say(bring(file))).toBe('0 created, 0 changed, 3 unchanged');
    });

    test('a storefront, category and brand are said once for new products that name none (product 16.47)', async () => {
      const file = 'sku,name,price,short_description,description\nA,Plain,5,s,d\n';
      expect(await say(bring(file))).toEqual(['line 2: is a new product, which needs store, category, brand']);
      const options = { store: 'jewellery-store', category: 'rings', brand: 'tiffany' } as const;
      expect(await say(bring(file, options))).toBe('1 created, 0 changed, 0 unchanged');
      expect(await get('plain')).toMatchObject({ category: 'rings', brand: 'tiffany', sellerName: 'Oriel Atelier' });
    });

    test('a new product that names no seller has the one that staff have set (product 19.1)', async () => {
      const { name, tagline, description, utilityNote, support } = storefronts.jewellery;
      const value = { name, tagline, description, utility_note: utilityNote, seller: 'Green Door', ...support };
      await database.transaction((connection) =>
        changeShop(
          connection,
          'jewellery-store',
          { seen: 0, value: { ...value, popular_searches: [] } },
          { actor, now },
        ),
      );
      await bring(`${HEADER}\n${RING}`);
      expect(await get('comet-ring')).toMatchObject({ sellerName: 'Green Door' });
    });

    test('a status publishes, archives and drafts; a new product without one is published (product 16.47)', async () => {
      await bring(`${HEADER}\n${RING}\n`);
      expect(await get('comet-ring')).toMatchObject({ name: 'Comet Ring' });
      await bring('sku,status\nCOMET-1,Draft\n');
      expect(await get('comet-ring')).toBeUndefined();
      expect(await say(bring(`${HEADER},status\n${RING},\n`))).toBe('0 created, 0 changed, 1 unchanged');
      expect(await say(bring('sku,status\nCOMET-1,sold\n'))).toEqual([
        'line 2, status: must be draft, published, archived, not "sold"',
      ]);
    });

    test('categories and brands that do not exist are refused at their cells, or made (product 16.48)', async () => {
      const file = `${HEADER}\n${RING.replace('rings', 'toe-rings').replace('tiffany', 'new-house')}\n`;
      const planned = await plan(file);
      expect(describeProblems(planned.problems)).toEqual([
        'line 2, category: is not one of Oriel: Rings, Necklaces, Earrings, Bracelets, Watches',
        expect.stringMatching(/^line 2, brand: is not one of Oriel: /),
      ]);
      expect(planned).toMatchObject({
        newCategories: [{ store: 'jewellery-store', slug: 'toe-rings', name: 'Toe rings' }],
        newBrands: [{ slug: 'new-house', name: 'New house' }],
      });
      expect((await plan(file, { category: 'rings', brand: 'tiffany' })).problems).toEqual([]);
      const { id } = await bring(file, { create: true });
      expect(await get('comet-ring')).toMatchObject({ categoryName: 'Toe rings', brandName: 'New house' });
      const list = async () => (await app.inject({ url: '/api/categories?store=jewellery-store' })).body;
      expect(await list()).toContain('toe-rings');
      await undo(id);
      const { rows } = await database.query("SELECT slug FROM categories WHERE slug = 'toe-rings'");
      expect(rows).toEqual([]);
    });
  });

  test('a file names storefronts, categories and brands as the shop does, or new ones that keep their spelling (product 16.48)', async () => {
    const file = `${HEADER}\n${RING.replace('jewellery-store', 'Oriel').replace('rings', 'RINGS').replace('tiffany', 'Own Work')}\n`;
    const { newCategories, newBrands } = await plan(file);
    expect([newCategories, newBrands]).toMatchObject([[], [{ slug: 'own-work', name: 'Own Work' }]]);
    await bring(file, { create: true });
    expect(await get('comet-ring')).toMatchObject({ category: 'rings', categoryName: 'Rings', brandName: 'Own Work' });
    expect(await say(bring(file.replace('Own Work', '日本')))).toEqual([
      'line 2, brand: must be a name with letters or digits, not "日本"',
    ]);
  });

  describe('encodings', () => {
    const text = `${HEADER}\n${RING.replace('Comet', 'Crème “1”')}\n`;

    test.each([
      ['UTF-8', Buffer.from(text)],
      ['UTF-8 with a byte order mark', Buffer.from(`\ufeff${text}`)],
      ['UTF-16, little end first', Buffer.from(`\ufeff${text}`, 'utf16le')],
      ['UTF-16, big end first', Buffer.from(`\ufeff${text}`, 'utf16le').swap16()],
    ])('%s is read (product 16.49)', async (_what, bytes) => {
      const planned = await plan(bytes);
      expect(planned.created.map(({ row }) => row.name)).toEqual(['Crème “1” Ring']);
      expect(planned.notices).toEqual([]);
    });

    test('what is not UTF-8 is read as Windows-1252, and the plan shows the first such cell (product 16.49)', async () => {
      const bytes = Buffer.from(text.replace('“', '\u0093').replace('”', '\u0094'), 'latin1');
      const planned = await plan(bytes);
      expect(planned.created.map(({ row }) => row.name)).toEqual(['Crème “1” Ring']);
      expect(describeProblems(planned.notices)).toEqual([
        'line 2, name: is “Crème “1” Ring” in Windows-1252: the file is not UTF-8',
      ]);
    });

    test.each([
      ['UTF-8 with a damaged line', Buffer.concat([Buffer.from(text), Buffer.from([0xff])]), 'line 3: is not UTF-8'],
      ['a picture', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0]), 'line 1: is not text'],
      ['more than 32 MB', Buffer.alloc(32 * 1024 * 1024 + 1, 0x20), 'line 1: is of a file larger than 32 MB'],
      ['more than 100,000 rows', Buffer.from(`sku,price\n${'a,1\n'.repeat(100_001)}`), 'line 100002: is behind'],
    ])('%s is refused (product 16.49)', async (_what, bytes, problem) => {
      expect(describeProblems((await readProductFile(bytes, now)).problems)[0]).toContain(problem);
    });

    test('a stream is read like its bytes, wherever it is cut', async () => {
      const bytes = Buffer.from(`\ufeff${text}`.replaceAll('\n', '\r\n'));
      async function* cut() {
        for (const byte of bytes) yield Promise.resolve(Buffer.from([byte]));
      }
      expect(await readProductFile(cut(), now)).toEqual(await readProductFile(bytes, now));
    });
  });

  describe('pictures by the names of their files', () => {
    test('a known one is shown with its text, others are refused at their cells (product 16.50)', async () => {
      const row = (cell: string) => `${HEADER},images\n${RING},"${cell}"\n`;
      await bring(row('ring.jpg | A ring\nring-2.PNG'));
      expect((await get('comet-ring')).images).toEqual([
        { ...PICTURE, alt: 'A ring' },
        { ...PICTURE, alt: 'Comet Ring' },
      ]);
      expect(await say(bring(row('ring.jpg\nlost.jpg | Lost')))).toEqual([
        'line 2, images: names lost.jpg, which is not among the pictures',
      ]);
      expect(await say(bring(row('../ring.jpg')))).toEqual([expect.stringContaining('line 2, images: must be')]);
    });

    test('a variant is shown with one of them (product 16.50)', async () => {
      const file = (name: string) =>
        SIZED.replace('original_price', 'images').replace('",9', '",ring.jpg').replace('5 | 4', `5 | 4 | | ${name}`);
      expect(await say(bring(file('lost.jpg')))).toEqual([
        'line 2, variants: shows a with lost.jpg, which is not among the pictures',
      ]);
      expect(await say(bring(file('ring.jpg')))).toBe('1 created, 0 changed, 0 unchanged');
      expect((await get('held-ring')).variants[0].image).toBe(PICTURE.url);
    });
  });

  describe('exports of other shops', () => {
    const options = { store: 'jewellery-store', create: true } as const;

    test('of WooCommerce come in with variations, sale prices, categories and brands (product 16.51)', async () => {
      const file = readFixture('woocommerce');
      expect((await readProductFile(file, now)).format).toBe('WooCommerce');
      const { plan: applied } = await bring(file, options);
      expect(describeProblems(applied.problems)).toEqual([]);
      expect(applied.created.map(({ row }) => [row.id, row.sku, row.status])).toEqual([
        ['wren-brooch-pin', 'WREN-BR-01', 'published'],
        ['hazel-ring', 'HAZEL-RG', 'published'],
        ['sedge-earrings', 'WOO-103', 'draft'],
      ]);
      const answer = (await app.inject({ url: '/api/products/wren-brooch-pin' })).json();
      expect(Check(getProduct.response, answer)).toBe(true);
      expect(answer.data).toMatchObject({
        name: 'Wren Brooch & Pin',
        price: 72.5,
        originalPrice: 86,
        stock: 12,
        popular: true,
        brandName: 'Linden & Wray',
        categoryName: 'Brooches',
        material: 'sterling-silver',
        shortDescription: 'A wren in silver.',
        description:
          'Made by hand\n\nA small wren, cast in silver.\nPinned with steel.\n\n• 32 mm wide\n• Hallmarked – 925',
        specifications: [{ name: 'Hallmark', value: 'London, 2026, Edinburgh' }],
        images: [PICTURE, PICTURE].map((picture) => ({ ...picture, alt: 'Wren Brooch & Pin' })),
      });
      expect(await get('hazel-ring')).toMatchObject({
        price: 120,
        originalPrice: null,
        category: 'rings',
        stone: 'moss-agate',
        variantLabel: 'Size',
        stock: 12,
        variants: [
          { id: '52', name: '52', sku: 'HAZEL-RG-52', price: 120, stock: 3 },
          { id: '54', name: '54', sku: 'HAZEL-RG-54', price: 120, stock: 5 },
          { id: '56', name: '56', sku: 'HAZEL-RG-56', price: 130, stock: 4 },
        ],
      });
      expect(applied.created.map(({ row }) => row.description).at(-1)).toBe('=Thin as grass');
      expect(describeProblems(applied.notices)).toEqual([
        expect.stringMatching(/^line 1: has columns that are left out: GTIN, UPC, EAN, or ISBN, .*Tags/),
        'line 3, Stock: is shared by 2 variants: each has its part',
        'line 4, Stock: has no number of pieces: the product has none to sell until `stock` says how many',
        'line 5, Type: is grouped: the product is left out',
        'line 6, Type: is simple, downloadable, virtual: the product is left out',
      ]);
      expect(applied.leftOut.map(({ line, column, message }) => [line, column, path.basename(message)])).toEqual([
        [3, 'Images', 'hazel-ring.jpg'],
        [3, 'Images', 'hazel-ring-52.jpg'],
      ]);
      expect(await say(bring(file, options))).toBe('0 created, 0 changed, 3 unchanged');
    });

    test('of Shopify come in with variants, pictures in their order, and states (product 16.51)', async () => {
      const file = readFixture('shopify');
      expect((await readProductFile(file, now)).format).toBe('Shopify');
      const { plan: applied } = await bring(file, options);
      expect(describeProblems(applied.problems)).toEqual([]);
      expect(applied.created.map(({ row }) => [row.id, row.sku, row.status, row.category, row.price_cents])).toEqual([
        ['fern-pendant', 'FERN-PENDANT', 'published', 'necklaces', 14_000],
        ['moth-studs', 'MOTH-1', 'draft', 'ear-jewelry', 5_800],
        ['old-clasp', 'OLD-CLASP', 'archived', 'bracelets', 1_250],
      ]);
      expect(await get('fern-pendant')).toMatchObject({
        description: 'A fern that uncurls.\n\nOn a chain of 45 cm.',
        shortDescription: 'A fern that uncurls.',
        originalPrice: 150,
        brandName: 'Oak & Iron',
        variantLabel: 'Metal / Chain',
        variants: [
          { id: 'gold-45-cm', name: 'Gold / 45 cm', sku: 'FERN-G45', price: 210, stock: 4 },
          { id: 'gold-50-cm', name: 'Gold / 50 cm', sku: 'FERN-G50', price: 220, stock: 0 },
          { id: 'silver-45-cm', name: 'Silver / 45 cm', sku: 'FERN-PENDANT-SILVER-45-CM', price: 140, stock: 6 },
        ],
      });
      expect(applied.leftOut.map(({ message }) => path.basename(message).replace(/\?.*/, ''))).toEqual([
        'fern-gold.jpg',
        'fern-silver.jpg',
        'fern-back.jpg',
        'fern-box.jpg',
      ]);
      expect(describeProblems(applied.notices).slice(1)).toEqual([
        'line 4, Variant Inventory Qty: is -2: the product is sold out',
        'line 8, Variant Inventory Qty: has no number of pieces: the product has none to sell until `stock` says how many',
        'line 9, Gift Card: is true: the gift card is left out',
      ]);
      expect(await say(bring(file, options))).toBe('0 created, 0 changed, 3 unchanged');
    });

    test("of Shopify's template of 2025 come in, too (product 16.51)", async () => {
      const file =
        'Title,URL handle,Description,Vendor,Type,Status,SKU,Option1 name,Option1 value,Price,Compare-at price,Inventory quantity,Product image URL\nMug Ring,mug-ring,<p>Round.</p>,Oak & Iron,Rings,Active,MUG-1,Title,Default Title,9.5,12,4,https://x.example/mug.png\n';
      expect(await say(bring(file, options))).toBe('1 created, 0 changed, 0 unchanged');
      expect(await get('mug-ring')).toMatchObject({ sku: 'MUG-1', price: 9.5, originalPrice: 12, stock: 4 });
    });

    test('of Etsy come in, with the category and brand that are said for the whole file (product 16.51)', async () => {
      const file = readFixture('etsy');
      expect((await readProductFile(file, now)).format).toBe('Etsy');
      expect(await say(bring(file, options))).toEqual([
        'line 2: is a new product, which needs category, brand',
        'line 5: is a new product, which needs category, brand',
        'line 6: is a new product, which needs category, brand',
      ]);
      const all = { ...options, category: 'rings', brand: 'tiffany' };
      const { plan: applied } = await bring(file, all);
      expect(describeProblems(applied.problems)).toEqual([]);
      expect(applied.created.map(({ row }) => [row.id, row.sku, row.stock])).toEqual([
        [
          'pebble-ring-sterling-silver-stacking-ring-gift-for-her',
          'PEBBLE-RING-STERLING-SILVER-STACKING-RING-GIFT-FOR-HER',
          7,
        ],
        ['acorn-earrings-autumn', 'ACORN-1', 3],
        ['lichen-cuff', 'LICHEN-CUFF', 1],
      ]);
      expect(await get('pebble-ring-sterling-silver-stacking-ring-gift-for-her')).toMatchObject({
        description: "Worn smooth, like a pebble.\n\nEach is hammered & polished by hand 'til it shines.",
        material: 'sterling-silver recycled-silver',
        variantLabel: 'Size / Finish',
        price: 38,
        variants: [
          { name: '52 / Matte', sku: 'PEB-52M', stock: 2 },
          { name: '52 / Polished', sku: 'PEB-52P', stock: 1 },
          { sku: 'PEB-54M', stock: 1 },
          { sku: 'PEB-54P', stock: 1 },
          { sku: 'PEB-56M', stock: 1 },
          { sku: 'PEB-56P', stock: 1 },
        ],
      });
      expect(applied.leftOut).toHaveLength(3);
      expect(await say(bring(file, all))).toBe('0 created, 0 changed, 3 unchanged');
    });

    test('their errors are named by their own headings and lines (product 16.51)', async () => {
      const change = (name: string, ...pairs: (readonly [string, string])[]): string =>
        pairs.reduce((text, [from, to]) => text.replace(from, to), readFixture(name).toString());
      expect(await say(bring(change('etsy', ['24.50,USD', '24.50,EUR'], ['61.00', 'free']), options))).toEqual([
        'line 2: is a new product, which needs category, brand',
        'line 5, CURRENCY_CODE: is EUR: convert the prices to dollars, and write USD',
        'line 6, PRICE: must be dollars such as 12.50, above 0 and at most 1000000, not "free"',
      ]);
      expect(await say(bring(change('shopify', ['140.00', '0.00']), options))).toEqual([
        'line 5, Variant Price: must be dollars such as 12.50, above 0 and at most 1000000, not "0.00"',
      ]);
      expect(await say(bring(change('shopify'), { store: 'jewellery-store' }))).toEqual([
        expect.stringMatching(/^line 2, Vendor: is not one of Oriel: /),
        expect.stringMatching(/^line 7, Vendor: is not one of Oriel: /),
        expect.stringMatching(/^line 7, Type: is not one of Oriel: /),
        expect.stringMatching(/^line 8, Vendor: is not one of Oriel: /),
      ]);
      const sedge = ['103,simple,,', '103,simple,WREN-BR-01,'] as const;
      expect(await say(bring(change('woocommerce', ['id:102', 'GONE'], sedge), options))).toEqual([
        'line 4, SKU: WREN-BR-01 is the same as in line 2',
        'line 8, Parent: names GONE, which is not in the file',
      ]);
      const renamed = ['HAZEL-RG,,Hazel Ring,1', 'OTHER,,Hazel Ring,1'] as const;
      expect(await say(bring(change('woocommerce', ['id:102', 'HAZEL-RG'], renamed), options))).toEqual([
        'line 3, Type: is variable, and none of its variations is in the file',
        'line 7, Parent: names HAZEL-RG, which is not in the file',
      ]);
    });
  });

  describe('a plan', () => {
    test('is applied as the one that was shown, with its progress (product 16.52)', async () => {
      const file = await readProductFile(Buffer.from(`${HEADER}\n${RING}\n`), now);
      const progress: number[][] = [];
      const input = { file, options: {}, findPictures, now, actor, fileName: 'goods.csv' };
      const apply = (hash: string) =>
        applyImport(database, { ...input, hash, onWritten: (...counts) => void progress.push(counts) });
      const other = await plan(`${HEADER}\n${RING}\n`, { create: true });
      expect(await apply(other.hash)).toMatchObject({ id: undefined, isOther: true });
      expect(progress).toEqual([]);
      expect(await say(apply((await plan(`${HEADER}\n${RING}\n`)).hash))).toBe('1 created, 0 changed, 0 unchanged');
      expect(progress).toEqual([[1, 1]]);
      const { rows } = await database.query('SELECT file_name, state, totals, actor FROM imports');
      expect(rows).toEqual([
        { file_name: 'goods.csv', state: 'applied', totals: { created: 1, changed: 0, unchanged: 0 }, actor },
      ]);
    });

    test('is another one when it would write what was not shown; what is sold meanwhile makes none (product 16.63)', async () => {
      await bring(SIZED);
      await bring(`${HEADER},stock\n${RING},7\n`);
      const file = 'sku,price,stock\nCOMET-1,99,5\nH-A,5,4\n';
      const { hash } = await plan(file);
      expect((await order('comet-ring', null, 1, 1249.5)).statusCode).toBe(200);
      expect((await order('held-ring', 'a', 1, 5)).statusCode).toBe(200);
      expect((await plan(file)).hash).toBe(hash);
      await bring('sku,name\nCOMET-1,Other\n'); // which the file does not name
      expect((await plan(file)).hash).toBe(hash);
      await bring('sku,price\nCOMET-1,99\n');
      expect((await plan(file)).hash).not.toBe(hash);
      await bring('sku,price\nCOMET-1,98\n');
      expect((await plan(file)).hash).toBe(hash);
      await bring('sku,price\nH-A,4\n');
      expect((await plan(file)).hash).not.toBe(hash);
    });
  });

  describe('an undo', () => {
    test('brings back what an import has changed, and takes what it has made (product 16.53)', async () => {
      await bring(SIZED);
      const before = await everything();
      const count = async (q: string): Promise<number> =>
        (await app.inject({ url: `/api/products?q=${q}` })).json().data.total;
      const held = await count('held');
      const { id } = await bring(
        [
          'sku,store,name,category,brand,price,short_description,description,variant_label,variants,original_price,color',
          'HELD,jewellery-store,Renamed,necklaces,cartier,4,x,y,Length,"a | A2 | H-A | 4 | 1\nc | C | H-C | 9 | 1",,blue',
          RING.replace(',A ring with a tail.', ',d') + ',,,,',
        ].join('\n'),
      );
      expect(await everything()).not.toBe(before);
      expect(await undo(id)).toEqual({ restored: 1, removed: 1 });
      expect(await everything()).toBe(before);
      expect(await count('renamed')).toBe(0);
      expect(await count('held')).toBe(held);
      expect(await undo(id)).toEqual({ refusal: `Import ${id} has been undone already.` });
      expect(await undo(999)).toEqual({ refusal: 'There is no import 999.' });
    });

    test('is refused with the names of what somebody has changed since (product 16.53)', async () => {
      const { id } = await bring([HEADER, RING, RING.replace('COMET-1', 'COMET-2')].join('\n'));
      await bring('sku,price\nCOMET-2,5\n');
      const after = await everything();
      expect(await undo(id)).toEqual({ refusal: `Import ${id} cannot be undone: comet-ring-2 changed since.` });
      expect(await everything()).toBe(after);
    });

    test('is refused if another product has the SKU by now (product 16.53)', async () => {
      await bring(`${HEADER}\n${RING}\n`);
      const { id } = await bring('id,sku\ncomet-ring,OTHER\n');
      await bring(`${HEADER}\n${RING.replace('Comet Ring', 'Usurper')}\n`);
      expect(await undo(id)).toEqual({ refusal: `Import ${id} cannot be undone: usurper changed since.` });
    });

    test('keeps what was sold since, and what orders have (product 16.53)', async () => {
      await bring(SIZED);
      const { id } = await bring('sku,stock\nH-A,10\nH-B,1\n');
      expect((await order('held-ring', 'a', 3, 15)).statusCode).toBe(200);
      expect((await order('held-ring', 'b', 1, 8)).statusCode).toBe(200);
      expect(await undo(id)).toEqual({ restored: 1, removed: 0 });
      // 4 before the import, of which 3 are sold; 6 before, of which 1 is.
      expect((await get('held-ring')).variants).toMatchObject([{ stock: 1 }, { stock: 5 }]);

      const made = await bring(`${HEADER},stock\n${RING},5\n`);
      expect((await order('comet-ring', null, 1, 1249.5)).statusCode).toBe(200);
      expect(await undo(made.id)).toEqual({ restored: 0, removed: 1 });
      const { rows } = await database.query("SELECT status FROM products WHERE id = 'comet-ring'");
      expect(rows).toEqual([{ status: 'archived' }]);
    });
  });
});
