import { createHash } from 'node:crypto';
import { foreignFormats } from './foreign/foreignFormats';
import { readForeign } from './foreign/readForeign';
import type { ImportProblem } from './ImportProblem';
import { parseProducts, readHeadings, type ParsedFile } from './parseProducts';
import { MAX_BYTES, readCsv, type CsvFile } from './readCsv';

/** A file's products as it says them, before it is compared with the shop's. */
export interface ProductFile extends ParsedFile {
  /** Which shop has written it; undefined for our own columns. */
  readonly format: string | undefined;
  /** Of its bytes. */
  readonly hash: string;
  /** What whoever imports it should know. */
  readonly notices: readonly ImportProblem[];
}

/** One byte more than a file may have is enough to refuse it. */
const readAll = async (source: Buffer | AsyncIterable<Uint8Array>): Promise<Buffer> => {
  if (Buffer.isBuffer(source)) return source;
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of source) {
    chunks.push(chunk);
    length += chunk.length;
    if (length > MAX_BYTES) break;
  }
  return Buffer.concat(chunks);
};

const OTHER_LETTER = /[^\0-\x7f]/;

/** Shows the first cell in which another encoding would have other letters. */
const describeGuess = ({ records, isGuessed }: CsvFile): ImportProblem[] => {
  if (!isGuessed) return [];
  const [header] = records;
  for (const { line, cells } of records) {
    const index = cells.findIndex((cell) => OTHER_LETTER.test(cell));
    const text = cells[index];
    if (text === undefined) continue;
    const shown = text.length > 60 ? `${text.slice(0, 60)}…` : text;
    return [
      { line, column: header?.cells[index] ?? '', message: `is “${shown}” in Windows-1252: the file is not UTF-8` },
    ];
  }
  return [];
};

/** Reads a file with our columns, or an export of another shop, which its headings tell. */
export const readProductFile = async (source: Buffer | AsyncIterable<Uint8Array>, now: Date): Promise<ProductFile> => {
  const bytes = await readAll(source);
  const file = await readCsv(bytes);
  const hash = createHash('sha256').update(bytes).digest('hex');
  const [header] = file.records;
  const headings = new Set(header && readHeadings(header));
  const format = foreignFormats.find(({ recognizes }) => recognizes(headings));
  const guess = describeGuess(file);
  if (!format) return { ...(await parseProducts(file)), format: undefined, hash, notices: guess };
  const { products, problems, notices } = readForeign(format, file, now);
  return { products, problems, format: format.name, hash, notices: [...guess, ...notices] };
};
