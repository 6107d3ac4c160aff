import type { ImportProblem } from './ImportProblem';
import { withPauses } from './pauses';
import type { CsvFile, CsvRecord } from './readCsv';
import {
  CellError,
  isProductColumn,
  PRODUCT_CELLS,
  PRODUCT_COLUMNS,
  type ParsedCells,
  type ProductColumn,
} from './productCells';

type Place = Pick<ImportProblem, 'line' | 'column'>;

/** What a row, or several of another shop, says of a product. */
export interface ParsedProduct {
  readonly line: number;
  /** The columns that the file has. Without `id` it is the product or the variant with the SKU, or a new product. */
  readonly cells: Partial<ParsedCells>;
  /** Names of another shop, best first; the first that exists counts, or the first if none does. */
  readonly categoryNames?: readonly string[];
  readonly brandName?: string;
  /** What the id of a new product is made from; its name by default. */
  readonly handle?: string;
  /** Where the file of another shop has a column. */
  readonly places?: { [Column in ProductColumn]?: Place };
}

export interface ParsedFile {
  readonly products: readonly ParsedProduct[];
  readonly problems: readonly ImportProblem[];
}

/** Number of cells without empty ones at the end. */
const countFilled = (cells: readonly string[]): number => cells.findLastIndex((cell) => cell.trim() !== '') + 1;

/** Headings in small letters. */
export const readHeadings = ({ cells }: CsvRecord): string[] =>
  cells.slice(0, countFilled(cells)).map((cell) => cell.trim().toLowerCase());

const checkHeader = (line: number, names: readonly string[]): ImportProblem[] => {
  const problems: ImportProblem[] = [];
  names.forEach((name, index) => {
    if (name === '') problems.push({ line, column: `column ${index + 1}`, message: 'has no name' });
    else if (!isProductColumn(name))
      problems.push({ line, column: name, message: `is not a column; the columns are ${PRODUCT_COLUMNS.join(', ')}` });
    else if (names.indexOf(name) < index) problems.push({ line, column: name, message: 'appears twice' });
  });
  if (!names.includes('id') && !names.includes('sku'))
    problems.push({ line, column: 'sku', message: 'is missing: a row names its product by sku or id' });
  return problems;
};

/** @throws {CellError} if a spreadsheet has lost the cell. */
export const requireKept = (cell: string, isDestroyed: boolean): string => {
  if (isDestroyed)
    throw new CellError(
      `was lost in a spreadsheet, which left ${cell}: write it again, with an apostrophe before it`,
      'was lost in a spreadsheet',
    );
  return cell;
};

/** Parses a record. Returns undefined and reports problems if a cell is invalid. */
const parseRecord = (
  columns: readonly ProductColumn[],
  { line, cells, destroyed }: CsvRecord,
  report: (problem: ImportProblem) => void,
): ParsedProduct | undefined => {
  const count = countFilled(cells);
  // Spreadsheets add empty cells at the end.
  if (cells.length < columns.length || count > columns.length) {
    report({
      line,
      column: '',
      message: `has ${Math.max(count, Math.min(cells.length, columns.length))} cells; the first line names ${columns.length} columns`,
    });
    return undefined;
  }
  let isValid = true;
  const parsed: Partial<Record<ProductColumn, unknown>> = {};
  columns.forEach((column, index) => {
    const text = (cells[index] ?? '').trim();
    // Who has an SKU needs no id.
    if (column === 'id' && text === '' && columns.includes('sku')) return;
    try {
      parsed[column] = PRODUCT_CELLS[column].parse(requireKept(text, destroyed.includes(index)));
    } catch (error) {
      if (!(error instanceof CellError)) throw error;
      report({ line, column, message: error.message, cause: error.cause });
      isValid = false;
    }
  });
  // Each cell was parsed by its column's parser.
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

/** Parses all cells of a file. */
export const parseProducts = async ({
  records,
  problems: unreadable,
}: Pick<CsvFile, 'records' | 'problems'>): Promise<ParsedFile> => {
  const [header, ...rows] = records;
  if (!header)
    return {
      products: [],
      problems:
        unreadable.length > 0
          ? unreadable
          : [{ line: 1, column: '', message: 'is empty: the first line names the columns' }],
    };
  const names = readHeadings(header);
  const wrongHeader = checkHeader(header.line, names);
  if (wrongHeader.length > 0) return { products: [], problems: wrongHeader };
  const columns = names.filter(isProductColumn);
  const problems: ImportProblem[] = [...findDuplicates(rows, columns, 'id'), ...findDuplicates(rows, columns, 'sku')];
  const products: ParsedProduct[] = [];
  for await (const record of withPauses(rows)) {
    const product = parseRecord(columns, record, (problem) => problems.push(problem));
    if (product) products.push(product);
  }
  return { products, problems: [...problems, ...unreadable] };
};
