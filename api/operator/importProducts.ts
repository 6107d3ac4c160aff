import fs from 'node:fs';
import path from 'node:path';
import { applyImport } from '../src/modules/catalog/import/applyImport';
import { createPlan, type FilePlan, type FindPictures } from '../src/modules/catalog/import/createPlan';
import { describeChanges, describeTotals } from '../src/modules/catalog/import/describePlan';
import { describeProblems, type ImportProblem } from '../src/modules/catalog/import/ImportProblem';
import type { ChangedProduct, ImportOptions } from '../src/modules/catalog/import/planImport';
import { MAX_BYTES } from '../src/modules/catalog/import/readCsv';
import { readProductFile } from '../src/modules/catalog/import/readProductFile';
import { undoImport } from '../src/modules/catalog/import/undoImport';
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

/** Terminals know no pictures by the names of their files: `pictures add` prints their addresses. */
const findNoPictures: FindPictures = () => Promise.resolve(new Map());

const printPlan = ({ created, changed }: FilePlan, print: (line: string) => void): void => {
  printFirst(
    created.map(({ row }) => `  ${row.id}: new, ${row.name}`),
    'new products',
    print,
  );
  printFirst(changed.map(formatChange), 'changed products', print);
};

/** Prints what is true whether the file is imported or not. */
const printNotices = (
  { notices, leftOut, newCategories, newBrands }: FilePlan,
  { create = false }: ImportOptions,
  print: (line: string) => void,
): void => {
  printFirst(describeProblems(notices), 'notices', print);
  const [picture] = leftOut;
  if (picture) print(sanitize(`${leftOut.length} pictures of another shop are left out, such as ${picture.message}`));
  for (const [what, groups] of [
    ['categories', newCategories],
    ['brands', newBrands],
  ] as const)
    if (groups.length > 0)
      print(
        sanitize(
          `${create ? 'New' : 'With --create, new'} ${what}: ${groups.map(({ slug, name }) => `${name} (${slug})`).join(', ')}`,
        ),
      );
};

/** `products import file.csv`: imports a file in one transaction. */
export const importProducts = async (
  { database, clock, actor, print }: OperatorContext,
  file: string,
  { dryRun, plan, ...options }: ImportOptions & { readonly dryRun: boolean; readonly plan?: string },
): Promise<void> => {
  const now = clock.now();
  const input = { file: await readProductFile(readBytes(file), now), options, findPictures: findNoPictures, now };
  const { format } = input.file;
  if (format !== undefined) print(`An export of ${format}.`);
  const applied = dryRun
    ? { plan: await createPlan(database, input), id: undefined, isOther: false }
    : await applyImport(database, { ...input, actor, fileName: path.basename(file), hash: plan });
  printNotices(applied.plan, options, print);
  if (applied.plan.problems.length > 0) rejectFile(applied.plan.problems, print);
  if (applied.isOther)
    throw new OperatorError(
      'refused',
      'The shop, the file or the options have changed since that plan: nothing was imported. Plan it again: --dry-run',
    );
  print(`${dryRun ? 'Dry run, nothing is written' : 'Imported'}: ${describeTotals(applied.plan)}.`);
  if (dryRun) {
    printPlan(applied.plan, print);
    if (applied.plan.created.length + applied.plan.changed.length > 0)
      print(`To import exactly this: --plan ${applied.plan.hash}`);
  } else if (applied.id !== undefined) print(`To undo it: products import --undo ${applied.id}`);
};

/** `products import --undo ID`: undoes an import while nobody has changed its products since. */
export const undoProductImport = async (
  { database, clock, actor, print }: OperatorContext,
  id: number,
): Promise<void> => {
  const result = await undoImport(database, { id, actor, now: clock.now() });
  if ('refusal' in result) throw new OperatorError('refused', result.refusal);
  print(`Undone: ${result.restored} restored, ${result.removed} removed.`);
};
