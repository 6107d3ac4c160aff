import type { ImportProblem } from './ImportProblem';
import type { CsvFile, CsvRecord } from './readCsv';
import {
  CellError,
  isProductColumn,
  PRODUCT_CELLS,
  PRODUCT_COLUMNS,
  REQUIRED_COLUMNS,
  type ProductCells,
  type ProductColumn,
} from './productCells';

/** A product of a file, with the line where it starts. */
export interface ParsedProduct {
  readonly line: number;
  /** Required columns, and those others that the file has. */
  readonly cells: Pick<ProductCells, (typeof REQUIRED_COLUMNS)[number]> & Partial<ProductCells>;
}

interface ParsedFile {
  readonly products: readonly ParsedProduct[];
  readonly problems: readonly ImportProblem[];
}

/** Number of cells without empty ones at the end. */
const countFilled = (cells: readonly string[]): number => cells.findLastIndex((cell) => cell.trim() !== '') + 1;

const readNames = ({ cells }: CsvRecord): string[] =>
  cells.slice(0, countFilled(cells)).map((cell) => cell.trim().toLowerCase());

const checkHeader = (line: number, names: readonly string[]): ImportProblem[] => {
  const problems: ImportProblem[] = [];
  names.forEach((name, index) => {
    if (name === '') problems.push({ line, column: `column ${index + 1}`, message: 'has no name' });
    else if (!isProductColumn(name))
      problems.push({ line, column: name, message: `is not a column; the columns are ${PRODUCT_COLUMNS.join(', ')}` });
    else if (names.indexOf(name) < index) problems.push({ line, column: name, message: 'appears twice' });
  });
  for (const name of REQUIRED_COLUMNS)
    if (!names.includes(name)) problems.push({ line, column: name, message: 'is missing' });
  return problems;
};

const parseCell = (column: ProductColumn, cell: string, isDestroyed: boolean): unknown => {
  if (isDestroyed)
    throw new CellError(
      `was lost in a spreadsheet, which left ${cell}: write it again, with an apostrophe before it`,
      'was lost in a spreadsheet',
    );
  return PRODUCT_CELLS[column].parse(cell);
};

/** Parses a record. Returns undefined and reports errors if a cell is invalid. */
const parseRecord = (
  columns: readonly ProductColumn[],
  { line, cells, destroyed }: CsvRecord,
  reportError: (error: ImportProblem) => void,
): ParsedProduct | undefined => {
  const count = countFilled(cells);
  // Spreadsheets add empty cells at the end.
  if (cells.length < columns.length || count > columns.length) {
    reportError({
      line,
      column: '',
      message: `has ${Math.max(count, Math.min(cells.length, columns.length))} cells; the first line names ${columns.length} columns`,
    });
    return undefined;
  }
  let isValid = true;
  const parsed: Partial<Record<ProductColumn, unknown>> = {};
  columns.forEach((column, index) => {
    try {
      parsed[column] = parseCell(column, (cells[index] ?? '').trim(), destroyed.includes(index));
    } catch (error) {
      if (!(error instanceof CellError)) throw error;
      reportError({ line, column, message: error.message, cause: error.cause });
      isValid = false;
    }
  });
  // Each cell was parsed by its column's parser, and checkHeader has ensured that the required ones exist.
  return isValid ? { line, cells: parsed as ParsedProduct['cells'] } : undefined;
};

/** Reports duplicate ids or SKUs. */
const findDuplicates = (
  records: readonly CsvRecord[],
  columns: readonly ProductColumn[],
  column: 'id' | 'sku',
): ImportProblem[] => {
  const at = columns.indexOf(column);
  const linesByValue = new Map<string, number>();
  const problems: ImportProblem[] = [];
  for (const { line, cells } of records) {
    const value = cells[at]?.trim() ?? '';
    const firstLine = linesByValue.get(value);
    if (value !== '' && firstLine !== undefined)
      problems.push({ line, column, message: `is the same as in line ${firstLine}` });
    else linesByValue.set(value, line);
  }
  return problems;
};

/** Parses all cells of a file. Errors are sorted by line. */
export const parseProducts = ({ records, problems: unreadable }: CsvFile): ParsedFile => {
  const [header, ...rows] = records;
  if (!header)
    return {
      products: [],
      problems:
        unreadable.length > 0
          ? unreadable
          : [{ line: 1, column: '', message: 'is empty: the first line names the columns' }],
    };
  const names = readNames(header);
  const wrongHeader = checkHeader(header.line, names);
  if (wrongHeader.length > 0) return { products: [], problems: wrongHeader };
  const columns = names.filter(isProductColumn);
  const problems: ImportProblem[] = [...findDuplicates(rows, columns, 'id'), ...findDuplicates(rows, columns, 'sku')];
  const products = rows
    .map((record) => parseRecord(columns, record, (error) => problems.push(error)))
    .filter((product) => product !== undefined);
  return { products, problems: [...problems, ...unreadable].sort((a, b) => a.line - b.line) };
};
