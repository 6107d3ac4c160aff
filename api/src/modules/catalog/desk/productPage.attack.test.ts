import type { StaffProduct, StockChange } from '@shop/contracts';
import type { FastifyInstance } from 'fastify';
import type { Database } from '../../../database/Database';
import { findAudit } from '../../../testing/anOperator';
import { StaffVisitor } from '../../../testing/StaffVisitor';
import { anOrderBody, buildTestApp, newKey } from '../../../testing/testApp';
import { databaseKinds, openTestDatabase } from '../../../testing/testDatabase';
import { Visitor } from '../../../testing/Visitor';

const NEW = {
  store: 'jewellery-store',
  name: 'Crème Comet Ring',
  category: 'rings',
  brand: 'tiffany',
  price: '1249.50',
};
const PICTURE = '/media/added/comet-640.webp | 640x640 | A ring with a tail';
/** As a file has them; in the answer, nothing of a variant is in stock. */
const SIZES = 's | Small | COM-S | 30.00 | 99 |  | /media/added/comet-640.webp\nl | Large | COM-L | 40.00 | 0';

describe.each(databaseKinds)('the page of a product on %s', (kind) => {
  let database: Database;
  let app: FastifyInstance;
  let ada: StaffVisitor;
  let grace: StaffVisitor;
  let visitor: Visitor;
  let now = new Date('2026-11-21T12:00:00Z');
  const clock = { now: () => now };
  beforeAll(async () => {
    database = await openTestDatabase(kind);
    app = await buildTestApp(database, {}, clock);
    ada = await new StaffVisitor(app, database, clock).join('ada@example.com');
    grace = await new StaffVisitor(app, database, clock, '203.0.113.21').join('grace@example.com', 'catalog', 'Grace');
    visitor = new Visitor(app, database);
    await visitor.register('shopper@example.com');
  }, 60_000);
  beforeEach(() => {
    now = new Date(now.getTime() + 1_000);
  });
  afterAll(async () => {
    await app.close();
    await database.close();
  });

  const create = async (overrides: object = {}): Promise<StaffProduct> => {
    const response = await ada.post('/products', { ...NEW, ...overrides });
    if (response.statusCode !== 200) throw new Error(response.body);
    return response.json().data;
  };
  const read = async (id: string): Promise<StaffProduct> => (await ada.get(`/products/${id}`)).json().data;
  const patch = (product: StaffProduct, fields: object, who = ada) =>
    who.patch(`/products/${product.id}`, { version: product.version, fields });
  const save = async (product: StaffProduct, fields: object): Promise<StaffProduct> => {
    const response = await patch(product, fields);
    if (response.statusCode !== 200) throw new Error(response.body);
    return response.json().data;
  };
  const createSold = async (fields: object = {}): Promise<StaffProduct> =>
    save(await create(), { description: 'With a tail.', short_description: 'A ring.', status: 'published', ...fields });
  const changeStock = (id: string, body: object) =>
    ada.post(`/products/${id}/stock`, { variant_id: null, reason: 'received', note: '', key: newKey(), ...body });
  const listStock = async (id: string): Promise<StockChange[]> =>
    (await ada.get(`/products/${id}/stock`)).json().data.items;
  const order = (id: string, variant: string | null, quantity: number, total: number) =>
    visitor.post(
      '/orders',
      anOrderBody({ items: [{ product_id: id, variant_id: variant, quantity }], expected_total: total }),
      {
        headers: { 'idempotency-key': newKey() },
      },
    );

  test('a product whose name is an address of the back office gets another id (product 16.88)', async () => {
    for (const [name, id] of [
      ['New', 'new-2'],
      ['Import!', 'import-2'],
    ] as const) {
      expect(await create({ name })).toMatchObject({ id });
      expect((await create({ name })).id).toMatch(/-3$/);
    }
  });

  test('a new product is a draft, with an id and an SKU of its name, that only staff see (product 16.66)', async () => {
    const first = await create();
    expect(first).toMatchObject({
      id: 'creme-comet-ring',
      store: 'jewellery-store',
      link: null,
      deletable: true,
      stock: [{ variant_id: null, stock: 0, held: 0 }],
      fields: { sku: 'CREME-COMET-RING', status: 'draft', price: '1249.50', category: 'rings', images: '' },
    });
    expect(await create()).toMatchObject({ id: 'creme-comet-ring-2', fields: { sku: 'CREME-COMET-RING-2' } });
    expect((await app.inject('/api/products/creme-comet-ring')).statusCode).toBe(404);
    expect(await findAudit(database, 'creme-comet-ring')).toMatchObject([
      { who: 'Ada', action: 'products.created', after: { name: 'Crème Comet Ring', sku: 'CREME-COMET-RING' } },
    ]);
  });

  test('two who create the same at once get two products (product 16.66)', async () => {
    const made = await Promise.all([ada, grace, ada].map((who) => who.post('/products', { ...NEW, name: 'Same' })));
    expect(new Set(made.map((response) => response.json().data.id)).size).toBe(3);
    expect(new Set(made.map((response) => response.json().data.fields.sku)).size).toBe(3);
  });

  test.each([
    [{ category: 'nothing' }, 'category'],
    [{ category: 'dairy' }, 'category'],
    [{ brand: 'nobody' }, 'brand'],
    [{ price: '0' }, 'price'],
    [{ price: '-5' }, 'price'],
    [{ price: '1e9' }, 'price'],
    [{ store: 'books' }, 'store'],
    [{ name: ' ' }, 'name'],
  ])('a new product with %j is refused at that field (product 16.66)', async (wrong, field) => {
    expect((await ada.post('/products', { ...NEW, ...wrong })).json().fields).toEqual({ [field]: expect.any(String) });
  });

  test('fields are saved by the rules of product files, and the audit has before and after (product 16.67)', async () => {
    const product = await save(await create({ name: 'Saved' }), {
      name: ' Saved Ring ',
      price: '$ 30',
      original_price: '45.5',
      images: PICTURE,
      features: 'Light\nStrong',
      material: 'yellow-gold',
      store_features: '{"customization":{"engravingMaxLetters":12}}',
    });
    expect(product).toMatchObject({
      version: 1,
      changed_at: now.toISOString(),
      fields: {
        name: 'Saved Ring',
        price: '30.00',
        original_price: '45.50',
        features: 'Light\nStrong',
        material: 'yellow-gold',
      },
    });
    expect(product.timeline[0]).toMatchObject({
      action: 'products.changed',
      actor: { name: 'Ada', network: null },
      before: { name: 'Saved', price: '1249.50' },
      after: { name: 'Saved Ring', price: '30.00' },
    });
    expect(await save(product, { name: 'Saved Ring' })).toMatchObject({ version: 1 });
    expect((await read(product.id)).timeline).toHaveLength(2);
  });

  test.each([
    ['name', ''],
    ['name', 'two\nlines'],
    ['sku', 'x'.repeat(65)],
    ['price', '12.345'],
    ['original_price', '5'],
    ['images', 'javascript:alert(1) | 640x640 | A picture'],
    ['images', '//evil.example/a.webp | 640x640 | A picture'],
    ['images', '/media/a.webp | 640x640 | '],
    ['images', 'ring.jpg | Not among the pictures'],
    ['variants', 's | Small | COM-S | free | 0'],
    ['variants', `${SIZES}\ns | Again | COM-X | 30 | 0`],
    ['variants', 's | Small | COM-S | 30 | 0 | 500 g'],
    ['store_features', '{"certification":{"laboratory":"GIA","reportNumber":"1","reportUrl":"javascript:alert(1)"}}'],
    ['status', 'sold'],
    ['material', 'Yellow Gold!'],
    ['popular', 'perhaps'],
    ['category', 'dairy'],
    ['description', 'a\u0007bell'],
  ])('the field %s cannot be %j (product 16.67)', async (field, text) => {
    const product = await create({ name: 'Refused', price: '20' });
    const response = await patch(product, { [field]: text, variant_label: 'Size' });
    expect([response.statusCode, Object.keys(response.json().fields)]).toEqual([422, [field]]);
    expect(await read(product.id)).toMatchObject({ version: 0, fields: { variant_label: '' } });
  });

  test('unknown fields, and those that are no texts, are refused', async () => {
    const product = await create({ name: 'Strict' });
    for (const fields of [{ id: 'other' }, { stock: '5' }, { store: 'organic-store' }, { version: '9' }, { price: 5 }])
      expect((await patch(product, fields)).statusCode).toBe(400);
  });

  test('another product’s SKU is refused, also at the same moment (product 16.67)', async () => {
    const [a, b] = [await create({ name: 'First' }), await create({ name: 'Second' })];
    expect((await patch(b, { sku: a.fields.sku })).json().fields).toEqual({ sku: `Belongs to the product ${a.id}.` });
    const both = await Promise.all([patch(a, { sku: 'RACE-1' }), patch(b, { sku: 'RACE-1' }, grace)]);
    expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 422]);
  });

  test('HTML stays text, for staff and shoppers', async () => {
    const markup = '<img src=x onerror=alert(1)>';
    const product = await createSold({ name: markup, description: markup });
    expect(product.fields).toMatchObject({ name: markup, description: markup });
    expect((await app.inject(`/api/products/${product.id}`)).json().data).toMatchObject({ name: markup });
  });

  test('nothing is published without a description, on its page or in the list (product 16.67)', async () => {
    const product = await create({ name: 'Wordless' });
    expect((await patch(product, { status: 'published' })).json().fields).toEqual({
      short_description: 'Is empty: nothing is published without it.',
      description: 'Is empty: nothing is published without it.',
    });
    const outcome = await ada.post('/products/changes', { ids: [product.id], status: 'published' });
    expect(outcome.json().data).toEqual([{ id: product.id, error: 'Wordless has no description yet.' }]);
  });

  test('of two at one product, the second is shown what the first has saved, and nothing is lost (product 16.68)', async () => {
    const product = await create({ name: 'Shared' });
    const answers = await Promise.all([patch(product, { name: 'Hers' }), patch(product, { name: 'His' }, grace)]);
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
    const saved = await read(product.id);
    const refused = answers.find(({ statusCode }) => statusCode === 409)?.json();
    expect(refused).toMatchObject({ code: 'CHANGED_MEANWHILE', fields: { name: saved.fields.name, price: '1249.50' } });
    // A change at the list, or of the stock, counts as one, an order does not.
    await ada.post('/products/changes', { ids: [product.id], price_percent: 10 });
    expect((await patch(saved, { name: 'Old' })).statusCode).toBe(409);
    expect((await patch({ ...saved, version: 99 }, { name: 'Guessed' })).statusCode).toBe(409);
  });

  describe('variants', () => {
    test('the product costs what the cheapest does; texts neither set nor change their stock (product 16.69)', async () => {
      const product = await createSold({ images: PICTURE, variants: SIZES, variant_label: 'Size' });
      expect(product).toMatchObject({
        fields: { price: '30.00', variants: SIZES.replace('99', '0') },
        stock: [
          { variant_id: 's', stock: 0 },
          { variant_id: 'l', stock: 0 },
        ],
      });
      await changeStock(product.id, { variant_id: 's', change: 7 });
      const changed = await save(await read(product.id), { variants: SIZES.replace('30.00', '50') });
      expect(changed).toMatchObject({ fields: { price: '40.00' }, stock: [{ stock: 7 }, { stock: 0 }] });
      expect((await patch(changed, { price: '1' })).json().fields).toEqual({
        price: 'Must be that of the cheapest variant, 40.00.',
      });
      expect((await app.inject(`/api/products/${product.id}`)).json().data).toMatchObject({ price: 40, stock: 7 });
    });

    test('a variant that is removed leaves carts with the usual message, and held pieces come back with it (product 16.69)', async () => {
      const product = await createSold({ images: PICTURE, variants: SIZES, variant_label: 'Size' });
      await changeStock(product.id, { variant_id: 's', change: 5 });
      await changeStock(product.id, { variant_id: 'l', change: 5 });
      expect((await order(product.id, 's', 2, 60)).statusCode).toBe(200);
      const held = await read(product.id);
      expect(held.stock).toEqual([
        { variant_id: 's', stock: 3, held: 2 },
        { variant_id: 'l', stock: 5, held: 0 },
      ]);
      const removed = await save(held, { variants: SIZES.split('\n')[1] });
      const items = [
        { product_id: product.id, variant_id: 's', quantity: 1 },
        { product_id: product.id, variant_id: 'l', quantity: 1 },
      ];
      expect((await visitor.post('/cart/check', { items, coupon_code: null })).json().data).toMatchObject({
        total: 40,
        lines: [{ variant_id: 'l' }],
      });
      expect((await order(product.id, 's', 1, 30)).json()).toMatchObject({
        status: false,
        message: 'Prices or products have changed: nothing was ordered yet.',
      });
      expect((await listStock(product.id))[0]).toMatchObject({
        variant_id: 's',
        change: -3,
        left: 0,
        reason: 'edited',
      });
      expect((await save(removed, { variants: SIZES })).stock[0]).toEqual({ variant_id: 's', stock: 0, held: 2 });
    });
  });

  describe('stock', () => {
    test('pieces come and go with a reason, never below zero or what is held, and the history says it (product 16.70)', async () => {
      const product = await createSold({ price: '10' });
      await changeStock(product.id, { change: 8, note: 'Delivery 2291' });
      now = new Date(now.getTime() + 1_000);
      const number = (await order(product.id, null, 3, 30)).json().order.number as string;
      expect((await changeStock(product.id, { change: -6, reason: 'damaged' })).json().fields).toEqual({
        change: 'Only 5 can be taken away.',
      });
      expect((await changeStock(product.id, { count: 2, reason: 'counted' })).json().fields).toEqual({
        count: 'Unpaid orders hold 3: count them, too, or cancel those orders first.',
      });
      now = new Date(now.getTime() + 1_000);
      expect((await changeStock(product.id, { count: 7, reason: 'counted' })).json().data).toMatchObject({
        version: product.version + 2,
        stock: [{ variant_id: null, stock: 4, held: 3 }],
      });
      await changeStock(product.id, { count: 7, reason: 'counted' });
      expect(await listStock(product.id)).toMatchObject([
        { change: -1, left: 4, reason: 'counted', by: 'Ada', order: null },
        { change: -3, left: null, reason: 'ordered', by: 'Shop', order: number },
        { change: 8, left: 8, reason: 'received', note: 'Delivery 2291' },
      ]);
      expect((await findAudit(database, product.id)).at(-1)).toMatchObject({
        action: 'products.stock-changed',
        before: { stock: 5 },
        after: { stock: 4, reason: 'counted' },
      });
      await visitor.post(`/orders/${number}/cancel`);
      expect((await read(product.id)).stock).toEqual([{ variant_id: null, stock: 7, held: 0 }]);
      expect(await listStock(product.id)).toHaveLength(2);
    });

    test.each([
      [{}, 'change'],
      [{ change: 1, count: 1 }, 'change'],
      [{ change: 10_000_000 }, 'change'],
      [{ change: 1, variant_id: 'nothing' }, 'variant_id'],
      [{ change: 1.5 }, 'change'],
      [{ count: -1 }, 'count'],
      [{ change: 1, reason: 'theft' }, 'reason'],
      [{ change: 1, note: 'x'.repeat(201) }, 'note'],
    ])('a change of %j is refused at its field (product 16.70)', async (wrong, field) => {
      const product = await create({ name: 'Counted' });
      await changeStock(product.id, { change: 1 });
      expect(Object.keys((await changeStock(product.id, wrong)).json().fields)).toEqual([field]);
      expect((await read(product.id)).stock).toEqual([{ variant_id: null, stock: 1, held: 0 }]);
    });

    test('pieces that two take at once are there once, and of a product with variants nobody counts the whole (product 16.70)', async () => {
      const product = await create({ name: 'Taken' });
      await changeStock(product.id, { change: 5 });
      const taken = await Promise.all([1, 2, 3].map(() => changeStock(product.id, { change: -2, reason: 'damaged' })));
      expect(taken.map(({ statusCode }) => statusCode).sort()).toEqual([200, 200, 400]);
      const sized = await save(await read(product.id), { variants: 'a | A | T-A | 5 | 9', variant_label: 'Size' });
      expect((await listStock(sized.id))[0]).toMatchObject({ variant_id: null, change: -1, left: 0, reason: 'edited' });
      expect((await changeStock(sized.id, { change: 1 })).json().fields).toEqual({ variant_id: expect.any(String) });
    });

    test('a change whose answer was lost is repeated without a second one, also at the same moment (product 16.87)', async () => {
      const product = await create({ name: 'Repeated' });
      const key = newKey();
      const asked = { change: 4, key };
      const answers = await Promise.all([asked, asked, asked].map((body) => changeStock(product.id, body)));
      expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
      await changeStock(product.id, { change: -3, key: undefined }); // as pages of an older release
      expect((await changeStock(product.id, asked)).json().data.stock).toEqual([
        { variant_id: null, stock: 1, held: 0 },
      ]);
      expect(await listStock(product.id)).toMatchObject([{ change: -3 }, { change: 4 }]);
      const other = await create({ name: 'Repeated otherwise' });
      for (const [id, body] of [
        [product.id, { change: 5 }],
        [product.id, { count: 5, reason: 'counted' }],
        [other.id, { change: 4 }],
      ] as const)
        expect(Object.values((await changeStock(id, { ...body, key })).json().fields)).toEqual([
          'Saved already: +4. Reload the page.',
        ]);
      expect(await listStock(other.id)).toEqual([]);
      const counted = { count: 7, reason: 'counted', key: newKey() };
      for (const body of [counted, counted])
        expect((await changeStock(product.id, body)).json().data.stock).toEqual([
          { variant_id: null, stock: 7, held: 0 },
        ]);
      expect(await listStock(product.id)).toHaveLength(3);
    });

    test('the history has each row once, fifty at a time (product 16.70)', async () => {
      const product = await create({ name: 'Long' });
      for (let count = 1; count <= 60; count += 1) await changeStock(product.id, { change: 1, note: String(count) });
      const first = (await ada.get(`/products/${product.id}/stock`)).json().data;
      const second = (await ada.get(`/products/${product.id}/stock?cursor=${encodeURIComponent(first.next)}`)).json()
        .data;
      expect([first.items.length, second.items.length, second.next]).toEqual([50, 10, null]);
      expect(new Set([...first.items, ...second.items].map(({ note }: StockChange) => note)).size).toBe(60);
      for (const cursor of ['1', '2026-99-99 00:00:00+00~s1', "2026-11-21 12:00:00+00~s1'; --"])
        expect(
          (await ada.get(`/products/${product.id}/stock?cursor=${encodeURIComponent(cursor)}`)).json().fields,
        ).toEqual({ cursor: 'This page does not exist.' });
    });
  });

  test('a duplicate is a draft without stock, with an id and SKUs of its own and the variants in their order (product 16.71)', async () => {
    const sized = await createSold({
      name: 'Twin',
      images: PICTURE,
      variants: SIZES,
      variant_label: 'Size',
      original_price: '90',
    });
    await changeStock(sized.id, { variant_id: 'l', change: 3 });
    const copies = [
      await ada.post(`/products/${sized.id}/duplicate`),
      await grace.post(`/products/${sized.id}/duplicate`),
    ];
    expect(copies.map((response) => response.json().data)).toMatchObject([
      {
        id: 'twin-copy',
        version: 0,
        fields: {
          ...sized.fields,
          name: 'Twin (copy)',
          status: 'draft',
          sku: `${sized.fields.sku}-COPY`,
          featured_rank: expect.any(String),
          variants: SIZES.replace('99', '0').replace('COM-S', 'COM-S-COPY').replace('COM-L', 'COM-L-COPY'),
        },
        stock: [
          { variant_id: 's', stock: 0, held: 0 },
          { variant_id: 'l', stock: 0, held: 0 },
        ],
      },
      { id: 'twin-copy-2', fields: { sku: `${sized.fields.sku}-COPY-2` } },
    ]);
    expect((await ada.post('/products/nothing/duplicate')).statusCode).toBe(404);
  });

  test('only a draft that no order has is deleted (product 16.71)', async () => {
    const draft = await create({ name: 'Gone' });
    await changeStock(draft.id, { change: 1 });
    expect((await ada.delete(`/products/${draft.id}`)).statusCode).toBe(200);
    expect((await ada.get(`/products/${draft.id}`)).statusCode).toBe(404);
    expect((await findAudit(database, draft.id)).at(-1)).toMatchObject({
      action: 'products.deleted',
      before: { name: 'Gone' },
    });
    const sold = await createSold({ name: 'Bought', price: '10' });
    expect((await ada.delete(`/products/${sold.id}`)).json()).toMatchObject({ code: 'PRODUCT_REFUSED' });
    await changeStock(sold.id, { change: 1 });
    await order(sold.id, null, 1, 10);
    await save(await read(sold.id), { status: 'draft' });
    expect(await read(sold.id)).toMatchObject({ deletable: false });
    expect((await ada.delete(`/products/${sold.id}`)).json().message).toBe('Orders have this product: archive it.');
  });

  test('categories, brands and values of attributes can be chosen, each of its storefront (product 16.67)', async () => {
    const choices = (await ada.get('/product-choices')).json().data;
    const [jewellery, organic] = ['jewellery-store', 'organic-store'].map((slug) =>
      choices.find(({ store }: { store: string }) => store === slug),
    );
    expect(jewellery.category).toContainEqual({ value: 'rings', label: 'Rings' });
    expect(organic.category).not.toContainEqual({ value: 'rings', label: 'Rings' });
    expect(jewellery.material).toContainEqual({ value: 'gold-vermeil', label: 'Gold vermeil' });
    expect(organic.material).toEqual([]);
  });

  describe('previews', () => {
    const open = async (id: string): Promise<URL> =>
      new URL((await ada.post(`/products/${id}/preview`)).json<{ url: string }>().url);
    const readDraft = (id: string, key: string | null) =>
      app.inject(`/api/products/${id}/draft?key=${encodeURIComponent(key ?? '')}`);

    test('a signed link shows a draft for an hour, stored by nobody, and it still cannot be bought (product 16.72)', async () => {
      const draft = await create({ name: 'Secret' });
      const url = await open(draft.id);
      expect(url.origin + url.pathname).toBe(`http://shop.test/products/${draft.id}`);
      const key = url.searchParams.get('draft');
      const shown = await readDraft(draft.id, key);
      expect(shown.json()).toMatchObject({ data: { id: draft.id, name: 'Secret' }, published: false });
      expect(shown.headers['cache-control']).toBe('no-store');
      expect((await app.inject(`/api/products/${draft.id}?draft=${key}`)).statusCode).toBe(404);
      expect((await order(draft.id, null, 1, 1_249.5)).json()).toMatchObject({ status: false });
      const before = now;
      now = new Date(now.getTime() + 3_600_000);
      expect((await readDraft(draft.id, key)).json()).toMatchObject({ code: 'PRODUCT_NOT_FOUND' });
      now = before; // sessions of staff last no longer
    });

    test('a key that is forged, changed, or of another product opens nothing (product 16.72)', async () => {
      const [a, b] = [await create({ name: 'One' }), await create({ name: 'Other' })];
      const key = (await open(a.id)).searchParams.get('draft') ?? '';
      const [until = '', signature = ''] = key.split('.');
      const later = (parseInt(until, 36) + 3_600_000).toString(36);
      for (const wrong of [
        '',
        'x',
        until,
        `.${signature}`,
        `${later}.${signature}`,
        `${until}.${'A'.repeat(43)}`,
        `${key}x`,
        '\0',
        'zzzzzzzzzz.',
      ])
        expect((await readDraft(a.id, wrong)).statusCode).toBe(404);
      expect((await readDraft(b.id, key)).statusCode).toBe(404);
      expect((await readDraft(a.id, key)).statusCode).toBe(200);
      await ada.delete(`/products/${a.id}`);
      expect((await readDraft(a.id, key)).statusCode).toBe(404);
      expect((await ada.post('/products/nothing/preview')).statusCode).toBe(404);
    });
  });

  test.each(['orders', 'content', 'support', 'analyst'] as const)(
    'the role %s neither sees nor changes a product (product 16.7)',
    async (role) => {
      const product = await create({ name: 'Closed' });
      const stranger = await new StaffVisitor(app, database, clock, '203.0.113.22').join(`${role}@example.com`, role);
      const answers = [
        await stranger.get(`/products/${product.id}`),
        await stranger.post('/products', NEW),
        await stranger.patch(`/products/${product.id}`, { version: 0, fields: { name: 'Mine' } }),
        await stranger.post(`/products/${product.id}/duplicate`),
        await stranger.post(`/products/${product.id}/stock`, {
          variant_id: null,
          change: 1,
          reason: 'other',
          note: '',
        }),
        await stranger.post(`/products/${product.id}/preview`),
        await stranger.delete(`/products/${product.id}`),
      ];
      expect(answers.map((response) => response.json().code)).toEqual(answers.map(() => 'NOT_ALLOWED'));
      expect(await read(product.id)).toMatchObject({ version: 0, fields: { name: 'Closed' } });
    },
  );
});
