import {
  FACETS,
  PRODUCTS_PER_PAGE,
  SORT_OPTIONS,
  toSlugs,
  type Facet,
  type FacetId,
  type ProductPage,
  type ProductQuery,
  type StorefrontSlug,
} from '@shop/contracts';
import { buildCatalog } from '../../../content/buildCatalog';
import { createPictureLookup } from '../../../content/createPictureLookup';
import { originalsManifest } from '../../../content/syncCatalog';
import { generateProducts } from '../../../seeds/generateProducts';
import { upsertRows } from '../../database/upsertRows';
import type { Database } from '../../database/Database';
import { databaseKinds, openTestDatabase } from '../../testing/testDatabase';
import { MAX_COUNTED_MATCHES } from './facetCounts';
import { foldText } from './foldText';
import { parseListing } from './parseListing';
import { buildWordPattern, parseWords } from './searchTerms';
import { COMPILED_SYNONYMS } from './synonyms';
import type { ProductAttributes } from './productAttributes';
import { findProductPage } from './productsRepository';

/** Fewer on the embedded database, where `npm test` runs them; `npm run verify` runs all of them on PostgreSQL. */
const SIZES = {
  PGlite: { generated: 1_200, rounds: 40 },
  PostgreSQL: { generated: 5_000, rounds: 150 },
} as const;
interface Row {
  readonly id: string;
  readonly name: string;
  readonly category_name: string;
  readonly brand_name: string;
  readonly category: string;
  readonly brand: string;
  readonly attributes: ProductAttributes;
  readonly store: StorefrontSlug;
  readonly search_text: string;
  readonly price_cents: number;
  readonly rating_tenths: number;
  readonly review_count: number;
  readonly offer: number;
  readonly featured_rank: number;
  readonly created_at: Date;
}

/** A stream of numbers in [0, 1) that is the same in every run. */
const createRandom = (state: number) => () => {
  state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
  return state / 2_147_483_648;
};

const readValue = (row: Row, { id }: Pick<Facet, 'id'>): string =>
  id === 'category' || id === 'brand' ? row[id] : (row.attributes[id] ?? '');

/** PostgreSQL writes both ends of a word differently. */
const matchesWords = (text: string, q: string): boolean =>
  parseWords(q).every((word) =>
    new RegExp(buildWordPattern(word, 'words', COMPILED_SYNONYMS).replaceAll(/\\[mM]/g, '\\b')).test(text),
  );

const readWeakness = (row: Row, q: string): number => {
  const attributes = Object.entries(row.attributes).flatMap(([id, value]) => (id === 'free_from' ? [] : [value]));
  const texts = [row.name, row.category, row.category_name, row.brand, row.brand_name, ...attributes];
  return matchesWords(foldText(texts.join(' ')), q) ? 0 : 1;
};

type Part = FacetId | 'q' | 'price' | 'rating' | 'offers';

interface Search extends ProductQuery {
  /** Products whose SKU is the search. */
  readonly idsOfSku?: readonly string[];
}

/** Reference implementation of listings (product.md 4) over all products. `except` ignores one part of the query. */
const findMatches = (rows: readonly Row[], query: Search, except?: Part): Row[] => {
  const applies = (part: Part): boolean => part !== except;
  const requested = FACETS.filter(({ id }) => applies(id) && query[id]).map(
    (facet) => [facet, query[facet.id]?.split(',') ?? []] as const,
  );
  const [lowest, highest] = [
    Math.round(Number(query.minPrice ?? 0) * 100),
    Math.round(Number(query.maxPrice ?? Infinity) * 100),
  ];
  return rows.filter(
    (row) =>
      row.store === query.store &&
      requested.every(([facet, values]) => toSlugs(readValue(row, facet)).some((slug) => values.includes(slug))) &&
      (query.idsOfSku?.includes(row.id) || matchesWords(row.search_text, query.q ?? '')) &&
      row.price_cents >= lowest &&
      row.price_cents <= highest &&
      (!applies('rating') || Math.floor(row.rating_tenths / 10) >= Number(query.rating ?? 0)) &&
      (!applies('offers') || query.offers !== 'true' || row.offer > 0),
  );
};

