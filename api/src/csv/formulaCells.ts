import { isBooleanWord, isDestroyed } from './spreadsheetValues';

const SIGNS = new Set('=+-@＝＋－＠');
const SEPARATORS = new Set(',;\t\n');
const isSkipped = (letter: string): boolean => letter === "'" || letter === '"' || /\s/.test(letter);

/**
 * Spreadsheets evaluate cells that start with = + - @ (or their full-width forms) as formulas, also behind blanks and
 * quotes. Returns for each letter whether a cell that starts there would, or begins with a tab, which an import trims.
 */
const findFormulas = (text: string): boolean[] => {
  const starts: boolean[] = [];
  let isFormula = false;
  let isTab = false;
  for (let index = text.length - 1; index >= 0; index -= 1) {
    const letter = text.charAt(index);
    isFormula = SIGNS.has(letter) || (isFormula && isSkipped(letter));
    isTab = letter === '\t' || (isTab && letter === "'");
    starts[index] = isFormula || isTab;
  }
  return starts;
};

const MONTH = 'jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec';
/** Powers of ten, days and times. */
const CONVERTED = new RegExp(
  [
    String.raw`^\d[\d.,]*e[+-]?\d+$`,
    String.raw`^\d{4}-\d\d-\d\dt[\d:.]+z?$`,
    String.raw`^\d{1,2}(?::\d\d){0,2}\s*[ap]m$`,
    String.raw`^\d{1,4}[\s./-]*(?:${MONTH})[a-z]{0,6}\.?(?:[\s./,-]*\d{1,4})?$`,
    String.raw`^(?:${MONTH})[a-z]{0,6}\.?[\s./,-]*\d{1,4}(?:[\s./,-]+\d{1,4})?$`,
  ].join('|'),
  'i',
);

/** True if a spreadsheet would take a text for a number, a day or a boolean, and save it in another form. */
const isConverted = (text: string): boolean => {
  const bare = text.replace(/^'+/, '').trim();
  const isNumeric = /\d/.test(bare) && !/\p{L}/u.test(bare);
  return isNumeric || CONVERTED.test(bare) || isBooleanWord(bare) || isDestroyed(bare);
};

/**
 * Adds apostrophes, so that no spreadsheet evaluates or converts a text: before it, and behind what may separate cells,
 * which are commas, semicolons, tabs, and behind quotes that do not count, line breaks. A text that already has leading
 * apostrophes gets another one, so that importing an export restores it.
 */
export const guardCell = (given: string): string => {
  const text = given.replace(/\r\n?/g, '\n'); // an import reads all line breaks as this one
  const starts = findFormulas(text);
  const guarded = Array.from({ length: text.length }, (_, index) =>
    starts[index] && SEPARATORS.has(text.charAt(index - 1)) ? `'${text.charAt(index)}` : text.charAt(index),
  ).join('');
  return starts[0] || isConverted(text) ? `'${guarded}` : guarded;
};

export const unguardCell = (cell: string): string => {
  if (!cell.includes("'")) return cell;
  const starts = findFormulas(cell);
  const text = Array.from({ length: cell.length }, (_, index) =>
    cell.charAt(index) === "'" && starts[index + 1] && SEPARATORS.has(cell.charAt(index - 1)) ? '' : cell.charAt(index),
  ).join('');
  const [, bare] = /^'([^]*)$/.exec(text) ?? [];
  return bare !== undefined && (findFormulas(bare)[0] || isConverted(bare)) ? bare : text;
};
