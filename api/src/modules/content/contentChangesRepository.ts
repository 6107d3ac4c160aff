import type { Database, Readable } from '../../database/Database';

/** Returns another text after each change of what pages show, once it is committed, in whatever order. */
export const findContentVersion = async (database: Readable): Promise<string> => {
  const { rows } = await database.query<{ version: string }>({
    name: 'content-version',
    text: "SELECT count(*) || '-' || coalesce(max(id), 0) AS version FROM content_changes",
    values: [],
  });
  return rows[0]?.version ?? '';
};

export const deleteOldContentChanges = async (database: Database, before: Date): Promise<void> => {
  await database.query('DELETE FROM content_changes WHERE at < $1', [before]);
};
