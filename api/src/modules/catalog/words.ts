import { foldText } from './foldText';

/** Splits a text into its words: folded letters and digits. */
export const splitWords = (text: string): string[] =>
  foldText(text)
    .replace(/['’]/g, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);

/** Returns the singular of an English word, or the word. */
export const toSingular = (word: string): string => {
  if (word.length <= 3) return word;
  if (/[^aeiou]ies$/.test(word)) return `${word.slice(0, -3)}y`;
  if (/(?:ch|sh|ss|x|z|o)es$/.test(word)) return word.slice(0, -2);
  return /[^aeious]s$|[aeo]s$/.test(word) ? word.slice(0, -1) : word;
};
