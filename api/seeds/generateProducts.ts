import { spreadRatings } from './spreadRatings';

/** Returns a deterministic random generator for [0, 1) (mulberry32), so that products are the same everywhere. */
const createRandom = (seed: number): (() => number) => {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
};

const ADJECTIVES = [
  'Fine',
  'Quiet',
  'Bright',
  'Classic',
  'Slender',
  'Twisted',
  'Polished',
  'Early',
  'Late',
  'Wild',
  'Small',
  'Bold',
  'Soft',
  'Crisp',
];
const NOUNS = [
  'Morning',
  'Harbour',
  'Meadow',
  'Lantern',
  'Orchard',
  'Willow',
  'Ember',
  'Tide',
  'Garden',
  'Cedar',
  'Juniper',
  'Marble',
  'Linen',
  'Saffron',
];
const SEED = 20_260_901;
const START = Date.UTC(2026, 0, 1);
const MINUTE_MS = 60_000;

/** Generates `count` products for load tests: copies of real ones with new names, prices and ratings. */
export function* generateProducts(
  templates: readonly Record<string, unknown>[],
  count: number,
): Generator<Record<string, unknown>> {
  const random = createRandom(SEED);
  const pick = <T>(list: readonly T[]): T => {
    const item = list[Math.floor(random() * list.length)];
    if (item === undefined) throw new Error('Nothing to pick from');
    return item;
  };
  for (let index = 1; index <= count; index += 1) {
    const template = pick(templates);
    const number = String(index).padStart(7, '0');
    const name = `${pick(ADJECTIVES)} ${pick(NOUNS)} ${String(template['name'])} ${index}`;
    const priceCents = 100 + Math.floor(random() * 49_900);
    const ratingTenths = 20 + Math.floor(random() * 31);
    const reviewCount = Math.floor(random() * 500);
    const offer = random() < 0.2 ? 20 : 0;
    yield {
      ...template,
      id: `gen-${number}`,
      sku: `GEN-${number}`,
      name,
      price_cents: priceCents,
      original_price_cents: offer ? Math.round(priceCents / 0.8) : null,
      offer,
      price_from: false,
      rating_tenths: ratingTenths,
      review_count: reviewCount,
      rating_counts: spreadRatings(ratingTenths / 10, reviewCount),
      stock: 1 + Math.floor(random() * 200),
      popular: random() < 0.05,
      featured_rank: 1_000 + index,
      variant_label: '',
      search_text: `${name} \u001f ${String(template['search_text'])}`,
      created_at: new Date(START + index * MINUTE_MS).toISOString(),
    };
  }
}