const byId = (a: Row, b: Row): number => (a.id < b.id ? -1 : 1);
const compare: Readonly<Record<string, (a: Row, b: Row) => number>> = {
  featured: (a, b) => a.featured_rank - b.featured_rank || byId(a, b),
  'price-low': (a, b) => a.price_cents - b.price_cents || byId(a, b),
  'price-high': (a, b) => b.price_cents - a.price_cents || byId(b, a),
  newest: (a, b) => b.created_at.getTime() - a.created_at.getTime() || byId(b, a),
  rating: (a, b) => b.rating_tenths - a.rating_tenths || b.review_count - a.review_count || byId(b, a),
};

const compareFor = ({ sort = 'featured', q = '', idsOfSku = [] }: Search): ((a: Row, b: Row) => number) => {
  const bySort = compare[sort] ?? byId;
  const weigh = (row: Row): number => (idsOfSku.includes(row.id) ? -1 : readWeakness(row, q));
  return (a, b) => (sort === 'featured' ? weigh(a) - weigh(b) : 0) || bySort(a, b);
};

const readTemplates = async (): Promise<Record<string, unknown>[]> => {
  const { products } = await buildCatalog(createPictureLookup('/nonexistent/manifest.json', originalsManifest));
  return products.map(({ row }) => ({ ...row }));
};

