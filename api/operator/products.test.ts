import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { getProduct, listProducts } from '@shop/contracts';
import { Check } from '@sinclair/typebox/value';
import type { FastifyInstance } from 'fastify';
import { syncCatalog } from '../content/syncCatalog';
import type { Database } from '../src/database/Database';
import { anOperator, findAudit } from '../src/testing/anOperator';
import { anOrderBody, buildTestApp, newKey } from '../src/testing/testApp';
import { LANGUAGES, saveInSpreadsheet } from '../src/testing/saveInSpreadsheet';
import { databaseKinds, openTestDatabase } from '../src/testing/testDatabase';
import { exportProducts } from '../src/modules/catalog/import/exportProducts';
import { importProducts, undoProductImport } from './importProducts';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'shop-import-'));
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

const HEADER = 'id,store,sku,name,category,brand,price,stock,short_description,description';
const aRow = (overrides: Record<string, string> = {}): string => {
  const cells: Record<string, string> = {
    id: 'comet-ring',
    store: 'jewellery-store',
    sku: 'COMET-1',
    name: 'Comet Ring',
    category: 'rings',
    brand: 'tiffany',
    price: '1249.5',
    stock: '7',
    short_description: 'A ring.',
    description: 'A ring with a tail.',
    ...overrides,
  };
  return HEADER.split(',')
    .map((column) => cells[column])
    .join(',');
};

let files = 0;
const aFile = (content: string | Buffer): string => {
  const file = path.join(folder, `products-${(files += 1)}.csv`);
  fs.writeFileSync(file, content);
  return file;
};

/** What an operator reads who imports a file of this content. */
const importInto = async (database: Database, content: string | Buffer, dryRun = false): Promise<string[]> => {
  const { context, printed } = anOperator(database);
  await importProducts(context, aFile(content), { dryRun }).catch((error: Error) =>
    printed.push(`refused: ${error.message}`),
  );
  return printed.filter((line) => !line.startsWith('To undo it'));
};

