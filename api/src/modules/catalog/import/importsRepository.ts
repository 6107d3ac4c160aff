import type { ImportChange, ImportGroup, ImportRow, ImportState, StaffImportProblem } from '@shop/contracts';
import type { Actor } from '../../../audit/Actor';
import type { Queryable } from '../../../database/Database';
import type { ImportOptions } from './planImport';
import type { UndoRecord } from './planUndo';

export interface ImportTotals {
  readonly created: number;
  readonly changed: number;
  readonly unchanged: number;
}

export interface NewImport {
  readonly at: Date;
  readonly actor: Actor;
  readonly fileName: string;
  readonly totals: ImportTotals;
  readonly before: UndoRecord;
}

/** A value of jsonb has room for 256 MB. */
const MAX_BEFORE_CHARACTERS = 60_000_000;

/** One that has changed too much cannot be undone. */
const serializeBefore = (before: UndoRecord): string | null => {
  const record = JSON.stringify(before);
  return record.length > MAX_BEFORE_CHARACTERS ? null : record;
};

/** Keeps an import, and returns its id. */
export const insertImport = async (
  connection: Queryable,
  { at, actor, fileName, totals, before }: NewImport,
): Promise<number> => {
  const { rows } = await connection.query<{ id: number }>(
    `INSERT INTO imports (at, actor, file_name, state, totals, before) VALUES ($1, $2, $3, 'applied', $4, $5) RETURNING id`,
    [at, JSON.stringify(actor), fileName, JSON.stringify(totals), serializeBefore(before)],
  );
  return rows[0]?.id ?? 0;
};

export interface StoredImport {
  readonly id: number;
  readonly at: Date;
  readonly fileName: string;
  readonly state: ImportState;
  readonly totals: ImportTotals;
  readonly before: UndoRecord | null;
}

/** Finds an import, which nobody else undoes until the transaction ends. */
export const lockStoredImport = async (connection: Queryable, id: number): Promise<StoredImport | undefined> => {
  const { rows } = await connection.query<StoredImport>(
    'SELECT id, at, file_name AS "fileName", state, totals, before FROM imports WHERE id = $1 FOR UPDATE',
    [id],
  );
  return rows[0];
};

export const markUndone = async (connection: Queryable, id: number, actor: Actor, now: Date): Promise<void> => {
  await connection.query(
    `UPDATE imports SET state = 'undone', undone_at = $2, undone_by = $3, before = NULL, error = '' WHERE id = $1`,
    [id, now, JSON.stringify(actor)],
  );
};

// --- Files, plans, and what is to be done with them

interface NewFile {
  readonly at: Date;
  readonly actor: Actor;
  readonly fileName: string;
  readonly options: ImportOptions;
}

/** Adds an import that waits to be planned; its file is added in the same transaction. */
export const insertWaiting = async (
  connection: Queryable,
  { at, actor, fileName, options }: NewFile,
): Promise<number> => {
  const { rows } = await connection.query<{ id: number }>(
    `INSERT INTO imports (at, actor, file_name, state, totals, options, next_attempt_at)
     VALUES ($1, $2, $3, 'waiting', '{"created":0,"changed":0,"unchanged":0}', $4, $1) RETURNING id`,
    [at, JSON.stringify(actor), fileName, JSON.stringify(options)],
  );
  return rows[0]?.id ?? 0;
};

export const insertFilePart = async (
  connection: Queryable,
  id: number,
  position: number,
  content: Uint8Array,
): Promise<void> => {
  await connection.query('INSERT INTO import_files (import_id, position, content) VALUES ($1, $2, $3)', [
    id,
    position,
    content,
  ]);
};

/** Yields a file part by part. */
export async function* readImportFile(connection: Queryable, id: number): AsyncGenerator<Buffer> {
  for (let position = 0; ; position += 1) {
    const { rows } = await connection.query<{ content: Buffer }>(
      'SELECT content FROM import_files WHERE import_id = $1 AND position = $2',
      [id, position],
    );
    if (!rows[0]) return;
    yield rows[0].content;
  }
}

/** How many files are not applied. */
export const countFiles = async (connection: Queryable): Promise<number> =>
  (
    await connection.query<{ count: number }>(
      'SELECT count(DISTINCT import_id)::int AS count FROM import_files WHERE position = 0',
    )
  ).rows[0]?.count ?? 0;

/** What a plan says besides its changes: `imports.plan`. */
export interface StoredPlan {
  readonly hash: string;
  readonly format: string | null;
  readonly isOther: boolean;
  readonly problems: readonly StaffImportProblem[];
  readonly problemCount: number;
  readonly notices: readonly StaffImportProblem[];
  readonly noticeCount: number;
  readonly newCategories: readonly ImportGroup[];
  readonly newBrands: readonly ImportGroup[];
  readonly pages: number;
}

const ROW_JSON = `'id', id, 'file', file_name, 'state', state, 'by', actor ->> 'name', 'totals', totals,
  'at', to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
  'can_undo', state = 'applied' AND before IS NOT NULL, 'undone_by', CASE WHEN state = 'undone' THEN undone_by ->> 'name' END`;

