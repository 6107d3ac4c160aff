/**
 * Spreadsheets evaluate cells that start with = + - @, a tab or a carriage return as formulas, even if they are quoted.
 * A leading apostrophe prevents that. Cells that already have leading apostrophes get another one, so that importing an
 * export restores the original text.
 */
const FORMULA = /^'*\s*[=+\-@]|^'*[\t\r]/;
const GUARDED = /^'+\s*[=+\-@]|^'+[\t\r]/;

export const guardFormula = (cell: string): string => (FORMULA.test(cell) ? `'${cell}` : cell);

export const unguardFormula = (cell: string): string => (GUARDED.test(cell) ? cell.slice(1) : cell);