describe.each(databaseKinds)('products of files on %s', (kind) => {
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

  const give = (content: string | Buffer, dryRun = false): Promise<string[]> => importInto(database, content, dryRun);
  const get = async (url: string) => (await app.inject({ url: `/api${url}` })).json().data;
  const listed = async (query: string) => {
    const answer = (await app.inject({ url: `/api/products?${query}` })).json();
    expect(Check(listProducts.response, answer)).toBe(true);
    return answer.data;
  };
  const countValue = (facet: { value: string; count: number }[], value: string): number =>
    facet.find((one) => one.value === value)?.count ?? 0;
  const everything = async (): Promise<string> => {
    let text = '';
    for await (const part of exportProducts(database, null)) text += part;
    return text;
  };
  /** What triggers keep, counted anew: rows where they are wrong. */
  const wrongCounts = async (): Promise<unknown[]> =>
    (
      await database.query(`
      SELECT c.id::text AS what FROM facet_cells c WHERE products <> (SELECT count(*) FROM products p WHERE p.facet_cell_id = c.id)
      UNION ALL SELECT w.word FROM search_words w WHERE products <> (SELECT count(*) FROM products p, product_words(VARIADIC ARRAY[p.name, p.category_name, p.brand_name] || attribute_values(p.attributes)) word WHERE p.store = w.store AND word = w.word)`)
    ).rows;

  test('a new product is listed, counted by every facet, found by search, and can be bought', async () => {
    const before = (await listed('category=rings')).facets;
    expect(await give(`${HEADER},material,original_price\n${aRow()},gold,1500\n`)).toEqual([
      'Imported: 1 created, 0 changed, 0 unchanged.',
    ]);
    const page = await listed('q=comet');
    expect(page.items).toMatchObject([
      {
        id: 'comet-ring',
        price: 1249.5,
        originalPrice: 1500,
        offer: 17,
        stock: 7,
        brandName: 'Linden & Wray',
        categoryName: 'Rings',
        sellerName: 'Oriel Atelier',
        reviewCount: 0,
      },
    ]);
    const { facets } = await listed('category=rings');
    expect(countValue(facets.brand, 'tiffany')).toBe(countValue(before.brand, 'tiffany') + 1);
    expect(facets.offers).toBe(before.offers + 1);
    expect((await app.inject({ url: '/api/search/suggest?q=commet' })).body).toContain('omet');
    expect(await wrongCounts()).toEqual([]);
    const detail = (await app.inject({ url: '/api/products/comet-ring' })).json();
    expect(Check(getProduct.response, detail)).toBe(true);
    const order = await app.inject({
      method: 'POST',
      url: '/api/orders',
      headers: { 'idempotency-key': newKey() },
      payload: anOrderBody({
        items: [{ product_id: 'comet-ring', variant_id: null, quantity: 1 }],
        expected_total: 1249.5,
      }),
    });
    expect(order.statusCode).toBe(200);
    expect(await findAudit(database, `products-${files}.csv`)).toEqual([
      {
        who: 'grace',
        action: 'products.imported',
        before: null,
        after: { import: 1, products: '1 created, 0 changed, 0 unchanged' },
      },
    ]);
  });

  test('changes move a product between facets and words; the same file again changes nothing', async () => {
    const first = `${HEADER}\n${aRow()}\n`;
    const second = `${HEADER}\n${aRow({ name: 'Meteor Ring', brand: 'cartier', price: '20' })}\n`;
    await give(first);
    expect(await give(second, true)).toEqual([
      'Dry run, nothing is written: 0 created, 1 changed, 0 unchanged.',
      '  comet-ring: name Comet Ring -> Meteor Ring, brand tiffany -> cartier, price 1249.50 -> 20.00',
      expect.stringMatching(/^To import exactly this: --plan [0-9a-f]{64}$/),
    ]);
    expect((await listed('q=meteor')).total).toBe(0);
    expect(await give(second)).toEqual(['Imported: 0 created, 1 changed, 0 unchanged.']);
    expect((await listed('q=meteor&brand=cartier')).total).toBe(1);
    expect((await listed('q=comet')).total).toBe(0);
    expect(await wrongCounts()).toEqual([]);
    expect(await give(second)).toEqual(['Imported: 0 created, 0 changed, 1 unchanged.']);
    expect((await database.query('SELECT 1 FROM audit_log')).rowCount).toBe(2);
  });

  test('what is exported is imported without a change, in both stores', async () => {
    const text = await everything();
    const count = Number((await database.query<{ n: number }>('SELECT count(*)::int AS n FROM products')).rows[0]?.n);
    expect(await give(text)).toEqual([`Imported: 0 created, 0 changed, ${count} unchanged.`]);
    expect((await database.query('SELECT 1 FROM products WHERE imported_at IS NOT NULL')).rowCount).toBe(0);
  });

  const TRICKY = [
    'id,store,sku,name,category,brand,price,short_description,description,features,specifications,popular,stock',
    '007,jewellery-store,0012345678901234,1984,rings,cartier,90,1/2,"5\n\n=6",TRUE,Year: 1984,false,7',
    'mar-1,jewellery-store,1E5,MAR-1,rings,cartier,1250.50,8 pm,2026-11-27,12.50,No: 1,true,1000000',
    'e-5,jewellery-store,#REF!,\'0.50,rings,cartier,0.5,1.23457E+12,"x; =1",-5,No: 2,true,0',
  ]
    .join('\n')
    .replace('#REF!', "'#REF!")
    .replace(',1.23457E+12,', ",'1.23457E+12,");

  test.each(Object.entries(LANGUAGES))(
    'what a spreadsheet in %s saves of an export is imported without a change',
    async (_name, language) => {
      expect(await give(TRICKY)).toEqual(['Imported: 3 created, 0 changed, 0 unchanged.']);
      expect(await get('/products/mar-1')).toMatchObject({ sku: '1E5', name: 'MAR-1', description: '2026-11-27' });
      expect(await get('/products/e-5')).toMatchObject({ sku: '#REF!', name: '0.50', shortDescription: '1.23457E+12' });
      const before = await everything();
      const saved = saveInSpreadsheet(before, language);
      expect(saved).not.toContain(',1250.50,');
      const count = (await database.query('SELECT 1 FROM products')).rowCount;
      expect(await give(saved)).toEqual([`Imported: 0 created, 0 changed, ${count} unchanged.`]);
      expect(await everything()).toBe(before);
    },
  );

  test.each([
    ['a line that names the separator', `sep=;\n${HEADER.replaceAll(',', ';')}\n${aRow().replaceAll(',', ';')}\n`],
    ['tabs', `${HEADER.replaceAll(',', '\t')}\n${aRow().replaceAll(',', '\t')}\n`],
    ['capitals in headings', `${HEADER.toUpperCase().replace('NAME', ' Name ')}\n${aRow()}\n`],
    ['empty columns at the end', `${HEADER},,\n${aRow()},,\n${aRow({ id: 'b', sku: 'B' })},,,,\n`],
    ['a decimal comma and groups', `${HEADER}\n${aRow({ price: '"1.249,50"', stock: '"7,0"' })}\n`],
    ['groups of thousands and dollars', `${HEADER}\n${aRow({ price: '"$1,249.50"', stock: '7.00' })}\n`],
    ['narrow spaces between groups', `${HEADER}\n${aRow({ price: '"1\u202f249,5"' })}\n`],
    ['a tab that keeps a text', `${HEADER}\n${aRow({ name: '\tComet Ring' })}\n`],
  ])('%s of a spreadsheet is read', async (_what, content) => {
    expect((await give(content))[0]).toMatch(/^Imported: [12] created, 0 changed, 0 unchanged\.$/);
    expect(await get('/products/comet-ring')).toMatchObject({ price: 1249.5, stock: 7, name: 'Comet Ring' });
  });

  test('everything of a product goes the whole way: variants, pictures, quoted newlines, BOM, CRLF, a text that begins with =', async () => {
    const content = [
      '\ufeffid,store,sku,name,category,brand,price,short_description,description,features,specifications,images,variant_label,variants,store_features,popular',
      'sum-ring,jewellery-store,SUM,=SUM(A1:A9),rings,cartier,90,"+1 @ -x","First line\r\n\r\nsecond ""line""","One\r\nTwo","Metal: gold: 18 ct","/media/jewellery/ring-halo-1-640.webp | 640x480 | A ring",Ring size,"54 | 54 mm | SUM-54 | 95.00 | 3\r\n52 | 52 mm | SUM-52 | 90.00 | 4","{""customization"":{""engravingMaxLetters"":9}}",true',
      '',
    ].join('\r\n');
    expect(await give(content)).toEqual(['Imported: 1 created, 0 changed, 0 unchanged.']);
    expect(await get('/products/sum-ring')).toMatchObject({
      name: '=SUM(A1:A9)',
      price: 90,
      priceFrom: true,
      stock: 7,
      popular: true,
      shortDescription: '+1 @ -x',
      description: 'First line\n\nsecond "line"',
      features: ['One', 'Two'],
      specifications: [{ name: 'Metal', value: 'gold: 18 ct' }],
      image: '/media/jewellery/ring-halo-1-640.webp',
      images: [{ width: 640, height: 480, alt: 'A ring' }],
      variants: [
        { id: '54', price: 95, stock: 3 },
        { id: '52', price: 90, stock: 4 },
      ],
      storeFeatures: { customization: { engravingMaxLetters: 9 } },
    });
    expect(await give(await everything())).toEqual([expect.stringContaining(' 0 created, 0 changed')]);
    expect(await give(content.replace('52 | 52 mm | SUM-52 | 90.00 | 4', '56 | 56 mm | SUM-56 | 90.00 | 1'))).toEqual([
      'Imported: 0 created, 1 changed, 0 unchanged.',
    ]);
    expect((await get('/products/sum-ring')).variants.map(({ id }: { id: string }) => id)).toEqual(['54', '56']);
    expect((await get('/products/sum-ring')).stock).toBe(4);
    // Which one must be chosen, even if they cost the same.
    await give(content.replace('95.00', '90.00'));
    expect(await get('/products/sum-ring')).toMatchObject({
      priceFrom: true,
      variants: [{ price: 90 }, { price: 90 }],
    });
  });

  test('weights go the whole way, and a listed price has the weight of its variant', async () => {
    const header =
      'id,store,sku,name,category,brand,price,short_description,description,net_weight,variant_label,variants';
    const pears =
      'Weight,"loose | Loose | PEAR-L | 0.80 | 40 | by 250 g\nbag | 1 kg bag | PEAR-B | 2.90 | 9 | 1000 g\nbox | Box | PEAR-X | 9 | 2"';
    const content = [
      header,
      `pears,organic-store,PEAR,Pears,fruits,orchard-lane,0.80,Pears,Pears,,${pears}`,
      'pear-juice,organic-store,PEAR-J,Pear Juice,beverages,orchard-lane,4.20,Juice,Juice,750 ml,,',
      '',
    ].join('\n');
    expect(await give(content)).toEqual(['Imported: 2 created, 0 changed, 0 unchanged.']);
    expect(await get('/products/pears')).toMatchObject({
      measure: { stepGrams: 250 },
      variants: [{ measure: { stepGrams: 250 } }, { measure: { grams: 1_000 } }, { measure: null }],
    });
    expect(await get('/products/pear-juice')).toMatchObject({ measure: { grams: 750, liquid: true } });
    expect(await give(await everything())).toEqual([expect.stringContaining(' 0 created, 0 changed')]);
  });

  test('every error of a file is named by line and column, and nothing of it is imported', async () => {
    const before = await everything();
    const content = [
      HEADER,
      aRow(),
      aRow({ id: 'a', sku: 'A', price: '12,50'.replace(',', '.') + 'x', stock: '-1' }),
      aRow({ id: 'b', sku: 'B', description: '"two\nlines"', price: '0' }),
      aRow({ id: 'c', sku: 'C', store: 'pirate-store' }),
      aRow({ id: 'd', sku: 'D', category: 'crowns', brand: 'nobody' }),
      aRow({ sku: 'E' }),
      aRow({ id: 'f', sku: 'COMET-1' }),
      aRow({ id: 'Not A Slug', sku: 'G', name: '' }),
      'h,jewellery-store',
      aRow({ id: 'i', sku: 'I', price: '1.999', stock: '1.5' }),
    ].join('\n');
    for (const dryRun of [true, false]) {
      expect(await give(content, dryRun)).toEqual([
        'With --create, new categories: Crowns (crowns)',
        'With --create, new brands: Nobody (nobody)',
        'line 3, price: must be dollars such as 12.50, above 0 and at most 1000000, not "12.50x"',
        'line 3, stock: must be a whole number from 0 to 10000000, not "-1"',
        'line 4, price: must be dollars such as 12.50, above 0 and at most 1000000, not "0"',
        'line 6, store: must be jewellery-store or organic-store, not "pirate-store"',
        'line 7, category: is not one of Oriel: Rings, Necklaces, Earrings, Bracelets, Watches',
        expect.stringMatching(/^line 7, brand: is not one of Oriel: .*Linden & Wray/),
        'line 8, id: is the same as in line 2',
        'line 9, sku: is the same as in line 2',
        'line 10, id: must be small letters, digits and single hyphens, at most 64 of them, not "Not A Slug"',
        'line 10, name: is empty',
        'line 11: has 2 cells; the first line names 10 columns',
        'line 12, price: must be dollars such as 12.50, above 0 and at most 1000000, not "1.999"',
        'line 12, stock: must be a whole number from 0 to 10000000, not "1.5"',
        'refused: The file has 13 errors: nothing was imported.',
      ]);
    }
    expect(await everything()).toBe(before);
    expect((await database.query('SELECT 1 FROM audit_log')).rowCount).toBe(0);
  });

  test('store features are refused with the place of what is wrong', async () => {
    const features = [
      ['freshnessDays: 5', 'must be JSON such as {"freshnessDays":5}, not "freshnessDays: 5"'],
      ['{"certification":{"laboratory":"GIA"}}', 'has a wrong certification.reportNumber: Expected required property'],
      [
        '{"certification":{"laboratory":"GIA","reportNumber":"1","reportUrl":"javascript:alert(1)"}}',
        "has a wrong certification.reportUrl: Expected string to match '^https:\\/\\/\\S+$'",
      ],
      [
        '{"certification":{"laboratory":"GIA","reportNumber":"1","values":[{"name":"Carat","value":0.5}]}}',
        'has a wrong certification.values.0.value: Expected string',
      ],
    ] as const;
    for (const [json, message] of features)
      expect(await give(`${HEADER},store_features\n${aRow()},"${json.replaceAll('"', '""')}"\n`)).toEqual([
        `line 2, store_features: ${message}`,
        expect.stringMatching(/^refused/),
      ]);
  });

  test('a report and the chart of ring sizes are imported and exported', async () => {
    const storeFeatures = {
      sizeGuide: [],
      certification: {
        laboratory: 'GIA',
        reportNumber: '2141438171',
        values: [{ name: 'Carat', value: '0.50' }],
        reportUrl: 'https://reports.example/2141438171',
      },
    };
    const json = JSON.stringify(storeFeatures).replaceAll('"', '""');
    await give(`${HEADER},store_features\n${aRow()},"${json}"\n`);
    expect(await get('/products/comet-ring')).toMatchObject({ storeFeatures });
    expect(await give(await everything())).toEqual([expect.stringMatching(/: 0 created, 0 changed, /)]);
  });

  test('a column that is not in the file leaves products as they are, stock too', async () => {
    await give(`${HEADER},color\n${aRow()},blue\n`);
    const columns = 'id,store,sku,name,category,brand,price,short_description,description';
    expect(await give(`${columns}\n${aRow({ price: '99' }).replace(',99,7,', ',99,')}\n`)).toEqual([
      'Imported: 0 created, 1 changed, 0 unchanged.',
    ]);
    expect(await get('/products/comet-ring')).toMatchObject({ price: 99, stock: 7, color: 'blue' });
  });

  test('the next start leaves imported products alone, and still brings the others up to date', async () => {
    const exported = await everything();
    await database.query("UPDATE products SET name = 'Out of date' WHERE id = 'ring-twist'");
    await give(`${HEADER}\n${aRow()}\n`);
    // ring-twist is as it was exported: this file changes it, too, unless its line is left out.
    const [before = '', after = ''] = exported.split(/^ring-twist,[^]*?\r\n(?=[a-z-]+,(?:jewellery|organic)-store,)/m);
    expect(await give((before + after).replace('Halo Diamond Ring', 'Halo of the operator'))).toEqual([
      expect.stringContaining(' 0 created, 1 changed'),
    ]);
    await database.query("UPDATE seed_state SET hash = 'of another release'");
    await syncCatalog(database, '/nonexistent/manifest.json');
    expect((await get('/products/comet-ring')).name).toBe('Comet Ring');
    expect((await get('/products/ring-halo')).name).toBe('Halo of the operator');
    expect((await get('/products/ring-twist')).name).not.toBe('Out of date');
    expect(await wrongCounts()).toEqual([]);
  });

  test('two imports of one file at once make each product once', async () => {
    const file = aFile(`${HEADER}\n${aRow()}\n`);
    const operators = [anOperator(database), anOperator(database)];
    await Promise.all(operators.map(({ context }) => importProducts(context, file, { dryRun: false })));
    expect(operators.flatMap(({ printed }) => printed).sort()).toEqual([
      'Imported: 0 created, 0 changed, 1 unchanged.',
      'Imported: 1 created, 0 changed, 0 unchanged.',
      'To undo it: products import --undo 1',
    ]);
    expect(await wrongCounts()).toEqual([]);
  });

  test('a variant that was removed and is back counts the pieces that orders hold', async () => {
    const header = 'id,store,sku,name,category,brand,price,short_description,description,variant_label,variants';
    const sized = (...sizes: string[]): string =>
      `${header}\nheld-ring,jewellery-store,HELD,Ring,rings,cartier,5,s,d,Size,"${sizes.map((size) => `${size} | ${size} | H-${size} | 5 | 4`).join('\n')}"\n`;
    await give(sized('a', 'b'));
    const order = await app.inject({
      method: 'POST',
      url: '/api/orders',
      headers: { 'idempotency-key': newKey() },
      payload: anOrderBody({
        items: [{ product_id: 'held-ring', variant_id: 'b', quantity: 3 }],
        expected_total: 15,
      }),
    });
    expect(order.statusCode).toBe(200);
    await give(sized('a'));
    await give(sized('a', 'b'));
    const { rows } = await database.query(
      "SELECT id, stock, held FROM product_variants WHERE product_id = 'held-ring' ORDER BY id",
    );
    expect(rows).toEqual([
      { id: 'a', stock: 4, held: 0 },
      { id: 'b', stock: 4, held: 3 },
    ]);
  });

  test('an import says how it is undone, and undoing it twice is refused (product 16.53)', async () => {
    const before = await everything();
    const { context, printed } = anOperator(database);
    await importProducts(context, aFile(`${HEADER}\n${aRow()}\n`), { dryRun: false });
    expect(printed).toEqual(['Imported: 1 created, 0 changed, 0 unchanged.', 'To undo it: products import --undo 1']);
    await undoProductImport(context, 1);
    expect(printed.at(-1)).toBe('Undone: 0 restored, 1 removed.');
    expect(await everything()).toBe(before);
    expect(await findAudit(database, `products-${files}.csv`)).toMatchObject([
      { action: 'products.imported' },
      { action: 'products.restored', after: { import: 1, restored: 0, removed: 1 } },
    ]);
    await expect(undoProductImport(context, 1)).rejects.toThrow('Import 1 has been undone already.');
  });

  test("the terminal says what of another shop's file it makes and leaves out (product 16.51)", async () => {
    const { context, printed } = anOperator(database);
    const file = path.join(__dirname, '../src/modules/catalog/import/fixtures/shopify.csv');
    await importProducts(context, file, { dryRun: true, store: 'jewellery-store', create: true });
    expect(printed).toEqual([
      'An export of Shopify.',
      expect.stringMatching(/^line 1: has columns that are left out: Tags, /),
      'line 4, Variant Inventory Qty: is -2: the product is sold out',
      expect.stringMatching(/^line 8, Variant Inventory Qty: has no number of pieces/),
      'line 9, Gift Card: is true: the gift card is left out',
      '4 pictures of another shop are left out, such as https://cdn.shopify.com/s/files/1/0000/0001/files/fern-gold.jpg?v=1714000000',
      'New categories: Ear jewelry (ear-jewelry)',
      'New brands: Oak & Iron (oak-iron)',
      'Dry run, nothing is written: 3 created, 0 changed, 0 unchanged.',
      '  fern-pendant: new, Fern Pendant',
      '  moth-studs: new, Moth Studs',
      '  old-clasp: new, Old Clasp',
      expect.stringMatching(/^To import exactly this: --plan [0-9a-f]{64}$/),
    ]);
  });

  test('the plan of a dry run is imported as it was shown, or not at all (product 16.63)', async () => {
    const file = aFile(`${HEADER}\n${aRow()}\n`);
    const { context, printed } = anOperator(database);
    await importProducts(context, file, { dryRun: true });
    const plan = printed.at(-1)?.split(' ').at(-1) ?? '';
    await importProducts(context, file, { dryRun: false, plan });
    expect(printed.at(-2)).toBe('Imported: 1 created, 0 changed, 0 unchanged.');
    await expect(importProducts(context, file, { dryRun: false, plan })).rejects.toThrow(
      'The shop, the file or the options have changed since that plan: nothing was imported. Plan it again: --dry-run',
    );
  });

  test('an import that fails in the middle leaves nothing', async () => {
    const before = await everything();
    await database.query("ALTER TABLE product_variants ADD CONSTRAINT no_more CHECK (sku <> 'LAST')");
    const header = 'id,store,sku,name,category,brand,price,short_description,description,variant_label,variants';
    const row = (id: string, sku: string): string =>
      `${id},jewellery-store,${id},Ring,rings,cartier,5,s,d,Size,a | A | ${sku} | 5 | 1`;
    expect((await give([header, row('one', 'FIRST'), row('two', 'LAST')].join('\n'))).at(-1)).toMatch(/no_more/);
    expect(await everything()).toBe(before);
  });
});

