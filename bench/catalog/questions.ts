/** A seeded random number generator in [0, 1). */
export const createRandom = (seed: number) => {
  let state = seed;
  return (): number => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
};

type Random = () => number;
const STORES = ['jewellery-store', 'organic-store'] as const;
const SORTS = ['featured', 'price-low', 'price-high', 'newest', 'rating'] as const;

interface Page {
  readonly items: readonly {
    readonly name: string;
    readonly description: string;
    readonly brandName: string;
    readonly categoryName: string;
  }[];
  readonly facets: Readonly<Record<string, unknown>>;
}

/** Queries built from the catalog's own facet values and words. */
export interface Vocabulary {
  readonly stores: readonly {
    readonly store: string;
    readonly facets: Readonly<Record<string, readonly string[]>>;
    readonly texts: readonly string[];
    readonly names: readonly string[];
  }[];
}

const isFacet = (value: unknown): value is { value: string }[] =>
  Array.isArray(value) && value.length > 0 && typeof value[0] === 'object';

export const readVocabulary = async (apiUrl: string): Promise<Vocabulary> => {
  const stores = [];
  for (const store of STORES) {
    const pages: Page[] = [];
    for (const sort of SORTS) {
      for (const page of [1, 7, 40]) {
        const answer = (await (
          await fetch(`${apiUrl}/api/products?store=${store}&sort=${sort}&page=${page}`)
        ).json()) as { data: Page };
        pages.push(answer.data);
      }
    }
    const facets = Object.fromEntries(
      Object.entries(pages[0]?.facets ?? {}).flatMap(([name, values]) =>
        isFacet(values) ? [[name, values.map(({ value }) => value)]] : [],
      ),
    );
    const items = pages.flatMap((page) => page.items);
    stores.push({
      store,
      facets,
      names: items.map(({ name }) => name),
      texts: items.flatMap(({ name, description, brandName, categoryName }) => [
        name,
        description,
        brandName,
        categoryName,
      ]),
    });
  }
  return { stores };
};

const pick = <T>(random: Random, list: readonly T[]): T => {
  const item = list[Math.floor(random() * list.length)];
  if (item === undefined) throw new Error('Nothing to pick from');
  return item;
};

/** A listing with two filters of different facets, a random sorting and one of the first pages. */
export const listingQuestion = (random: Random, { stores }: Vocabulary): string => {
  const { store, facets } = pick(random, stores);
  const kinds = [...Object.keys(facets), 'price', 'offers'];
  const first = pick(random, kinds);
  const second = pick(
    random,
    kinds.filter((kind) => kind !== first),
  );
  const query = new URLSearchParams({ store, sort: pick(random, SORTS), page: String(1 + Math.floor(random() * 4)) });
  for (const kind of [first, second]) {
    if (kind === 'offers') query.set('offers', 'true');
    else if (kind === 'price') {
      const low = Math.floor(random() * 300);
      query.set('minPrice', String(low));
      query.set('maxPrice', String(low + 20 + Math.floor(random() * 150)));
    } else query.set(kind, pick(random, facets[kind] ?? []));
  }
  return `/api/products?${query}`;
};

const listWords = (text: string): string[] => text.split(/[^\p{L}\d]+/u).filter(({ length }) => length >= 3);

/** One or two words of a name, as shoppers type them: one in five is only begun, and one in five has a typo. */
export const wordsQuestion = (random: Random, { stores }: Vocabulary): string => {
  const { store, names } = pick(random, stores);
  const words = listWords(pick(random, names))
    .slice(0, random() < 0.5 ? 1 : 2)
    .map((word) => {
      const chance = random();
      const at = 1 + Math.floor(random() * (word.length - 2));
      if (chance < 0.2) return word.slice(0, Math.max(3, word.length - 2));
      return chance < 0.4 && word.length > 4 ? word.slice(0, at) + word.slice(at + 1) : word;
    });
  return `/api/products?${new URLSearchParams({ store, q: words.join(' ') })}`;
};

/** A substring of three to nine letters of a name, description, brand or category; sometimes two words. */
export const searchQuestion = (random: Random, { stores }: Vocabulary): string => {
  const { store, texts, names } = pick(random, stores);
  const pickSubstring = (text: string): string => {
    const word = pick(random, listWords(text));
    const length = Math.min(word.length, 3 + Math.floor(random() * 7));
    const start = Math.floor(random() * (word.length - length + 1));
    return word.slice(start, start + length);
  };
  const words =
    random() < 0.3
      ? [pickSubstring(pick(random, names)), pickSubstring(pick(random, texts))]
      : [pickSubstring(pick(random, texts))];
  return `/api/products?${new URLSearchParams({ store, q: words.join(' ') })}`;
};

/** The first letters of a name, two or more; one in five has a typo. */
export const suggestQuestion = (random: Random, { stores }: Vocabulary): string => {
  const { store, names } = pick(random, stores);
  const words = pick(random, names)
    .toLowerCase()
    .split(' ')
    .filter((word) => !/\d/.test(word));
  const start = Math.floor(random() * words.length);
  let typed = words.slice(start, start + 1 + Math.floor(random() * 2)).join(' ');
  typed = typed.slice(0, 2 + Math.floor(random() * (typed.length - 1)));
  if (random() < 0.2 && typed.length > 4) {
    const slip = 1 + Math.floor(random() * (typed.length - 2));
    typed = typed.slice(0, slip) + typed.slice(slip + 1);
  }
  return `/api/search/suggest?${new URLSearchParams({ store, q: typed.trim() })}`;
};
