/**
 * Spreadsheets run a cell that begins with one of = + - @, a tab or a carriage return as a formula, also where it is
 * quoted. An apostrophe before it makes it text. Cells that have apostrophes there of their own get one more, so that
 * reading gives back what was written.
 */
const FORMULA = /^'*\s*[=+\-@]|^'*[\t\r]/;
const GUARDED = /^'+\s*[=+\-@]|^'+[\t\r]/;

export const guardFormula = (cell: string): string => (FORMULA.test(cell) ? `'${cell}` : cell);

export const unguardFormula = (cell: string): string => (GUARDED.test(cell) ? cell.slice(1) : cell);
