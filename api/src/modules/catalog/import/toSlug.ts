import { foldText } from '../foldText';

const MAX_LENGTH = 64;

/** "Crème brûlée, 4 pieces" becomes "creme-brulee-4-pieces". Returns '' for a text without Latin letters or digits. */
export const toSlug = (text: string, maxLength = MAX_LENGTH): string => {
  const words = foldText(text)
    .replaceAll(/['’]/g, '')
    .split(/[^a-z0-9]+/)
    .filter(Boolean);
  const slug = words.join('-').slice(0, maxLength);
  return slug.endsWith('-') ? slug.slice(0, -1) : slug;
};
