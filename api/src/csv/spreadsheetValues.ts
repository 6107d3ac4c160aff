/** Booleans as spreadsheets write them, in the languages of their users. */
const TRUE_WORDS = 'true wahr vrai verdadero verdadeiro vero waar sant sann sand tosi prawda pravda igaz истина'.split(
  ' ',
);
const FALSE_WORDS = 'false falsch faux falso onwaar falskt usann falsk epätosi fałsz nepravda hamis ложь'.split(' ');

export const isBooleanWord = (text: string): boolean => [...TRUE_WORDS, ...FALSE_WORDS].includes(text.toLowerCase());

/** Returns undefined if the text is no boolean. */
export const parseBoolean = (text: string): boolean | undefined => {
  const word = text.toLowerCase();
  if (['1', ...TRUE_WORDS].includes(word)) return true;
  return ['0', ...FALSE_WORDS].includes(word) ? false : undefined;
};

/** Errors such as #REF! and #N/A and their translations, cells that were too narrow, and rounded powers of ten. */
const DESTROYED = /^#\p{Lu}[\p{Lu}\d/._]*[!?]$|^#(?:N\/A|N\/D|NV|ND)$|^#{2,}$|^Err:\d+$|^[-+]?\d(?:[.,]\d+)?E[-+]\d+$/u;

/** True for what spreadsheets write in place of a value that they have lost. */
export const isDestroyed = (cell: string): boolean => DESTROYED.test(cell);

/** Whole part and decimals. One separator before three digits, as in 1,249, can be either: it is in none of them. */
const NUMBERS = [
  /^(\d+)(?:[.,](\d{1,2}))?$/,
  /^(\d{1,3}(?:,\d{3})+)\.(\d{1,2})$/,
  /^(\d{1,3}(?:\.\d{3})+),(\d{1,2})$/,
  /^(\d{1,3}(?:[ \u00a0\u202f'’]\d{3})+)(?:[.,](\d{1,2}))?$/,
  /^(\d{1,3}(?:,\d{3}){2,})$/,
  /^(\d{1,3}(?:\.\d{3}){2,})$/,
];

/** Removes groups of thousands and writes a decimal point. Returns other texts as they are. */
export const normalizeNumber = (text: string): string => {
  for (const form of NUMBERS) {
    const [, whole, decimals] = form.exec(text) ?? [];
    if (whole !== undefined) return whole.replaceAll(/\D/g, '') + (decimals === undefined ? '' : `.${decimals}`);
  }
  return text;
};
