import { Readable, type Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { CsvError, parse } from 'csv-parse';
import { unguardCell } from '../../../csv/formulaCells';
import { isDestroyed } from '../../../csv/spreadsheetValues';
import { decodeText } from './decodeText';
import type { ImportProblem } from './ImportProblem';
import { withPauses } from './pauses';

export const MAX_BYTES = 32 * 1024 * 1024;
const MAX_ROWS = 100_000;

/** A record, with the line where it starts, counted from 1. */
export interface CsvRecord {
  readonly line: number;
  readonly cells: readonly string[];
  /** Indexes of cells whose value a spreadsheet has lost. */
  readonly destroyed: readonly number[];
}

export interface CsvFile {
  readonly records: readonly CsvRecord[];
  /** What prevents reading the file or the rest of it. */
  readonly problems: readonly ImportProblem[];
  /** True if the file is read as Windows-1252, because it is not UTF-8. */
  readonly isGuessed: boolean;
}

const countNewlines = (cells: readonly string[]): number =>
  cells.reduce((sum, cell) => sum + (cell.includes('\n') ? cell.split('\n').length - 1 : 0), 0);

const PARSE_ERRORS: Readonly<Record<string, string>> = {
  CSV_QUOTE_NOT_CLOSED: 'opens a quote " that is never closed',
  CSV_INVALID_CLOSING_QUOTE: 'has text behind a closing quote "; a quote inside of quotes is written ""',
  INVALID_OPENING_QUOTE: 'has a quote " inside of a text; put the whole text in quotes and write it ""',
};

class TooManyRows extends Error {}

const SEPARATORS = [',', ';', '\t'];

/** Returns what separates cells: what a first line `sep=;` says, or what the line of the headings has most of. */
const findSeparator = (text: string): { readonly separator: string; readonly headLines: number } => {
  const [first = '', second = ''] = text.split('\n', 2);
  const [, named] = /^"?sep=(.)"?[,;\t]*$/i.exec(first) ?? [];
  if (named !== undefined) return { separator: named, headLines: 1 };
  const count = (separator: string): number => (first.trim() === '' ? second : first).split(separator).length;
  const [separator = ','] = [...SEPARATORS].sort((a, b) => count(b) - count(a));
  return { separator, headLines: 0 };
};

/** Writes all line breaks as \n, also where one of two letters begins a chunk. */
function* normalizeBreaks(chunks: Iterable<string>): Generator<string> {
  let endsWithReturn = false;
  for (const chunk of chunks) {
    const text = endsWithReturn && chunk.startsWith('\n') ? chunk.slice(1) : chunk;
    if (chunk !== '') endsWithReturn = chunk.endsWith('\r');
    if (text !== '') yield text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text;
  }
}

const fail = (line: number, message: string): CsvFile => ({
  records: [],
  problems: [{ line, column: '', message }],
  isGuessed: false,
});

/**
 * Reads a CSV file: UTF-8 with or without a byte order mark, UTF-16 with one, or Windows-1252; any line endings;
 * commas, semicolons or tabs. Empty lines are skipped.
 */
export const readCsv = async (bytes: Buffer): Promise<CsvFile> => {
  if (bytes.length > MAX_BYTES) return fail(1, `is of a file larger than ${MAX_BYTES / 1024 / 1024} MB: split it`);
  const text = decodeText(bytes);
  if ('length' in text) return { records: [], problems: text, isGuessed: false };
  const { isGuessed } = text;
  const [head = ''] = normalizeBreaks(text.chunks());
  const { separator, headLines } = findSeparator(head);
  const records: CsvRecord[] = [];
  let lastLine = 0;
  const parser: Transform = parse({
    delimiter: separator,
    from_line: headLines + 1,
    relax_column_count: true,
    skip_empty_lines: true,
    record_delimiter: '\n',
    on_record: (cells: string[], { lines }) => {
      lastLine = lines;
      // `lines` is where the record ends; its newlines are in quoted cells.
      if (cells.some((cell) => cell.trim() !== ''))
        records.push({
          line: lines - countNewlines(cells),
          cells: cells.map(unguardCell),
          destroyed: cells.flatMap((cell, index) => (isDestroyed(cell.trim()) ? [index] : [])),
        });
      if (records.length > MAX_ROWS + 1) throw new TooManyRows();
      return null;
    },
  });
  try {
    await pipeline(Readable.from(withPauses(normalizeBreaks(text.chunks()))), parser.resume());
    return { records, problems: [], isGuessed };
  } catch (error) {
    if (error instanceof TooManyRows)
      return fail(lastLine, `is behind the ${MAX_ROWS} rows that a file may have: split it`);
    if (!(error instanceof CsvError)) throw error;
    const problem = `${PARSE_ERRORS[error.code] ?? 'is not CSV'}; the rest of the file was not read`;
    return { records, problems: [{ line: lastLine + 1, column: '', message: problem }], isGuessed };
  }
};