/** The last imports. */
export const findImports = async (connection: Queryable, limit: number): Promise<ImportRow[]> =>
  (
    await connection.query<{ row: ImportRow }>(
      `SELECT json_build_object(${ROW_JSON}) AS row FROM imports ORDER BY id DESC LIMIT $1`,
      [limit],
    )
  ).rows.map(({ row }) => row);

export interface FoundImport extends ImportRow {
  readonly options: ImportOptions;
  readonly done: number;
  readonly total: number;
  readonly plan: StoredPlan | null;
  readonly error: string;
}

export const findImport = async (connection: Queryable, id: number): Promise<FoundImport | undefined> =>
  (
    await connection.query<{ row: FoundImport }>(
      `SELECT json_build_object(${ROW_JSON}, 'options', options, 'done', done, 'total', total, 'plan', plan, 'error', error) AS row
       FROM imports WHERE id = $1`,
      [id],
    )
  ).rows[0]?.row;

export const findChanges = async (connection: Queryable, id: number, page: number): Promise<ImportChange[]> =>
  (
    await connection.query<{ changes: ImportChange[] }>(
      'SELECT changes FROM import_pages WHERE import_id = $1 AND page = $2',
      [id, page],
    )
  ).rows[0]?.changes ?? [];

/** Work that waits, or is being done under a lease. */
const DUE_STATES = "('waiting', 'planning', 'applying', 'undoing')";
/** With a file, which nobody applies at this moment. */
const PLANNABLE_STATES = "('waiting', 'planning', 'planned', 'refused', 'failed')";
const BEGIN = "attempts = 0, done = 0, total = 0, error = ''";

/** Has a file planned again. Returns false if it is gone, or being applied. */
export const planAgain = async (
  connection: Queryable,
  id: number,
  options: ImportOptions,
  now: Date,
): Promise<boolean> => {
  const { rowCount } = await connection.query(
    `UPDATE imports SET state = 'waiting', options = $2, revision = revision + 1, next_attempt_at = $3, ${BEGIN}
     WHERE id = $1 AND state IN ${PLANNABLE_STATES}`,
    [id, JSON.stringify(options), now],
  );
  return rowCount === 1;
};

/** Has a plan applied. Returns false unless it is the one with this hash, and nobody else applies it. */
export const beginApplying = async (
  connection: Queryable,
  id: number,
  { hash, actor, now }: { readonly hash: string; readonly actor: Actor; readonly now: Date },
): Promise<boolean> => {
  const { rowCount } = await connection.query(
    `UPDATE imports SET state = 'applying', actor = $3, next_attempt_at = $4, ${BEGIN}
     WHERE id = $1 AND state = 'planned' AND plan ->> 'hash' = $2`,
    [id, hash, JSON.stringify(actor), now],
  );
  return rowCount === 1;
};

/** Has an import undone. Returns false unless it can be. */
export const beginUndoing = async (connection: Queryable, id: number, actor: Actor, now: Date): Promise<boolean> => {
  const { rowCount } = await connection.query(
    `UPDATE imports SET state = 'undoing', undone_by = $2, next_attempt_at = $3, ${BEGIN}
     WHERE id = $1 AND state = 'applied' AND before IS NOT NULL`,
    [id, JSON.stringify(actor), now],
  );
  return rowCount === 1;
};

/** Returns the name of the file that is no more; undefined if there is none that can be thrown away. */
export const deleteImport = async (connection: Queryable, id: number): Promise<string | undefined> =>
  (
    await connection.query<{ name: string }>(
      `DELETE FROM imports WHERE id = $1 AND state IN ${PLANNABLE_STATES} RETURNING file_name AS name`,
      [id],
    )
  ).rows[0]?.name;

export interface DueImport {
  readonly id: number;
  readonly state: 'planning' | 'applying' | 'undoing';
  readonly revision: number;
  readonly attempts: number;
  readonly options: ImportOptions;
  readonly fileName: string;
  /** Who has it applied. */
  readonly actor: Actor;
  readonly undoneBy: Actor | null;
  /** Of the plan that was shown. */
  readonly hash: string | null;
}

/** Leases the import that waits the longest until `leaseUntil`, when other processes take it over. */
export const leaseDueImport = async (
  connection: Queryable,
  now: Date,
  leaseUntil: Date,
): Promise<DueImport | undefined> =>
  (
    await connection.query<DueImport>(
      `UPDATE imports SET attempts = attempts + 1, next_attempt_at = $2, done = 0, total = 0,
         state = CASE state WHEN 'waiting' THEN 'planning' ELSE state END
       WHERE id = (SELECT id FROM imports WHERE state IN ${DUE_STATES} AND next_attempt_at <= $1
         ORDER BY next_attempt_at, id LIMIT 1 FOR UPDATE SKIP LOCKED)
       RETURNING id, state, revision, attempts, options, file_name AS "fileName", actor, undone_by AS "undoneBy", plan ->> 'hash' AS hash`,
      [now, leaseUntil],
    )
  ).rows[0];

