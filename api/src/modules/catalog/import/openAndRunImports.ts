import { openForJob, type DatabaseLocation } from '../../../database/openDatabase';
import { runDueImports } from './runDueImports';

/** Of a statement. Nobody waits for it. */
const QUERY_TIMEOUT_MS = 60_000;

/** Plans, applies and undoes what waits, with connections of its own: what a thread calls. */
export const openAndRunImports = async (location: Omit<DatabaseLocation, 'dataDirectory'>): Promise<void> => {
  const database = await openForJob({ ...location, dataDirectory: '' }, QUERY_TIMEOUT_MS);
  try {
    await runDueImports({ database, clock: { now: () => new Date() } });
  } finally {
    await database.close();
  }
};
