import fs from 'node:fs';
import path from 'node:path';
import { insertAudit } from '../src/audit/auditRepository';
import { createPlan } from '../src/modules/catalog/import/createPlan';
import { describeChanges, describeTotals } from '../src/modules/catalog/import/describePlan';
import { describeProblems, type ImportProblem } from '../src/modules/catalog/import/ImportProblem';
import { parseProducts } from '../src/modules/catalog/import/parseProducts';
import type { ChangedProduct } from '../src/modules/catalog/import/planImport';
import { MAX_BYTES, readCsv } from '../src/modules/catalog/import/readCsv';
import { writePlan } from '../src/modules/catalog/import/writePlan';
import { analyzeCatalog, lockImport } from '../src/modules/catalog/productsImportRepository';
import { describeReason, OperatorError } from './OperatorError';
import type { OperatorContext } from './OperatorContext';
import { sanitize } from './printTable';

const MAX_PRINTED = 50;
/** Changes of longer values are listed by column name only. */
const MAX_SHOWN_CHARACTERS = 60;

const readBytes = (file: string): Buffer => {
  try {
    // A file that is too large is not read to say so.
    return fs.statSync(file).size > MAX_BYTES ? Buffer.alloc(MAX_BYTES + 1) : fs.readFileSync(file);
  } catch (error) {
    throw new OperatorError('failed', `The file ${file} cannot be read (${describeReason(error)}).`);
  }
};

const printFirst = (lines: readonly string[], what: string, print: (line: string) => void): void => {
  for (const line of lines.slice(0, MAX_PRINTED)) print(sanitize(line));
  if (lines.length > MAX_PRINTED) print(`… and ${lines.length - MAX_PRINTED} more ${what}`);
};

const rejectFile = (problems: readonly ImportProblem[], print: (line: string) => void): never => {
  const described = describeProblems(problems);
  printFirst(described, 'errors', print);
  throw new OperatorError(
    'refused',
    `The file has ${described.length} ${described.length === 1 ? 'error' : 'errors'}: nothing was imported.`,
  );
};

const formatChange = (changed: ChangedProduct): string => {
  const changes = describeChanges(changed).map(({ column, before, after }) => {
    const isShort =
      before.length <= MAX_SHOWN_CHARACTERS && after.length <= MAX_SHOWN_CHARACTERS && !/\n/.test(before + after);
    return isShort ? `${column} ${before || '(empty)'} -> ${after || '(empty)'}` : column;
  });
  return `  ${changed.product.row.id}: ${changes.join(', ')}`;
};

/** `products import file.csv`: imports a file in one transaction. */
export const importProducts = async (
  { database, clock, actor, print }: OperatorContext,
  file: string,
  { dryRun }: { readonly dryRun: boolean },
): Promise<void> => {
  const { products, problems } = parseProducts(readCsv(readBytes(file)));
  const now = clock.now();
  if (dryRun) {
    const planned = await createPlan(database, products, now, false);
    const all = [...problems, ...planned.problems];
    if (all.length > 0) rejectFile(all, print);
    print(`Dry run, nothing is written: ${describeTotals(planned)}.`);
    printFirst(
      planned.created.map(({ row }) => `  ${row.id}: new, ${row.name}`),
      'new products',
      print,
    );
    printFirst(planned.changed.map(formatChange), 'changed products', print);
    return;
  }
  const result = await database.transaction(async (connection) => {
    await lockImport(connection);
    const planned = await createPlan(connection, products, now, true);
    const all = [...problems, ...planned.problems];
    if (all.length > 0) rejectFile(all, print);
    if (planned.created.length + planned.changed.length === 0) return planned;
    await writePlan(connection, planned);
    await insertAudit(
      connection,
      {
        actor,
        action: 'products.imported',
        subject: path.basename(file),
        after: { products: describeTotals(planned) },
      },
      now,
    );
    return planned;
  });
  if (result.created.length + result.changed.length > 0) await analyzeCatalog(database);
  print(`Imported: ${describeTotals(result)}.`);
};
