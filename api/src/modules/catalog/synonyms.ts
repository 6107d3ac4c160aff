import { splitWords, toSingular } from './words';

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

/** What a search for one word looks for at most, so that staff cannot make it slow. */
export const MAX_SYNONYMS = 20;

/** A correction changes two letters; an ending of the plural has up to three. */
const MAX_MISSING_LETTERS = 2;
const MAX_ADDED_LETTERS = 5;

/** Returns a word or phrase as the tables have it; '' if there is no letter or digit in it. */
const toEntry = (text: string): string => {
  const words = splitWords(text);
  return [...words.slice(0, -1), ...words.slice(-1).map(toSingular)].join(' ');
};

const buildTable = (groups: readonly (readonly string[])[]): ReadonlyMap<string, readonly string[]> => {
  const table = new Map<string, string[]>();
  const add = (word: string, others: readonly string[]): void =>
    void table.set(word, [...new Set([...(table.get(word) ?? [word]), ...others])].slice(0, MAX_SYNONYMS));
  for (const words of SAME) for (const word of words) add(word, words);
  for (const [word, kinds] of Object.entries(KINDS)) add(word, kinds);
  for (const group of groups) {
    const words = group.map(toEntry).filter(Boolean);
    for (const word of words) add(word, words);
  }
  return table;
};

/** What searches take to mean the same. It is no part of the JSON of what has it. */
export class Synonyms {
  readonly #table: ReadonlyMap<string, readonly string[]>;
  readonly #words: readonly string[];

  /** @param groups of staff: words or phrases that mean the same, as they were typed. */
  constructor(groups: readonly (readonly string[])[] = []) {
    this.#table = buildTable(groups);
    this.#words = [...this.#table.keys()]
      .filter((word) => !word.includes(' '))
      .flatMap((word) => [word, word.endsWith('y') ? `${word.slice(0, -1)}ies` : `${word}s`]);
  }

  /** Returns the word and what else a search for it finds, both in the singular. */
  list(singular: string): readonly string[] {
    return this.#table.get(singular) ?? [singular];
  }

  /** Single words of the tables, in both numbers. They are known, even if no product has them. */
  get words(): readonly string[] {
    return this.#words;
  }

  /** True for a word of the tables, in any number, or the beginning of one. */
  has(word: string, { isBeginning }: { readonly isBeginning: boolean }): boolean {
    return this.#table.has(toSingular(word)) || (isBeginning && this.#words.some((known) => known.startsWith(word)));
  }

  /** Returns the words that a misspelled one can mean by their length; of an unfinished one, also longer ones. */
  listNear(word: string, { isBeginning }: { readonly isBeginning: boolean }): readonly string[] {
    return this.#words.filter(
      ({ length }) =>
        length >= word.length - MAX_MISSING_LETTERS && (isBeginning || length <= word.length + MAX_ADDED_LETTERS),
    );
  }
}

/** Those of the release, without staff's. */
export const COMPILED_SYNONYMS = new Synonyms();
