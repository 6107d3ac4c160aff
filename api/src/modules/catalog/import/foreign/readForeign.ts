import type { ImportProblem } from '../ImportProblem';
import { readHeadings, type ParsedFile } from '../parseProducts';
import type { CsvFile, CsvRecord } from '../readCsv';
import type { ForeignFormat } from './ForeignFormat';
import { ForeignReader } from './ForeignReader';
import { ForeignRow } from './ForeignRow';

/** Headings that have values nobody has read. */
const listUnread = (header: CsvRecord, rows: readonly CsvRecord[], used: ReadonlySet<string>): string[] =>
  readHeadings(header).flatMap((heading, index) =>
    !used.has(heading) && rows.some(({ cells }) => (cells[index] ?? '').trim() !== '')
      ? (header.cells[index] ?? '')
      : [],
  );

const findDuplicateSkus = ({ products }: ForeignReader): ImportProblem[] => {
  const lines = new Map<string, number>();
  return products.flatMap(({ line, cells: { sku = '' }, places }) => {
    const first = lines.get(sku);
    if (first === undefined) {
      lines.set(sku, line);
      return [];
    }
    return [{ line, column: places?.sku?.column ?? 'sku', message: `${sku} is the same as in line ${first}` }];
  });
};

/** Reads another shop's export. */
export const readForeign = (
  format: ForeignFormat,
  { records, problems: unreadable }: Pick<CsvFile, 'records' | 'problems'>,
  now: Date,
): ParsedFile & { readonly notices: readonly ImportProblem[] } => {
  const [header, ...rows] = records;
  if (!header) return { products: [], problems: unreadable, notices: [] };
  const indexes = new Map<string, number>();
  readHeadings(header).forEach((heading, index) => {
    const name = format.aliases?.[heading] ?? heading;
    if (!indexes.has(name)) indexes.set(name, index);
  });
  const used = new Set<string>();
  const reader = new ForeignReader(format.columns, now);
  format.read(
    rows.map((record) => new ForeignRow(record, indexes, used)),
    reader,
  );
  for (const [alias, heading] of Object.entries(format.aliases ?? {})) if (used.has(heading)) used.add(alias);
  const unread = listUnread(header, rows, used);
  const left =
    unread.length > 0
      ? [{ line: header.line, column: '', message: `has columns that are left out: ${unread.join(', ')}` }]
      : [];
  return {
    products: reader.products,
    problems: [...reader.problems, ...findDuplicateSkus(reader), ...unreadable],
    notices: [...left, ...reader.notices],
  };
};
