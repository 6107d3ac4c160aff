import { guardCell } from './formulaCells';

/** Tells spreadsheets that a file is UTF-8. */
export const BYTE_ORDER_MARK = '\ufeff';

/** A text, or a number or boolean that a spreadsheet may convert. */
export type CsvCell = string | { readonly value: string };

const quoteCell = (cell: string): string =>
  /[",;\t\n\r]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;

const formatCell = (cell: CsvCell): string => quoteCell(typeof cell === 'string' ? guardCell(cell) : cell.value);

export const formatLine = (cells: readonly CsvCell[]): string => `${cells.map(formatCell).join(',')}\r\n`;
