import type { Database, Queryable } from './Database';

class Rehearsed extends Error {
  constructor(readonly result: unknown) {
    super('Rolled back, as it was only a rehearsal');
  }
}

/** Does a change in a transaction. With `isRehearsal`, returns what it would, and takes it back. */
export const changeInTransaction = async <Result>(
  { database }: { readonly database: Database },
  isRehearsal: boolean,
  change: (connection: Queryable) => Promise<Result>,
): Promise<Result> => {
  try {
    return await database.transaction(async (connection) => {
      const result = await change(connection);
      if (isRehearsal) throw new Rehearsed(result);
      return result;
    });
  } catch (error) {
    if (error instanceof Rehearsed) return error.result as Result; // of `change` above
    throw error;
  }
};
