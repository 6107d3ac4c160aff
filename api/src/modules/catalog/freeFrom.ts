import { foldText } from './foldText';

/** Values of the facet `free_from`, and what shoppers call them. */
export const FREE_FROM_NAMES: Readonly<Record<string, readonly string[]>> = {
  gluten: ['gluten', 'wheat'],
  milk: ['milk', 'dairy', 'lactose'],
  egg: ['egg'],
  nuts: ['nut'],
  soy: ['soya', 'soy'],
};

const NAME = `(?:${Object.values(FREE_FROM_NAMES).flat().join('|')})s?`;
const NAMES = String.raw`${NAME}(?:(?:\s*[,&]|\s+and)+\s*${NAME})*`;
const PHRASE = new RegExp(
  String.raw`\b${NAMES}[\s-]+free\b(?![\s-]+(?:from|of)\b)|\bfree[\s-]+(?:from|of)\s+${NAMES}\b`,
  'g',
);

/** Takes phrases such as "gluten-free" or "free from milk and eggs" out of a search: they choose, and are not words. */
export const takeFreeFrom = (text = ''): { readonly rest: string; readonly freeFrom: readonly string[] } => {
  const folded = foldText(text);
  const phrases = (folded.match(PHRASE) ?? []).join(' ');
  return {
    rest: folded.replace(PHRASE, ' '),
    freeFrom: Object.entries(FREE_FROM_NAMES).flatMap(([slug, names]) =>
      names.some((name) => phrases.includes(name)) ? [slug] : [],
    ),
  };
};