describe.each(databaseKinds)('listings of a large catalog on %s', (kind) => {
  const { generated, rounds } = SIZES[kind];
  let database: Database;
  let rows: Row[];
  beforeAll(async () => {
    database = await openTestDatabase(kind);
    const templates = await readTemplates();
    await upsertRows(database, 'products', [...generateProducts(templates, generated)], { conflict: ['id'] });
    // Those that are not published are there, and in no listing.
    await database.query("UPDATE products SET status = 'draft' WHERE id LIKE 'gen-%7'");
    await database.query('ANALYZE products');
    rows = (await database.query<Row>("SELECT * FROM products WHERE status = 'published'")).rows;
  }, 120_000);
  afterAll(() => database.close());

  const find = ({ idsOfSku = [], ...query }: Search): Promise<ProductPage> =>
    findProductPage(database, { ...parseListing(query), idsOfSku });

  test(`match a check of every product, for ${rounds} random queries (product 4.3, 4.4, 4.6, 4.8)`, async () => {
    const random = createRandom(7);
    const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
    const maybe = (chance: number): boolean => random() < chance;
    for (let round = 0; round < rounds; round += 1) {
      const sample = pick(rows);
      const query: { -readonly [K in keyof Search]: Search[K] } = { store: sample.store, sort: pick(SORT_OPTIONS) };
      for (const facet of FACETS)
        if (maybe(0.2))
          query[facet.id] = [sample, ...(maybe(0.4) ? [pick(rows)] : [])]
            .flatMap((row) => toSlugs(readValue(row, facet)))
            .join(',');
      if (maybe(0.5))
        query.q = pick([
          sample.category,
          'silver',
          'willow',
          'ring',
          'fine gold',
          'every',
          'e',
          sample.id,
          `${sample.brand} ${sample.attributes['material'] ?? ''}`,
          sample.search_text.slice(3, 14).trim(),
        ]);
      if (query.q !== undefined && maybe(0.3))
        query.idsOfSku = [sample, pick(rows)].flatMap(({ id, store }) => (store === query.store ? [id] : []));
      if (maybe(0.3)) query.minPrice = String(pick([0, 9.99, 20, 100.5, sample.price_cents / 100]));
      if (maybe(0.3))
        query.maxPrice = String(
          Math.max(Number(query.minPrice ?? 0), pick([20, 99.99, 100, 400, sample.price_cents / 100])),
        );
      if (maybe(0.2)) query.rating = pick(['3', '4', '5']);
      if (maybe(0.2)) query.offers = 'true';

      const expected = findMatches(rows, query).sort(compareFor(query));
      const pages = Math.max(1, Math.ceil(expected.length / PRODUCTS_PER_PAGE));
      const page = maybe(0.5) ? 1 : 1 + Math.floor(random() * pages);
      const response = await find({ ...query, page: String(page) });

      expect({ query, total: response.total, relation: response.totalRelation }).toEqual({
        query,
        total: expected.length,
        relation: 'exact',
      });
      expect(response.items.map(({ id }) => id)).toEqual(
        expected.slice((page - 1) * PRODUCTS_PER_PAGE, page * PRODUCTS_PER_PAGE).map(({ id }) => id),
      );
      for (const facet of FACETS) {
        const counts = new Map<string, number>();
        for (const row of findMatches(rows, query, facet.id)) {
          for (const slug of toSlugs(readValue(row, facet))) counts.set(slug, (counts.get(slug) ?? 0) + 1);
        }
        expect({
          query,
          facet: facet.id,
          counts: Object.fromEntries((response.facets[facet.id] ?? []).map(({ value, count }) => [value, count])),
        }).toEqual({ query, facet: facet.id, counts: Object.fromEntries(counts) });
      }
      expect(response.facets.offers).toBe(findMatches(rows, query, 'offers').filter(({ offer }) => offer > 0).length);
      const ofAnyRating = findMatches(rows, query, 'rating');
      expect(response.facets.rating.map(({ count }) => count)).toEqual(
        [5, 4, 3, 2, 1].map((stars) => ofAnyRating.filter((row) => Math.floor(row.rating_tenths / 10) >= stars).length),
      );
    }
  }, 120_000);

  test.each(
    SORT_OPTIONS.flatMap((sort) => [{ sort }, { sort, idsOfSku: ['gen-0000100', 'ring-halo', 'watch-dress'] }]),
  )('in the order of %j, cursor pages neither repeat nor omit products (product 4.3, 4.8)', async (order) => {
    const query: Search = { store: 'jewellery-store', q: 'tide', ...order };
    const expected = findMatches(rows, query)
      .sort(compareFor(query))
      .map(({ id }) => id);
    const seen: string[] = [];
    for (let next: string | null | undefined; next !== null;) {
      const page = await find({ ...query, ...(next ? { after: next } : {}) });
      seen.push(...page.items.map(({ id }) => id));
      next = page.next;
    }
    expect(expected.length).toBeGreaterThan(PRODUCTS_PER_PAGE * 2);
    expect(seen).toEqual(expected);
  });

  test('a product inserted on an earlier page does not shift the next page', async () => {
    const query: ProductQuery = { store: 'organic-store', sort: 'price-low' };
    const first = await find(query);
    const expected = (await find({ ...query, page: '2' })).items.map(({ id }) => id);
    const [template] = rows.filter(({ store }) => store === 'organic-store');
    await upsertRows(database, 'products', [{ ...template, id: 'cheapest', sku: 'CHEAPEST', price_cents: 1 }], {
      conflict: ['id'],
    });
    const second = await find({ ...query, after: first.next ?? '' });
    expect(second.items.map(({ id }) => id)).toEqual(expected);
    await database.query("DELETE FROM products WHERE id = 'cheapest'");
  });

  // Thousands of products, which take the embedded database seconds.
  if (kind === 'PostgreSQL')
    test('beyond the counting limit the total is a lower bound, and pages are still correct', async () => {
      const templates = await readTemplates();
      const many = [...generateProducts(templates, generated + MAX_COUNTED_MATCHES * 2 + 500)]
        .slice(generated)
        .map((row) => ({ ...row, search_text: `${String(row['search_text'])} everywhere` }));
      await upsertRows(database, 'products', many, { conflict: ['id'] });
      const { rows: all } = await database.query<Row>("SELECT * FROM products WHERE store = 'jewellery-store'");
      const query: ProductQuery = { store: 'jewellery-store', q: 'everywhere', sort: 'price-low', page: '3' };
      const expected = findMatches(all, query).sort(compare['price-low']);
      const response = await find(query);
      expect(expected.length).toBeGreaterThan(MAX_COUNTED_MATCHES);
      expect(response).toMatchObject({ totalRelation: 'at-least', page: 3 });
      expect(response.total).toBeGreaterThan(MAX_COUNTED_MATCHES);
      expect(response.total).toBeLessThanOrEqual(expected.length);
      expect(response.items.map(({ id }) => id)).toEqual(expected.slice(24, 36).map(({ id }) => id));

      // "everywhere" is in the text of products, "gold" in that of cells.
      for (const q of ['everywhere', 'gold']) {
        const last = all
          .filter((row) => matchesWords(row.search_text, q))
          .sort(compareFor({ q }))
          .at(-1);
        const bySku: Search = { store: 'jewellery-store', q, idsOfSku: ['watch-dress', last?.id ?? ''] };
        const sorted = findMatches(all, bySku).sort(compareFor(bySku));
        expect(sorted.length).toBeGreaterThan(MAX_COUNTED_MATCHES);
        const first = await find(bySku);
        const pages = [first, await find({ ...bySku, after: first.next ?? '' }), await find({ ...bySku, page: '3' })];
        for (const [index, { items }] of pages.entries())
          expect([q, ...items.map(({ id }) => id)]).toEqual([
            q,
            ...sorted.slice(index * PRODUCTS_PER_PAGE, (index + 1) * PRODUCTS_PER_PAGE).map(({ id }) => id),
          ]);
      }
    }, 60_000);

  test('the counts of facet cells and search words stay correct after changes and deletions', async () => {
    await database.query(
      "UPDATE products SET price_cents = price_cents * 3, name = name || ' Zephyr' WHERE id LIKE 'gen-00000%'",
    );
    await database.query(
      "UPDATE products SET rating_tenths = 49, brand = 'cartier', brand_name = 'Cartier & Co' WHERE id LIKE 'gen-00001%'",
    );
    await database.query(
      `UPDATE products SET attributes = attributes || '{"stone": "opal", "finish": "matte"}' WHERE id LIKE 'gen-00003%'`,
    );
    await database.query("DELETE FROM products WHERE id LIKE 'gen-00002%'");
    await database.query("UPDATE products SET status = 'published' WHERE id LIKE 'gen-00004%'");
    await database.query("UPDATE products SET status = 'archived', name = name || ' Gone' WHERE id LIKE 'gen-00005%'");
    await database.query("UPDATE products SET status = 'published', name = name || ' Back' WHERE id LIKE 'gen-000057'");
    const counted = await database.query(
      `SELECT c.id FROM facet_cells c LEFT JOIN (SELECT facet_cell_id, count(*) AS n FROM products GROUP BY 1) p ON p.facet_cell_id = c.id WHERE c.products <> coalesce(p.n, 0)`,
    );
    expect(counted.rows).toEqual([]);
    const words = await database.query(
      `SELECT w.word, w.products, coalesce(p.n, 0) AS n FROM search_words w FULL JOIN (SELECT p.store, word, count(*) AS n FROM products p, product_words(VARIADIC ARRAY[p.name, p.category_name, p.brand_name] || attribute_values(p.attributes)) word WHERE p.status = 'published' GROUP BY 1, 2) p
       ON p.store = w.store AND p.word = w.word WHERE coalesce(w.products, 0) <> coalesce(p.n, 0)`,
    );
    expect(words.rows).toEqual([]);
    const { rows: zephyr } = await database.query<{ products: number }>(
      "SELECT sum(products)::int AS products FROM search_words WHERE word = 'zephyr'",
    );
    expect(zephyr[0]?.products).toBe(89); // 99, of which ten are drafts
  });

  test.each([
    '',
    'nonsense',
    'bm90IGpzb24',
    Buffer.from('{"sort":"newest","key":["1"]}').toString('base64url'),
    Buffer.from('{"sort":"featured","key":["1","a"]}').toString('base64url'),
    Buffer.from('{"sort":"featured","key":[1,"a\\u0000"]}').toString('base64url'),
  ])('the invalid cursor "%s" is ignored', async (after) => {
    expect((await find({ store: 'jewellery-store', after })).items).toEqual(
      (await find({ store: 'jewellery-store' })).items,
    );
  });

  test.each([
    '2026-02-31T00:00:00+00:00',
    '0000-01-01T00:00:00+00:00',
    '2026-01-01T00:00:00+99:99',
    '+275760-09-13',
    'Thu, 01 Jan 1970 00:00:00 GMT+0200',
    '1',
  ])('a cursor with the time %s, which JavaScript can read and PostgreSQL cannot, is ignored', async (time) => {
    const newest = { store: 'jewellery-store', sort: 'newest' } as const;
    const after = Buffer.from(JSON.stringify({ sort: 'newest', key: [time, 'a'] })).toString('base64url');
    expect((await find({ ...newest, after })).items).toEqual((await find(newest)).items);
  });
});
