import type { StorefrontSlug } from '@shop/contracts';
import type { Database } from '../../database/Database';
import { openTestDatabase } from '../../testing/testDatabase';
import { parseListing } from './parseListing';
import { searchProducts } from './searchProducts';
import { buildWordsQuery, parseWords } from './searchTerms';
import { COMPILED_SYNONYMS } from './synonyms';

/** What shoppers type, and products that must be among the first five. */
const PAIRS: Readonly<Partial<Record<StorefrontSlug, Readonly<Record<string, readonly string[]>>>>> = {
  'jewellery-store': {
    engagement: ['ring-solitaire-yellow'],
    'engagement ring': ['ring-halo-sapphire'],
    'engagement rings': ['ring-halo-sapphire'],
    proposal: ['ring-solitaire-yellow'],
    solitaire: ['ring-solitaire-yellow'],
    'solitaire ring': ['ring-solitaire-yellow'],
    halo: ['ring-halo'],
    'halo ring': ['ring-halo'],
    princess: ['ring-solitaire-princess'],
    'three stone': ['ring-three-stone'],
    'three-stone ring': ['ring-three-stone'],
    eternity: ['ring-eternity'],
    anniversary: ['ring-eternity'],
    wedding: ['ring-wedding-yellow'],
    'wedding ring': ['ring-wedding-yellow'],
    'wedding band': ['ring-wedding-yellow'],
    'gold band': ['ring-wedding-yellow'],
    bridal: ['ring-wedding-yellow'],
    signet: ['ring-signet'],
    'pearl ring': ['ring-pearl'],
    'sapphire ring': ['ring-halo-sapphire'],
    sapphire: ['ring-halo-sapphire', 'earrings-drop'],
    emerald: ['necklace-oval-emerald'],
    'emerald necklace': ['necklace-oval-emerald'],
    pearls: ['necklace-pearl-strand'],
    'pearl necklace': ['necklace-pearl-strand'],
    'pearl earrings': ['earrings-pearl'],
    pendant: ['necklace-solitaire'],
    locket: ['necklace-locket'],
    'tennis necklace': ['necklace-tennis'],
    'tennis bracelet': ['bracelet-tennis'],
    tennis: ['necklace-tennis', 'bracelet-tennis'],
    'diamond studs': ['earrings-studs'],
    studs: ['earrings-studs'],
    hoops: ['earrings-hoops'],
    'gold hoops': ['earrings-hoops'],
    'hoop earrings': ['earrings-hoops'],
    'drop earrings': ['earrings-drop'],
    bangle: ['bracelet-bangle'],
    cuff: ['bracelet-cuff'],
    'silver cuff': ['bracelet-cuff'],
    'link bracelet': ['bracelet-chain'],
    watch: ['watch-dress'],
    watches: ['watch-dress'],
    wristwatch: ['watch-dress'],
    chronograph: ['watch-chrono'],
    'dress watch': ['watch-dress'],
    'rose gold': ['necklace-bar-gold'],
    'two-tone': ['ring-twist'],
    gift: ['necklace-locket'],
  },
  'organic-store': {
    bread: ['bread'],
    sourdough: ['bread'],
    loaf: ['bread'],
    yogurt: ['yoghurt'],
    yoghurt: ['yoghurt'],
    'natural yogurt': ['yoghurt'],
    citrus: ['oranges', 'lemons'],
    berry: ['strawberries', 'blueberries'],
    berries: ['strawberries', 'blueberries'],
    strawberry: ['strawberries'],
    blueberry: ['blueberries'],
    gift: ['honey-gift'],
    present: ['honey-gift'],
    cheese: ['cheese'],
    emmental: ['cheese'],
    'aged cheese': ['cheese-aged'],
    tomatos: ['tomatoes-vine'],
    tomato: ['tomatoes-vine'],
    'vine tomatoes': ['tomatoes-vine'],
    carrot: ['carrots'],
    potato: ['potatoes'],
    potatoes: ['potatoes'],
    'bell pepper': ['peppers'],
    capsicum: ['peppers'],
    lettuce: ['lettuce'],
    salad: ['lettuce'],
    cucumber: ['cucumber'],
    broccoli: ['broccoli'],
    apple: ['apples-gala', 'apples-green'],
    'green apple': ['apples-green'],
    banana: ['bananas'],
    oranges: ['oranges'],
    lemon: ['lemons'],
    grapes: ['grapes'],
    avocado: ['avocado'],
    milk: ['milk'],
    'whole milk': ['milk'],
    butter: ['butter'],
    'unsalted butter': ['butter-unsalted'],
    eggs: ['eggs'],
    rice: ['rice'],
    'jasmine rice': ['rice'],
    oats: ['oats'],
    porridge: ['oats'],
    pasta: ['pasta', 'spaghetti'],
    spaghetti: ['spaghetti'],
    almonds: ['almonds'],
    honey: ['honey'],
    'orange juice': ['orange-juice'],
    kombucha: ['kombucha'],
    'green tea': ['green-tea'],
  },
};

const queries = Object.entries(PAIRS).flatMap(([store, pairs]) =>
  Object.entries(pairs).map(([query, ids]) => ({ store: store as StorefrontSlug, query, ids })),
);

/** Leaves out the middle letter of the longest word; a short one gets its last letter twice. */
const misspell = (query: string): string => {
  const [longest = ''] = query.split(/[ -]/).sort((a, b) => b.length - a.length);
  const middle = Math.floor(longest.length / 2);
  const typo = longest.length < 5 ? longest + longest.slice(-1) : longest.slice(0, middle) + longest.slice(middle + 1);
  return query.replace(longest, typo);
};

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase('PGlite');
}, 60_000);
afterAll(() => database.close());

