import type { Database } from '../../database/Database';
import { tryWriting } from './healthRepository';

const ANSWER_WITHIN_MS = 1_800;
/** However many ask, the database is tried once in as long. */
const KEPT_MS = 1_000;

const writesInTime = (database: Database): Promise<boolean> => {
  const written = tryWriting(database).then(
    () => true,
    () => false,
  );
  const late = new Promise<boolean>((resolve) => setTimeout(() => resolve(false), ANSWER_WITHIN_MS).unref());
  return Promise.race([written, late]);
};

/** Whether the database can be written to, as it was at most a second ago. */
export const createWriteProbe = (database: Database): (() => Promise<boolean>) => {
  let probe: { readonly answer: Promise<boolean>; readonly until: number } | undefined;
  return () => {
    // Of a steady clock: how old an answer is has nothing to do with the time of day.
    if (!probe || performance.now() >= probe.until) {
      const answer = writesInTime(database);
      probe = { answer, until: Infinity };
      void answer.then(() => (probe = { answer, until: performance.now() + KEPT_MS }));
    }
    return probe.answer;
  };
};
