import { LOCK_BUDGET_MS } from '../applyMigration';
import { describeWaits } from './lockModes';
import type { TableSize } from './measureTable';
import type { ObservedMigration, ObservedStatement, TouchedTable } from './observeMigration';
import type { Plan } from './planMigrations';

const MAX_SQL_LENGTH = 110;

const shortenSql = (sql: string): string => {
  const text = sql
    .replace(/^ *--.*$/gm, '')
    .replace(/\s+/g, ' ')
    .replace(/;\s*$/, '')
    .trim();
  return text.length > MAX_SQL_LENGTH ? `${text.slice(0, MAX_SQL_LENGTH)} …` : text;
};

interface Duration {
  readonly ms: number;
  /** True if it is longer than could be measured. */
  readonly isMinimum: boolean;
}

const formatDuration = ({ ms, isMinimum }: Duration): string =>
  `${isMinimum ? 'more than ' : ''}${ms < 10 ? ms.toFixed(1) : Math.round(ms)} ms`;

const formatSize = (size: TableSize | undefined): string => {
  if (!size) return 'not in this database yet';
  const kilobytes = `${Math.ceil(size.bytes / 1024).toLocaleString('en')} kB`;
  return `${size.isComplete ? '' : 'about '}${Math.round(size.rows).toLocaleString('en')} rows, ${kilobytes}`;
};

const describeRead = (table: TouchedTable, size: TableSize | undefined): string => {
  if (!table.isScanned && !table.isRewritten) return 'neither read nor rewritten';
  const ms = size ? `, reading it takes ${formatDuration({ ms: size.readMs, isMinimum: !size.isComplete })}` : '';
  return `${table.isRewritten ? 'rewritten as a whole' : 'read as a whole'}${ms}`;
};

/**
 * How long a statement takes with the shop's rows: as without rows, and reading the tables that it reads. What it does
 * with the rows comes on top.
 */
const sumStatement = ({ ms, tables }: ObservedStatement, sizes: Plan['sizes']): Duration => {
  const read = tables.flatMap(({ name, isScanned, isRewritten }) =>
    isScanned || isRewritten ? (sizes.get(name) ?? []) : [],
  );
  return { ms: read.reduce((sum, { readMs }) => sum + readMs, ms), isMinimum: read.length > 0 };
};

const addDurations = (durations: readonly Duration[]): Duration => ({
  ms: durations.reduce((sum, { ms }) => sum + ms, 0),
  isMinimum: durations.some(({ isMinimum }) => isMinimum),
});

const formatStatement = (
  statement: ObservedStatement,
  held: Duration,
  isTransaction: boolean,
  sizes: Plan['sizes'],
): string[] => {
  const describeTable = (table: TouchedTable): string =>
    [
      `    ${table.name} (${formatSize(sizes.get(table.name))}): ${table.mode}, held ${formatDuration(held)}`,
      describeWaits(table.mode),
      describeRead(table, sizes.get(table.name)),
    ].join('; ');
  const none = isTransaction
    ? 'no lock on a table of the shop'
    : 'no lock on a whole table; in batches that are committed one by one, writes of the same rows wait';
  const lines = statement.tables.map(describeTable);
  return [`  ${shortenSql(statement.sql)}`, ...(lines.length > 0 ? lines : [`    ${none}`])];
};

const formatMigration = ({ name, isTransaction, statements }: ObservedMigration, sizes: Plan['sizes']): string[] => {
  const durations = statements.map((statement) => sumStatement(statement, sizes));
  const way = isTransaction
    ? `one transaction of ${formatDuration(addDurations(durations))}; it waits ${LOCK_BUDGET_MS} ms at most for its locks, then lets others pass and tries again`
    : 'outside of a transaction; others do not queue behind it while it waits';
  return [
    `${name}: ${way}`,
    ...statements.flatMap((statement, index) =>
      formatStatement(
        statement,
        // A lock is held until its transaction ends.
        addDurations(isTransaction ? durations.slice(index) : durations.slice(index, index + 1)),
        isTransaction,
        sizes,
      ),
    ),
  ];
};

/** Formats a plan for people. */
export const formatPlan = ({ migrations, sizes }: Plan): string =>
  migrations.length === 0
    ? 'No migration is pending.\n'
    : `${migrations.map((migration) => formatMigration(migration, sizes).join('\n')).join('\n\n')}\n`;
