import path from 'node:path';
import type { Queryable } from '../src/database/Database';
import {
  analyzeCatalog,
  findAllBrands,
  findAllCategories,
  findLastRanks,
  findSkuOwners,
  findStoredProducts,
  lockImport,
  writeProducts,
  writeVariants,
} from '../src/modules/catalog/productsImportRepository';
import { insertAudit } from '../src/audit/auditRepository';
import { OperatorError } from './OperatorError';
import type { OperatorContext } from './OperatorContext';
import { parseProducts, type ParsedProduct } from './parseProducts';
import { planImport, type ChangedProduct, type ImportPlan } from './planImport';
import { PRODUCT_CELLS, type ProductCells, type ProductColumn } from './productCells';
import { sanitize } from './printTable';
import { readCsv, type FileError } from './readCsv';

const MAX_PRINTED = 50;
/** Changes of longer values are listed by column name only. */
const MAX_SHOWN_CHARACTERS = 60;

const printFirst = (lines: readonly string[], what: string, print: (line: string) => void): void => {
  for (const line of lines.slice(0, MAX_PRINTED)) print(line);
  if (lines.length > MAX_PRINTED) print(`… and ${lines.length - MAX_PRINTED} more ${what}`);
};

const formatError = ({ line, column, message }: FileError): string =>
  sanitize(`line ${line}${column === '' ? '' : `, ${column}`}: ${message}`);

/** Errors of one cause in more lines than this are one. */
const MAX_REPEATED = 3;

/** Groups errors of one cause, which are the same column and rule, by line. */
const groupErrors = (errors: readonly FileError[]): FileError[][] => {
  const groups = new Map<string, FileError[]>();
  for (const error of [...errors].sort((a, b) => a.line - b.line)) {
    const key = JSON.stringify([error.column, error.cause ?? error.message]);
    groups.set(key, [...(groups.get(key) ?? []), error]);
  }
  const grouped = [...groups.values()].flatMap((group) =>
    group.length > MAX_REPEATED ? [group] : group.map((error) => [error]),
  );
  return grouped.sort(([a], [b]) => (a?.line ?? 0) - (b?.line ?? 0));
};

const formatGroup = ([first, ...others]: readonly FileError[]): string => {
  if (!first) return '';
  const more = others.length === 0 ? '' : ` (and ${others.length} more lines, up to ${others.at(-1)?.line})`;
  return formatError(first) + more;
};

const rejectFile = (errors: readonly FileError[], print: (line: string) => void): never => {
  const groups = groupErrors(errors);
  printFirst(groups.map(formatGroup), 'errors', print);
  throw new OperatorError(
    'refused',
    `The file has ${groups.length} ${groups.length === 1 ? 'error' : 'errors'}: nothing was imported.`,
  );
};

const createPlan = async (
  connection: Queryable,
  products: readonly ParsedProduct[],
  now: Date,
  lockRows: boolean,
): Promise<ImportPlan> => {
  const stored = await findStoredProducts(
    connection,
    products.map(({ cells }) => cells.id),
    lockRows,
  );
  return planImport(products, {
    stored: new Map(stored.map((product) => [product.row.id, product])),
    skuOwners: await findSkuOwners(
      connection,
      products.map(({ cells }) => cells.sku),
    ),
    categories: await findAllCategories(connection),
    brands: await findAllBrands(connection),
    lastRanks: await findLastRanks(connection),
    now,
  });
};

const formatCell = <Column extends ProductColumn>(cells: ProductCells, column: Column): string =>
  PRODUCT_CELLS[column].format(cells[column]);

const describeChange = ({ product, columns, before, after }: ChangedProduct): string => {
  const changes = columns.map((column) => {
    const [from, to] = [formatCell(before, column), formatCell(after, column)];
    const isShort = from.length <= MAX_SHOWN_CHARACTERS && to.length <= MAX_SHOWN_CHARACTERS && !/\n/.test(from + to);
    return isShort ? `${column} ${from || '(empty)'} -> ${to || '(empty)'}` : column;
  });
  return sanitize(`  ${product.row.id}: ${changes.join(', ')}`);
};

const describePlan = ({ created, changed, unchanged }: ImportPlan): string =>
  `${created.length} created, ${changed.length} changed, ${unchanged} unchanged`;

const writePlan = async (connection: Queryable, { created, changed }: ImportPlan): Promise<void> => {
  await writeProducts(
    connection,
    [...created, ...changed.map(({ product }) => product)].map(({ row }) => row),
  );
  const withOtherVariants = changed.filter(({ columns }) => columns.includes('variants')).map(({ product }) => product);
  await writeVariants(connection, [...created, ...withOtherVariants]);
};

/** `products import file.csv`: imports a file in one transaction. */
export const importProducts = async (
  { database, clock, actor, print }: OperatorContext,
  file: string,
  { dryRun }: { readonly dryRun: boolean },
): Promise<void> => {
  const { products, errors } = parseProducts(readCsv(file));
  const now = clock.now();
  if (dryRun) {
    const planned = await createPlan(database, products, now, false);
    const allErrors = [...errors, ...planned.errors];
    if (allErrors.length > 0) rejectFile(allErrors, print);
    print(`Dry run, nothing is written: ${describePlan(planned)}.`);
    printFirst(
      planned.created.map(({ row }) => sanitize(`  ${row.id}: new, ${row.name}`)),
      'new products',
      print,
    );
    printFirst(planned.changed.map(describeChange), 'changed products', print);
    return;
  }
  const result = await database.transaction(async (connection) => {
    await lockImport(connection);
    const planned = await createPlan(connection, products, now, true);
    const allErrors = [...errors, ...planned.errors];
    if (allErrors.length > 0) rejectFile(allErrors, print);
    if (planned.created.length + planned.changed.length === 0) return planned;
    await writePlan(connection, planned);
    await insertAudit(
      connection,
      { actor, action: 'products.imported', subject: path.basename(file), after: { products: describePlan(planned) } },
      now,
    );
    return planned;
  });
  if (result.created.length + result.changed.length > 0) await analyzeCatalog(database);
  print(`Imported: ${describePlan(result)}.`);
};
