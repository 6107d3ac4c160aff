import { FREE_FROM_NAMES } from './freeFrom';
import { foldText } from './foldText';
import { buildWordPattern, isWithoutWords, parseWords } from './searchTerms';
import { COMPILED_SYNONYMS } from './synonyms';
import { toSingular } from './words';

test.each([
  ['Gold  Rings', ['gold', 'rings']],
  ['three-stone', ['three', 'stone']],
  ["children's", ['childrens']],
  ['a gift for the cook', ['gift', 'cook']],
  ['the', ['the']],
  ['ring ring', ['ring']],
  ['50% off!', ['50', 'off']],
  ['Crème brûlée', ['creme', 'brulee']],
  ['Cre\u0300me', ['creme']],
  ['\0 \u202e', []],
])('the search %j has the words %j', (text, words) => {
  expect(parseWords(text)).toEqual(words);
});

test('a search of signs only is no search for everything (product 4.8)', () => {
  for (const text of ['\0', '%', '?!', '\u202e']) expect([text, isWithoutWords(text)]).toEqual([text, true]);
  for (const text of ['', '  ', 'ring']) expect([text, isWithoutWords(text)]).toEqual([text, false]);
});

test.each([
  ['berries', 'berry'],
  ['tomatoes', 'tomato'],
  ['tomatos', 'tomato'],
  ['watches', 'watch'],
  ['necklaces', 'necklace'],
  ['oats', 'oat'],
  ['couscous', 'couscous'],
  ['glass', 'glass'],
  ['gas', 'gas'],
])('the singular of %s is %s', (word, singular) => {
  expect(toSingular(word)).toBe(singular);
});

const finds = (word: string, text: string, matching: Parameters<typeof buildWordPattern>[1] = 'words'): boolean =>
  new RegExp(buildWordPattern(word, matching, COMPILED_SYNONYMS).replaceAll(/\\[mM]/g, '\\b')).test(text);

test('synonyms and what food is free from are written as searches are compared: without accents', () => {
  const words = [...COMPILED_SYNONYMS.words, ...Object.values(FREE_FROM_NAMES).flat()];
  expect(words.map(foldText)).toEqual(words);
});

test('a word finds whole words in any number, and its synonyms (product 4.8)', () => {
  expect(finds('berry', 'mixed berries')).toBe(true);
  expect(finds('berries', 'strawberry')).toBe(true);
  expect(finds('pea', 'a ripe pear')).toBe(false);
  expect(finds('ring', 'gold earrings')).toBe(false);
  expect(finds('engagement', 'a three-stone ring')).toBe(true);
});

test('if nothing has the word, its beginning or a part are enough (product 4.8)', () => {
  expect(finds('neckl', 'a necklace')).toBe(false);
  expect(finds('neckl', 'a necklace', 'beginnings')).toBe(true);
  expect(finds('lace', 'a necklace', 'beginnings')).toBe(false);
  expect(finds('lace', 'a necklace', 'parts')).toBe(true);
});
