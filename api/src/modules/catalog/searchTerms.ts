import type { Synonyms } from './synonyms';
import { splitWords, toSingular } from './words';

/**
 * How a word is found: as a whole word in any number and by its synonyms, at the beginning of words, or anywhere in
 * them.
 */
export type Matching = 'words' | 'beginnings' | 'parts';

const MAX_SEARCH_LENGTH = 200;
const MAX_WORDS = 8;
/** Words that say nothing about a product. They are ignored unless there are no others. */
const FILLERS = new Set(['a', 'an', 'and', 'for', 'from', 'in', 'my', 'of', 'on', 'or', 'the', 'to', 'with']);
const isFiller = (word: string): boolean => word.length === 1 || FILLERS.has(word);
/** Shorter texts have no trigram, so an index cannot find them. */
export const TRIGRAM_LENGTH = 3;

/** Splits a search into its distinct words: folded letters and digits. */
export const parseWords = (text = ''): string[] => {
  const words = splitWords(text.slice(0, MAX_SEARCH_LENGTH));
  const telling = words.filter((word) => !isFiller(word));
  return [...new Set(telling.length > 0 ? telling : words)].slice(0, MAX_WORDS);
};

/** True if visitors searched for something, but not for any word. */
export const isWithoutWords = (text = ''): boolean => text.trim() !== '' && parseWords(text).length === 0;

/** Returns a singular and its plural. */
const listNumbers = (singular: string): string[] => {
  const [, stem] = /^(.*[^aeiou])y$/.exec(singular) ?? [];
  return [singular, ...(stem === undefined ? [`${singular}s`, `${singular}es`] : [`${stem}ies`])];
};

/** Returns what a search for the word finds as whole words. A space stands for any separator. */
const listSpellings = (word: string, synonyms: Synonyms): string[] =>
  synonyms.list(toSingular(word)).flatMap(listNumbers);

/**
 * Builds a regular expression that finds the word in a folded text. PostgreSQL's dialect: `\m` and `\M` are the
 * beginning and the end of a word.
 */
export const buildWordPattern = (word: string, matching: Matching, synonyms: Synonyms): string => {
  const spellings = listSpellings(word, synonyms).join('|').replaceAll(' ', '[ -]');
  if (matching === 'words') return String.raw`\m(?:${spellings})\M`;
  return matching === 'beginnings' ? String.raw`\m(?:${word}|(?:${spellings})\M)` : word;
};

/**
 * Builds a tsquery that finds what `buildWordPattern` finds for all words. With a weight, only what has it is found:
 * `A` is what a product is.
 */
export const buildWordsQuery = (
  words: readonly string[],
  matching: Exclude<Matching, 'parts'>,
  synonyms: Synonyms,
  weight: 'A' | '' = '',
): string => {
  const toPhrase = (spelling: string): string =>
    spelling
      .split(' ')
      .map((word) => `'${word}':${weight}`)
      .join('<->');
  return words
    .map((word) => {
      const beginning = matching === 'beginnings' ? [`'${word}':*${weight}`] : [];
      return `(${[...beginning, ...listSpellings(word, synonyms).map(toPhrase)].join('|')})`;
    })
    .join('&');
};

/** Whether a trigram index can find one of the words. */
export const areIndexed = (words: readonly string[], synonyms: Synonyms): boolean =>
  words.some((word) => [word, ...synonyms.list(toSingular(word))].every(({ length }) => length >= TRIGRAM_LENGTH));
