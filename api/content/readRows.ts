import fs from 'node:fs/promises';
import path from 'node:path';
import type { Static, TObject } from '@sinclair/typebox';
import { Errors } from '@sinclair/typebox/errors';
import { describeProblems, type ImportProblem } from '../src/modules/catalog/import/ImportProblem';
import { readHeadings } from '../src/modules/catalog/import/parseProducts';
import { readCsv } from '../src/modules/catalog/import/readCsv';

const repositoryRoot = path.resolve(__dirname, '../..');

/** @throws {Error} that names each problem by file, line and column; nothing if there is none. */
export const refuseProblems = (file: string, problems: readonly ImportProblem[]): void => {
  if (problems.length === 0) return;
  const name = path.relative(repositoryRoot, file);
  throw new Error(
    describeProblems(problems)
      .map((problem) => `${name}, ${problem}`)
      .join('\n'),
  );
};

/**
 * Reads a CSV file whose first line names the columns of a closed schema of texts. Each row has the line where it
 * begins.
 * @throws {Error} that names the first wrong cell of each row by file, line and column.
 */
export const readRows = async <Schema extends TObject>(
  file: string,
  schema: Schema,
): Promise<(Static<Schema> & { readonly line: number })[]> => {
  const { records, problems } = await readCsv(await fs.readFile(file));
  const [header, ...rows] = records;
  const columns = header ? readHeadings(header) : [];
  const read = rows.map(({ line, cells }) => ({
    line,
    row: Object.fromEntries(cells.map((cell, index) => [columns[index] ?? `column ${index + 1}`, cell.trim()])),
  }));
  const wrong = read.flatMap(({ line, row }) => {
    const error = Errors(schema, row).First();
    return error ? [{ line, column: error.path.slice(1), message: `is wrong: ${error.message}` }] : [];
  });
  refuseProblems(file, [...problems, ...wrong]);
  // Each row was checked.
  return read.map(({ line, row }) => ({ ...(row as Static<Schema>), line }));
};
