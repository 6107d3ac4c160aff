/** Letters that are not a letter with a mark to Unicode, and what people type for them. */
export const FOLDED_LETTERS: Readonly<Record<string, string>> = {
  ł: 'l',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ŧ: 't',
  ŋ: 'n',
  ı: 'i',
  ĸ: 'k',
  ſ: 's',
  ς: 'σ',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
  ĳ: 'ij',
};
const LETTERS = new RegExp(`[${Object.keys(FOLDED_LETTERS).join('')}]`, 'g');
const MARKS = /[\u0300-\u036f]/g;

/** Returns a text as searches compare it: lowercase, without accents. `fold_text()` does the same in SQL. */
export const foldText = (text: string): string =>
  text
    .normalize('NFD')
    .replace(MARKS, '')
    .toLowerCase()
    .replace(LETTERS, (letter) => FOLDED_LETTERS[letter] ?? letter)
    .normalize('NFC');
