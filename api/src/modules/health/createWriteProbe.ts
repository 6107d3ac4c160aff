import type { Database } from '../../database/Database';
import { testWrite } from './healthRepository';

const WRITE_TIMEOUT_MS = 1_800;
/** The result is cached for this time, so that frequent checks cause no load. */
const CACHE_LIFETIME_MS = 1_000;

const canWriteInTime = (database: Database): Promise<boolean> => {
  const written = testWrite(database).then(
    () => true,
    () => false,
  );
  const timeout = new Promise<boolean>((resolve) => setTimeout(() => resolve(false), WRITE_TIMEOUT_MS).unref());
  return Promise.race([written, timeout]);
};

/** Creates a check whether the database accepts writes. Its result is at most a second old. */
export const createWriteProbe = (database: Database): (() => Promise<boolean>) => {
  let probe: { readonly answer: Promise<boolean>; readonly until: number } | undefined;
  return () => {
    // A monotonic clock, which changes of the system time do not affect.
    if (!probe || performance.now() >= probe.until) {
      const answer = canWriteInTime(database);
      probe = { answer, until: Infinity };
      void answer.then(() => (probe = { answer, until: performance.now() + CACHE_LIFETIME_MS }));
    }
    return probe.answer;
  };
};
