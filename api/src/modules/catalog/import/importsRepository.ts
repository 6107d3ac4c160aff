import type { Actor } from '../../../audit/Actor';
import type { Queryable } from '../../../database/Database';
import type { UndoRecord } from './planUndo';

interface ImportTotals {
  readonly created: number;
  readonly changed: number;
  readonly unchanged: number;
}

interface NewImport {
  readonly at: Date;
  readonly actor: Actor;
  readonly fileName: string;
  readonly totals: ImportTotals;
  readonly before: UndoRecord;
}

/** A value of jsonb has room for 256 MB. */
const MAX_BEFORE_CHARACTERS = 60_000_000;

/** Keeps an import, and returns its id. One that has changed too much cannot be undone. */
export const insertImport = async (
  connection: Queryable,
  { at, actor, fileName, totals, before }: NewImport,
): Promise<number> => {
  const record = JSON.stringify(before);
  const { rows } = await connection.query<{ id: number }>(
    `INSERT INTO imports (at, actor, file_name, state, totals, before) VALUES ($1, $2, $3, 'applied', $4, $5) RETURNING id`,
    [
      at,
      JSON.stringify(actor),
      fileName,
      JSON.stringify(totals),
      record.length > MAX_BEFORE_CHARACTERS ? null : record,
    ],
  );
  return rows[0]?.id ?? 0;
};

export interface StoredImport {
  readonly id: number;
  readonly at: Date;
  readonly fileName: string;
  readonly state: 'applied' | 'undone';
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

export const markUndone = async (connection: Queryable, id: number, now: Date): Promise<void> => {
  await connection.query(`UPDATE imports SET state = 'undone', undone_at = $2, before = NULL WHERE id = $1`, [id, now]);
};
