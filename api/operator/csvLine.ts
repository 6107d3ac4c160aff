import { guardFormula } from './formulaCells';

/** Tells spreadsheets that a file is UTF-8. */
export const BYTE_ORDER_MARK = '\ufeff';

const quoteCell = (cell: string): string =>
  /[",;\t\n\r]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;

export const formatLine = (cells: readonly string[]): string =>
  `${cells.map((cell) => quoteCell(guardFormula(cell))).join(',')}\r\n`;