/** Whether something is to be done. */
export const hasDueImport = async (connection: Queryable, now: Date): Promise<boolean> => {
  const { rowCount } = await connection.query(
    `SELECT FROM imports WHERE state IN ${DUE_STATES} AND next_attempt_at <= $1 LIMIT 1`,
    [now],
  );
  return rowCount === 1;
};

type Leased = Pick<DueImport, 'id' | 'state' | 'revision'>;
const LEASED = 'id = $1 AND state = $2 AND revision = $3';

export const prolongImportLease = async (
  connection: Queryable,
  { id, state, revision }: Leased,
  leaseUntil: Date,
): Promise<void> => {
  await connection.query(`UPDATE imports SET next_attempt_at = $4 WHERE ${LEASED}`, [id, state, revision, leaseUntil]);
};

export const saveProgress = async (
  connection: Queryable,
  { id, state, revision }: Leased,
  done: number,
  total: number,
): Promise<void> => {
  await connection.query(`UPDATE imports SET done = $4, total = $5 WHERE ${LEASED}`, [
    id,
    state,
    revision,
    done,
    total,
  ]);
};

/** Puts work off until then. `isAttempt` counts how often it did not end. */
export const postponeImport = async (
  connection: Queryable,
  { id, state, revision }: Leased,
  { reason, until, isAttempt }: { readonly reason: string; readonly until: Date; readonly isAttempt: boolean },
): Promise<void> => {
  await connection.query(
    `UPDATE imports SET error = $4, next_attempt_at = $5, attempts = CASE WHEN $6 THEN attempts ELSE 0 END WHERE ${LEASED}`,
    [id, state, revision, reason, until, isAttempt],
  );
};

/** Ends work that was not possible. What was applied stays so. */
export const failImport = async (
  connection: Queryable,
  { id, state, revision }: Leased,
  reason: string,
): Promise<void> => {
  await connection.query(
    `UPDATE imports SET error = $4, state = CASE state WHEN 'undoing' THEN 'applied' ELSE 'failed' END WHERE ${LEASED}`,
    [id, state, revision, reason],
  );
};

/** Returns whether work is still to be done, which it is then until the transaction ends. */
export const lockLeased = async (connection: Queryable, { id, state, revision }: Leased): Promise<boolean> => {
  const { rowCount } = await connection.query(`SELECT FROM imports WHERE ${LEASED} FOR UPDATE`, [id, state, revision]);
  return rowCount === 1;
};

export const deletePages = async (connection: Queryable, id: number): Promise<void> => {
  await connection.query('DELETE FROM import_pages WHERE import_id = $1', [id]);
};

export const insertPages = async (
  connection: Queryable,
  id: number,
  firstPage: number,
  pages: readonly (readonly ImportChange[])[],
): Promise<void> => {
  await connection.query(
    `INSERT INTO import_pages (import_id, page, changes)
     SELECT $1, $2 + position - 1, changes FROM jsonb_array_elements($3::jsonb) WITH ORDINALITY AS page(changes, position)`,
    [id, firstPage, JSON.stringify(pages)],
  );
};

/** Ends planning: with a plan that can be applied, or is refused for its problems. */
export const endPlanning = async (
  connection: Queryable,
  id: number,
  plan: StoredPlan,
  totals: ImportTotals,
): Promise<void> => {
  await connection.query(`UPDATE imports SET state = $2, plan = $3, totals = $4, error = '' WHERE id = $1`, [
    id,
    plan.problemCount > 0 ? 'refused' : 'planned',
    JSON.stringify(plan),
    JSON.stringify(totals),
  ]);
};

/**
 * Keeps what an import has changed, with which it is applied; its file and its plan are no longer needed. Returns false
 * if that is no longer to be done.
 */
export const endApplying = async (
  connection: Queryable,
  { id, state, revision }: Leased,
  { at, totals, before }: NewImport,
): Promise<boolean> => {
  const { rowCount } = await connection.query(
    `UPDATE imports SET state = 'applied', at = $4, totals = $5, before = $6, error = '', plan = NULL WHERE ${LEASED}`,
    [id, state, revision, at, JSON.stringify(totals), serializeBefore(before)],
  );
  await connection.query('DELETE FROM import_files WHERE import_id = $1', [id]);
  await deletePages(connection, id);
  return rowCount === 1;
};

/** Deletes files that nobody has applied, with their plans. */
export const deleteOldFiles = async (connection: Queryable, before: Date): Promise<void> => {
  await connection.query(`DELETE FROM imports WHERE state IN ${PLANNABLE_STATES} AND at < $1`, [before]);
};

/** Forgets what old imports have changed: they can no longer be undone. */
export const forgetOldImports = async (connection: Queryable, before: Date): Promise<void> => {
  await connection.query('UPDATE imports SET before = NULL WHERE before IS NOT NULL AND at < $1', [before]);
};
