import { isUtf8 } from 'node:buffer';
import { CsvError, parse } from 'csv-parse/sync';
import { unguardCell } from '../../../csv/formulaCells';
import type { ImportProblem } from './ImportProblem';
import { isDestroyed } from '../../../csv/spreadsheetValues';

export const MAX_BYTES = 32 * 1024 * 1024;
const MAX_ROWS = 100_000;
const NEWLINE = 0x0a;

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
}

const findBrokenLines = (bytes: Buffer): ImportProblem[] => {
  const problems: ImportProblem[] = [];
  for (let start = 0, line = 1; start < bytes.length; line += 1) {
    const found = bytes.indexOf(NEWLINE, start);
    const end = found < 0 ? bytes.length : found;
    if (!isUtf8(bytes.subarray(start, end)))
      problems.push({ line, column: '', message: 'is not UTF-8: save the file as "CSV UTF-8"' });
    start = end + 1;
  }
  return problems;
};

const countNewlines = (cells: readonly string[]): number =>
  cells.reduce((sum, cell) => sum + cell.split('\n').length - 1, 0);

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

/**
 * Reads a CSV file: UTF-8 with or without a byte order mark, any line endings; commas, semicolons or tabs. Empty lines
 * are skipped.
 */
export const readCsv = (bytes: Buffer): CsvFile => {
  if (bytes.length > MAX_BYTES)
    return {
      records: [],
      problems: [{ line: 1, column: '', message: `is of a file larger than ${MAX_BYTES / 1024 / 1024} MB: split it` }],
    };
  const broken = isUtf8(bytes) ? [] : findBrokenLines(bytes);
  if (broken.length > 0) return { records: [], problems: broken };
  const text = bytes
    .toString('utf8')
    .replace(/^\ufeff/, '')
    .replace(/\r\n?/g, '\n');
  const { separator, headLines } = findSeparator(text);
  const records: CsvRecord[] = [];
  let lastLine = 0;
  try {
    parse(text, {
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
    return { records, problems: [] };
  } catch (error) {
    if (error instanceof TooManyRows)
      return {
        records: [],
        problems: [{ line: lastLine, column: '', message: `is behind the ${MAX_ROWS} products of a file: split it` }],
      };
    if (!(error instanceof CsvError)) throw error;
    return {
      records,
      problems: [
        {
          line: lastLine + 1,
          column: '',
          message: `${PARSE_ERRORS[error.code] ?? 'is not CSV'}; the rest of the file was not read`,
        },
      ],
    };
  }
};