const findMissing = async (write: (query: string) => string): Promise<string[]> => {
  const missing: string[] = [];
  for (const { store, query, ids } of queries) {
    const { items } = await searchProducts(database, parseListing({ store, q: write(query) }));
    const first = items.slice(0, 5).map(({ id }) => id);
    const absent = ids.filter((id) => !first.includes(id));
    if (absent.length > 0) missing.push(`${write(query)}: not ${absent.join(', ')} but ${first.join(', ')}`);
  }
  return missing;
};

test('what shoppers look for is among the first five results (product 4.8)', async () => {
  expect(queries.length).toBeGreaterThanOrEqual(100);
  expect(await findMissing((query) => query)).toEqual([]);
}, 60_000);

test('with a letter too few or too many, too (product 4.8)', async () => {
  expect(await findMissing(misspell)).toEqual([]);
}, 60_000);

test.each([
  ['milc', 'milk'],
  ['bred', 'bread'],
])('of two words as close to "%s", the one that sounds the same is searched for (product 4.8)', async (typo, meant) => {
  const { items } = await searchProducts(database, parseListing({ store: 'organic-store', q: typo }));
  expect(items[0]?.id).toBe(meant);
});

test.each([
  ['gold', 'silver/GOLD'],
  ['18k', 'of 18K, not 14K.'],
  ['crème', 'Crème–brûlée “as at home”'],
  ['home', 'Crème–brûlée “as at home”'],
  ['oaks', 'The Oak’s own'],
  ['three stone', 'a three-stone ring'],
  ['example', 'see www.example.com/shop'],
])('the word %s is found in "%s" (product 4.8)', async (word, text) => {
  const { rows } = await database.query<{ found: boolean }>('SELECT to_search_vector($1) @@ $2::tsquery AS found', [
    text,
    buildWordsQuery(parseWords(word), 'words', COMPILED_SYNONYMS),
  ]);
  expect(rows[0]?.found).toBe(true);
});

const search = (q: string, freeFrom?: string): ReturnType<typeof searchProducts> =>
  searchProducts(database, parseListing({ store: 'organic-store', q, free_from: freeFrom }));
const countFree = async (slug: string): Promise<number> => (await search('', slug)).total;

test('"free" and what it is free from finds what is, whatever it is called (product 4.8)', async () => {
  const gluten = await countFree('gluten');
  expect(gluten).toBeGreaterThan(20);
  for (const q of ['gluten free', 'Gluten-free', 'free from gluten', 'wheat-free', 'free of gluten'])
    expect([q, (await search(q)).total]).toEqual([q, gluten]);
  for (const q of ['dairy free', 'milk-free', 'free from lactose'])
    expect([q, (await search(q)).total]).toEqual([q, await countFree('milk')]);
  for (const q of ['nut free', 'nuts-free', 'free from nuts'])
    expect([q, (await search(q)).total]).toEqual([q, await countFree('nuts')]);
  const { items } = await search('gluten free snacks');
  expect(items.map(({ category }) => category)).toEqual(items.map(() => 'snacks'));
  expect(items.map(({ free_from: freeFrom }) => freeFrom)).toEqual(items.map(() => expect.stringContaining('gluten')));
});

test('all that is named must be absent, also with a filter for something else (product 4.8)', async () => {
  for (const found of [
    await search('gluten and dairy free'),
    await search('free from gluten, milk'),
    await search('gluten free', 'milk'),
  ]) {
    expect(found.total).toBeGreaterThan(0);
    expect(found.items.filter(({ free_from: freeFrom }) => !/gluten.*milk/.test(freeFrom ?? ''))).toEqual([]);
  }
});

test('a search for milk finds nothing for being free from it (product 4.8)', async () => {
  const { items } = await search('milk');
  const free = items.filter(({ free_from: freeFrom }) => freeFrom?.includes('milk'));
  // Its description says that it makes almond milk.
  expect(free.map(({ id }) => id)).toEqual(['almonds-raw']);
});

test('what is near to a search for something free is free, too (product 4.13)', async () => {
  const gluten = await countFree('gluten');
  for (const q of ['gluten free sourdough', 'gluten free sourdough bread']) {
    const { total, near } = await search(q);
    expect([q, total, near?.kind, near?.searchedFor, near?.total]).toEqual([q, 0, 'some-words', 'gluten free', gluten]);
  }
  const jewelry = await searchProducts(database, parseListing({ store: 'jewellery-store', q: 'gluten free' }));
  expect([jewelry.total, jewelry.near?.kind]).toEqual([0, 'popular']);
});

test('a product with the word in its name comes before one that mentions it (product 4.8)', async () => {
  const { rows } = await database.query<{ id: string }>(
    "SELECT id FROM products WHERE store = 'jewellery-store' ORDER BY featured_rank, id LIMIT 2",
  );
  const [mentioning, named] = rows.map(({ id }) => id);
  await database.query("UPDATE products SET search_text = search_text || ' zephyrine' WHERE id = ANY($1)", [
    [mentioning, named],
  ]);
  await database.query("UPDATE products SET name = name || ' Zephyrine' WHERE id = $1", [named]);
  for (const q of ['zephyrine', 'zephyr', 'ephyrin']) {
    const { items } = await searchProducts(database, parseListing({ store: 'jewellery-store', q }));
    expect([q, ...items.map(({ id }) => id)]).toEqual([q, named, mentioning]);
  }
});