describe.each(databaseKinds)('files that are refused on %s', (kind) => {
  let database: Database;
  beforeAll(async () => {
    database = await openTestDatabase(kind);
  }, 60_000);
  afterAll(() => database.close());

  test.each([
    ['an unknown column', `${HEADER},colour\n${aRow()},red\n`, 'line 1, colour: is not a column; the columns are id, '],
    ['a column twice', `${HEADER},price\n${aRow()},3\n`, 'line 1, price: appears twice'],
    ['a column without a name', `${HEADER.replace(',price', ',')}\n${aRow()}\n`, 'line 1, column 7: has no name'],
    ['a cell behind the last column', `${HEADER},\n${aRow()},3\n`, 'line 2: has 11 cells; the first line names 10'],
    ['a number that can be read in two ways', `${HEADER}\n${aRow({ price: '"1,249"' })}\n`, 'line 2, price: must be'],
    ['another currency', `${HEADER}\n${aRow({ price: '€12' })}\n`, 'line 2, price: must be dollars'],
    ...['1.23457E+12', '1,23E+15', '#REF!', '#N/A', '#NAME?', '#DIV/0!', '#BEZUG!', '#NV', '####', 'Err:502'].map(
      (lost): [string, string, string] => [
        `an SKU that became ${lost}`,
        `${HEADER}\n${aRow({ sku: lost.includes(',') ? `"${lost}"` : lost })}\n`,
        `line 2, sku: was lost in a spreadsheet, which left ${lost}`,
      ],
    ),
    ['a name that became #REF!', `${HEADER}\n${aRow({ name: '#REF!' })}\n`, 'line 2, name: was lost'],
    [
      'a new product without what it needs',
      'id,name\nx,y\n',
      'line 2: is a new product, which needs store, sku, category, brand, price, short_description, description',
    ],
    [
      'a row without a name of its product',
      'name,price\ny,5\n',
      'line 1, sku: is missing: a row names its product by sku or id',
    ],
    ['an empty file', '', 'line 1: is empty'],
    [
      'a quote that is never closed',
      `${HEADER}\n${aRow()}\n${aRow({ id: 'z', sku: 'Z', name: '"open' })}\n${aRow()}\n`,
      'line 3: opens a quote',
    ],
    ['text behind a quote', `${HEADER}\n${aRow({ name: '"a"b' })}\n`, 'line 2: has text behind a closing quote'],
    [
      'broken UTF-8',
      Buffer.concat([Buffer.from(`${HEADER}\n${aRow({ name: 'Crème' })}\n`), Buffer.from([0x61, 0xff, 0x0a])]),
      'line 3: is not UTF-8',
    ],
    ['a control character', `${HEADER}\n${aRow({ name: 'a\u0000b' })}\n`, 'line 2, name: has a control character'],
    [
      'an SKU of another product',
      `${HEADER}\n${aRow({ sku: 'ORJ-RG-HAL-14W' })}\n`,
      'line 2, sku: belongs to the product',
    ],
    [
      'a former price below the price',
      `${HEADER},original_price\n${aRow()},3\n`,
      'line 2, original_price: must be above the price of 1249.50',
    ],
    [
      'a picture from nowhere',
      `${HEADER},images\n${aRow()},javascript:alert(1) | 1x1 | x\n`,
      'line 2, images: must be "/media/',
    ],
    [
      'variants that cost less than the product',
      `${HEADER},variant_label,variants\n${aRow({ stock: '' })},Size,a | A | S | 5 | 1\n`,
      'line 2, price: must be that of the cheapest variant, 5.00',
    ],
    [
      'a weight that is none',
      `${HEADER},net_weight\n${aRow({ store: 'organic-store', category: 'fruits', brand: 'orchard-lane' })},half a kilo\n`,
      'line 2, net_weight: must be a weight such as "500 g", a volume such as "750 ml", or for goods sold loose a step such as "by 250 g"',
    ],
    [
      'a weight in a storefront without weights',
      `${HEADER},net_weight\n${aRow()},500 g\n`,
      'line 2, net_weight: has a weight; jewellery-store does not sell by weight',
    ],
    [
      'a loose variant in a storefront without weights',
      `${HEADER},variant_label,variants\n${aRow({ stock: '', price: '5' })},Size,a | A | S | 5 | 1 | by 250 g\n`,
      'line 2, variants: has a weight; jewellery-store does not sell by weight',
    ],
    ['an address of the back office', `${HEADER}\n${aRow({ id: 'new' })}\n`, 'line 2, id: must not be "new"'],
    ['an id of generated products', `${HEADER}\n${aRow({ id: 'gen-1' })}\n`, 'line 2, id: must not begin with "gen-"'],
  ])('%s is refused in its line', async (_what, content, error) => {
    const sku =
      (await database.query<{ sku: string }>("SELECT sku FROM products WHERE id = 'ring-halo'")).rows[0]?.sku ?? '';
    const printed = await importInto(
      database,
      typeof content === 'string' ? content.replace('ORJ-RG-HAL-14W', sku) : content,
    );
    expect(printed[0]).toContain(error);
    expect(printed.at(-1)).toMatch(/nothing was imported/);
    expect((await database.query("SELECT 1 FROM products WHERE id = 'comet-ring'")).rowCount).toBe(0);
  });

  test('of a thousand errors fifty are printed, and the others are counted', async () => {
    // Each is the same as the line before, so that each has a cause of its own.
    const rows = Array.from({ length: 2_000 }, (_, index) =>
      aRow({ id: `p-${Math.floor(index / 2)}`, sku: `P-${index}` }),
    );
    const printed = await importInto(database, [HEADER, ...rows].join('\n'));
    expect(printed).toHaveLength(52);
    expect(printed.slice(-2)).toEqual([
      '… and 950 more errors',
      'refused: The file has 1000 errors: nothing was imported.',
    ]);
  });

  test('55 errors of one cause are one, with the first value and how many lines follow', async () => {
    const rows = Array.from({ length: 55 }, (_, index) =>
      aRow({ id: `p-${index}`, sku: `P-${index}`, price: `free ${index}`, ...(index === 3 && { name: '' }) }),
    );
    expect(await importInto(database, [HEADER, ...rows].join('\n'))).toEqual([
      'line 2, price: must be dollars such as 12.50, above 0 and at most 1000000, not "free 0" (and 54 more lines, up to 56)',
      'line 5, name: is empty',
      'refused: The file has 2 errors: nothing was imported.',
    ]);
  });
});
