/** Words that mean the same. Folded and in the singular; spaces stand for spaces or hyphens. */
const SAME: readonly (readonly string[])[] = [
  ['yogurt', 'yoghurt'],
  ['jewelry', 'jewellery'],
  ['gray', 'grey'],
  ['watch', 'wristwatch', 'timepiece'],
  ['chronograph', 'chrono'],
  ['earring', 'ear ring'],
  ['bread', 'loaf'],
  ['oat', 'oatmeal', 'porridge'],
  ['noodle', 'pasta'],
  ['pepper', 'capsicum'],
  ['juice', 'oj'],
  ['vegetable', 'veg', 'veggie'],
  ['beverage', 'drink'],
];

/** What shoppers call several kinds of goods, and the kinds. */
const KINDS: Readonly<Record<string, readonly string[]>> = {
  berry: ['strawberry', 'blueberry', 'raspberry', 'blackberry', 'cranberry'],
  citrus: ['orange', 'lemon', 'lime', 'grapefruit', 'clementine'],
  salad: ['lettuce', 'cucumber', 'tomato'],
  root: ['carrot', 'potato', 'beet', 'parsnip'],
  breakfast: ['oat', 'yogurt', 'egg', 'honey', 'muesli', 'granola'],
  cereal: ['oat', 'muesli', 'granola'],
  soda: ['kombucha'],
  nut: ['almond', 'walnut', 'hazelnut', 'cashew'],
  engagement: ['solitaire', 'halo', 'three stone', 'princess cut'],
  proposal: ['solitaire', 'halo', 'three stone', 'princess cut'],
  bridal: ['wedding', 'solitaire', 'halo', 'eternity'],
  anniversary: ['eternity', 'tennis'],
  band: ['wedding', 'eternity'],
  pendant: ['locket', 'solitaire necklace'],
  gift: ['locket', 'pendant', 'stud', 'honey', 'tea'],
  present: ['locket', 'pendant', 'stud', 'honey', 'tea'],
};

const buildTable = (): ReadonlyMap<string, readonly string[]> => {
  const table = new Map<string, string[]>();
  const add = (word: string, others: readonly string[]): void =>
    void table.set(word, [...new Set([...(table.get(word) ?? [word]), ...others])]);
  for (const words of SAME) for (const word of words) add(word, words);
  for (const [word, kinds] of Object.entries(KINDS)) add(word, kinds);
  return table;
};
const TABLE = buildTable();

/** Returns the word and what else a search for it finds, both in the singular. */
export const listSynonyms = (singular: string): readonly string[] => TABLE.get(singular) ?? [singular];

/** Single words of the tables, in both numbers. They are known, even if no product has them. */
export const WORDS_WITH_SYNONYMS: readonly string[] = [...TABLE.keys()]
  .filter((word) => !word.includes(' '))
  .flatMap((word) => [word, word.endsWith('y') ? `${word.slice(0, -1)}ies` : `${word}s`]);
