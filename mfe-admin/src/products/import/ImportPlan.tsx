import type { ImportChoices, ImportGroup, StaffImport, StaffImportProblem } from '@shop/contracts';
import { Trash2, Undo2, Upload } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button, ButtonLink } from '../../parts/Button';
import { Chip } from '../../parts/Chip';
import { Panel } from '../../parts/Panel';
import { Banner } from '../../parts/States';
import { ChangesTable } from './ChangesTable';
import { count, describeTotals, formatNumber, nameColumn, STATES } from './describeImport';
import { ProblemsTable } from './ProblemsTable';
import { isPending, isWorking } from './useImport';
import styles from './ImportPage.module.css';

const MAX_NAMED = 8;

const nameGroups = (groups: readonly ImportGroup[]): string =>
  `${groups
    .slice(0, MAX_NAMED)
    .map(({ name }) => name)
    .join(', ')}${groups.length > MAX_NAMED ? ` and ${groups.length - MAX_NAMED} more` : ''}`;

/** What does not exist, and whether it is made. */
function NewGroups({ found, onCreate }: { readonly found: StaffImport; readonly onCreate: () => void }) {
  const { options, new_categories: categories, new_brands: brands } = found;
  const named = [
    categories.length > 0 && `${categories.length === 1 ? 'category' : 'categories'} ${nameGroups(categories)}`,
    brands.length > 0 && `${brands.length === 1 ? 'brand' : 'brands'} ${nameGroups(brands)}`,
  ].filter((part) => part !== false);
  if (named.length === 0) return null;
  if (options.create) return <p className={styles.note}>New: {named.join('; ')}.</p>;
  return (
    <Banner>
      <span>These do not exist: {named.join('; ')}.</span>
      <Button onClick={onCreate}>Make them</Button>
    </Banner>
  );
}

const describeNotice = ({ line, column, message }: StaffImportProblem): string =>
  `Line ${formatNumber(line)}${column === '' ? '' : `, ${nameColumn(column)}`}: ${message}`;

function Notices({ notices, notice_count: total }: Pick<StaffImport, 'notices' | 'notice_count'>) {
  if (notices.length === 0) return null;
  return (
    <details className={styles.notices} open={total <= MAX_NAMED}>
      <summary>{count(total, 'notice')}</summary>
      <ul>
        {notices.map((notice, index) => (
          <li key={index}>{describeNotice(notice)}</li>
        ))}
        {total > notices.length && <li>and {formatNumber(total - notices.length)} more</li>}
      </ul>
    </details>
  );
}

/** Says in a sentence how it stands. */
const summarize = ({
  state,
  file,
  totals,
  problem_count: problems,
  undone_by: undoneBy,
  error,
}: StaffImport): string => {
  const written = totals.created + totals.changed;
  switch (state) {
    case 'waiting':
    case 'planning':
      return error || `${file} is being read. Nothing is changed yet.`;
    case 'refused':
      return `${count(problems, 'error')} in ${file}. Correct the file and drop it again: nothing was changed.`;
    case 'planned':
      return written === 0
        ? `Nothing to import: the shop is as ${file} says.`
        : `${file}: ${describeTotals(totals)}. Nothing is changed yet.`;
    case 'applying':
      return error || `${count(written, 'product')} of ${file} are being imported. You can leave this page.`;
    case 'applied':
      return `${count(written, 'product')} of ${file} imported: ${describeTotals(totals)}.`;
    case 'undoing':
      return error || `The import of ${file} is being undone.`;
    case 'undone':
      return `The import of ${file} was undone${undoneBy === null ? '' : ` by ${undoneBy}`}.`;
    case 'failed':
      return error;
  }
};

interface ImportPlanProps {
  readonly found: StaffImport;
  /** What is being asked of the API: no button does anything meanwhile. */
  readonly busy: boolean;
  readonly onApply: () => void;
  readonly onUndo: () => void;
  readonly onDiscard: () => void;
  readonly onPlan: (changes: Partial<ImportChoices>) => void;
}

/** An import from its plan to its result. */
export function ImportPlan({ found, busy, onApply, onUndo, onDiscard, onPlan }: ImportPlanProps) {
  const { state, totals, progress, can_undo: canUndo, is_other: isOther, error } = found;
  const { word, ...chip } = STATES[state];
  const written = totals.created + totals.changed;
  const actions: ReactNode = (
    <div className={styles.actions}>
      {isPending(state) && (
        <Button tone="quiet" icon={Trash2} disabled={busy} onClick={busy ? undefined : onDiscard}>
          Discard
        </Button>
      )}
      {state === 'failed' && <Button onClick={() => onPlan({})}>Plan again</Button>}
      {state === 'planned' && written > 0 && (
        <Button tone="primary" icon={Upload} busy={busy && 'Importing'} onClick={onApply}>
          Import {count(written, 'product')}
        </Button>
      )}
      {state === 'applied' && <ButtonLink to="/admin/products">Look at products</ButtonLink>}
      {canUndo && (
        <Button icon={Undo2} busy={busy && 'Undoing'} onClick={onUndo}>
          Undo
        </Button>
      )}
    </div>
  );
  return (
    <Panel title={found.file} action={<Chip {...chip}>{word}</Chip>} flush>
      <div className={styles.summary}>
        <p role="status">{summarize(found)}</p>
        {isWorking(state) && (
          <div className={styles.progress}>
            <progress aria-label={word} {...(progress.of > 0 && { value: progress.done, max: progress.of })} />
            {progress.of > 0 && (
              <span>
                {formatNumber(progress.done)} of {formatNumber(progress.of)}
              </span>
            )}
          </div>
        )}
        {state === 'applied' && error !== '' && (
          <Banner>
            <span>{error}</span>
          </Banner>
        )}
        {isOther && state === 'planned' && (
          <Banner>
            <span>The shop has changed since you looked, and nothing was imported. This is what it would be now.</span>
          </Banner>
        )}
        {(state === 'planned' || state === 'refused') && (
          <>
            {found.format !== null && <p className={styles.note}>An export of {found.format}.</p>}
            <NewGroups found={found} onCreate={() => onPlan({ create: true })} />
            <Notices {...found} />
          </>
        )}
        {actions}
      </div>
      {state === 'refused' && <ProblemsTable problems={found.problems} total={found.problem_count} />}
      {state === 'planned' && written > 0 && <ChangesTable {...found} />}
    </Panel>
  );
}
