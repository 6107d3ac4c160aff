import type { CsvFile, CsvRecord, FileError } from './readCsv';
import {
  CellError,
  isProductColumn,
  PRODUCT_CELLS,
  PRODUCT_COLUMNS,
  REQUIRED_COLUMNS,
  type ProductCells,
  type ProductColumn,
} from './productCells';

/** A product of a file: what its columns say, and the line they begin in. */
export interface ParsedProduct {
  readonly line: number;
  /** Required columns always; others where the file has them. */
  readonly cells: Pick<ProductCells, (typeof REQUIRED_COLUMNS)[number]> & Partial<ProductCells>;
}

interface ParsedFile {
  readonly products: readonly ParsedProduct[];
  readonly errors: readonly FileError[];
}

const checkHeader = ({ line, cells }: CsvRecord): FileError[] => {
  const names = cells.map((cell) => cell.trim());
  if (names.length === 1 && names[0]?.includes(';'))
    return [{ line, column: '', message: 'separates columns by semicolons: save the file with commas' }];
  const errors: FileError[] = [];
  names.forEach((name, index) => {
    if (name === '') errors.push({ line, column: `column ${index + 1}`, message: 'has no name' });
    else if (!isProductColumn(name))
      errors.push({ line, column: name, message: `is not a column; the columns are ${PRODUCT_COLUMNS.join(', ')}` });
    else if (names.indexOf(name) < index) errors.push({ line, column: name, message: 'is there twice' });
  });
  for (const name of REQUIRED_COLUMNS)
    if (!names.includes(name)) errors.push({ line, column: name, message: 'is missing' });
  return errors;
};

/** Undefined where a cell is wrong; why is noted. */
const parseRecord = (
  columns: readonly ProductColumn[],
  { line, cells }: CsvRecord,
  note: (error: FileError) => void,
): ParsedProduct | undefined => {
  if (cells.length !== columns.length) {
    note({ line, column: '', message: `has ${cells.length} cells; the first line names ${columns.length} columns` });
    return undefined;
  }
  let isRight = true;
  const parsed: Partial<Record<ProductColumn, unknown>> = {};
  columns.forEach((column, index) => {
    try {
      parsed[column] = PRODUCT_CELLS[column].parse((cells[index] ?? '').trim());
    } catch (error) {
      if (!(error instanceof CellError)) throw error;
      note({ line, column, message: error.message });
      isRight = false;
    }
  });
  // Each column was read by its own cell, and checkHeader saw that the required ones are there.
  return isRight ? { line, cells: parsed as ParsedProduct['cells'] } : undefined;
};

/** Whatever is in this file a second time: whose id or SKU another line has already. */
const findRepeated = (
  records: readonly CsvRecord[],
  columns: readonly ProductColumn[],
  column: 'id' | 'sku',
): FileError[] => {
  const at = columns.indexOf(column);
  const first = new Map<string, number>();
  const errors: FileError[] = [];
  for (const { line, cells } of records) {
    const value = cells[at]?.trim() ?? '';
    const before = first.get(value);
    if (value !== '' && before !== undefined)
      errors.push({ line, column, message: `is the same as in line ${before}` });
    else first.set(value, line);
  }
  return errors;
};

/** Reads every cell of a file; all that is wrong in it, in the order of its lines. */
export const parseProducts = ({ records, errors: unreadable }: CsvFile): ParsedFile => {
  const [header, ...rows] = records;
  if (!header)
    return {
      products: [],
      errors:
        unreadable.length > 0
          ? unreadable
          : [{ line: 1, column: '', message: 'is empty: the first line names the columns' }],
    };
  const wrongHeader = checkHeader(header);
  if (wrongHeader.length > 0) return { products: [], errors: wrongHeader };
  const columns = header.cells.map((cell) => cell.trim()).filter(isProductColumn);
  const errors: FileError[] = [...findRepeated(rows, columns, 'id'), ...findRepeated(rows, columns, 'sku')];
  const products = rows
    .map((record) => parseRecord(columns, record, (error) => errors.push(error)))
    .filter((product) => product !== undefined);
  return { products, errors: [...errors, ...unreadable].sort((a, b) => a.line - b.line) };
};
