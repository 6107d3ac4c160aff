import type { ImportChange, StaffImportProblem } from '@shop/contracts';
import type { Database } from '../../../database/Database';
import type { FilePlan } from './createPlan';
import { describeChanges } from './describePlan';
import type { ImportProblem } from './ImportProblem';
import { deletePages, endPlanning, insertPages, lockLeased, type DueImport } from './importsRepository';
import { withPauses } from './pauses';
import { toCells } from './planImport';
import { PRODUCT_CELLS, PRODUCT_COLUMNS, type ProductCells, type ProductColumn } from './productCells';
import { shortenChange } from './shortenChange';

const CHANGES_PER_PAGE = 50;
/** Written at once, which is less than a request has time for. */
const PAGES_AT_ONCE = 20;
const MAX_PROBLEMS = 1_000;
const MAX_NOTICES = 100;

const formatCell = <Column extends ProductColumn>(cells: ProductCells, column: Column): string =>
  PRODUCT_CELLS[column].format(cells[column]);

/** Yields what is created, and then what is changed. */
function* describeProducts({ created, changed }: Pick<FilePlan, 'created' | 'changed'>): Generator<ImportChange> {
  for (const product of created) {
    const cells = toCells(product);
    const columns = PRODUCT_COLUMNS.flatMap((column) => {
      const after = formatCell(cells, column);
      return after === '' || column === 'id' ? [] : [{ column, ...shortenChange('', after) }];
    });
    yield { id: product.row.id, name: product.row.name, is_new: true, columns };
  }
  for (const change of changed) {
    const columns = describeChanges(change).map(({ column, before, after }) => ({
      column,
      ...shortenChange(before, after),
    }));
    yield { id: change.product.row.id, name: change.product.row.name, is_new: false, columns };
  }
}

const byLine = (problems: readonly ImportProblem[], max: number): StaffImportProblem[] =>
  [...problems]
    .sort((a, b) => a.line - b.line)
    .slice(0, max)
    .map(({ line, column, message }) => ({ line, column, message }));

/** Of pictures that stay at another shop, one stands for all. */
const listNotices = ({ notices, leftOut }: FilePlan): ImportProblem[] => {
  const [first] = leftOut;
  if (!first) return [...notices];
  const message = `leaves ${leftOut.length} ${leftOut.length === 1 ? 'picture' : 'pictures'} at the other shop, such as ${first.message}. Drop the files to bring them in`;
  return [...notices, { ...first, message }];
};

const countPages = ({ created, changed }: FilePlan): number =>
  Math.ceil((created.length + changed.length) / CHANGES_PER_PAGE);

/**
 * Keeps a plan to be shown, instead of the one before, unless the import is no longer to be planned or applied.
 * `isOther` if it is not the one that somebody wanted to apply.
 */
export const storePlan = (
  database: Database,
  due: DueImport,
  plan: FilePlan,
  { format, isOther }: { readonly format: string | undefined; readonly isOther: boolean },
): Promise<void> =>
  database.transaction(async (connection) => {
    if (!(await lockLeased(connection, due))) return;
    await deletePages(connection, due.id);
    let written = 0;
    let pages: ImportChange[][] = [];
    const write = async (): Promise<void> => {
      await insertPages(connection, due.id, written + 1, pages);
      written += pages.length;
      pages = [];
    };
    for await (const change of withPauses(describeProducts(plan))) {
      const page = pages.at(-1);
      if (page && page.length < CHANGES_PER_PAGE) page.push(change);
      else {
        if (pages.length === PAGES_AT_ONCE) await write();
        pages.push([change]);
      }
    }
    await write();
    const notices = listNotices(plan);
    await endPlanning(
      connection,
      due.id,
      {
        hash: plan.hash,
        format: format ?? null,
        isOther,
        problems: byLine(plan.problems, MAX_PROBLEMS),
        problemCount: plan.problems.length,
        notices: byLine(notices, MAX_NOTICES),
        noticeCount: notices.length,
        newCategories: plan.newCategories,
        newBrands: plan.newBrands,
        pages: countPages(plan),
      },
      { created: plan.created.length, changed: plan.changed.length, unchanged: plan.unchanged },
    );
  });
