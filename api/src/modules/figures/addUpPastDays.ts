import type { AppContext } from '../../AppContext';
import { addDays } from './addDays';
import { addUpDays, findFiguresState, type FiguresState } from './figuresRepository';

/** For how many days at most: each statement has to end in three seconds, also in a large shop. */
const MAX_RUN = 7;

/** Joins days that follow each other: from the first until before the second. */
const toRuns = (days: readonly string[]): readonly (readonly [string, string])[] => {
  const runs: [string, string][] = [];
  for (const day of days) {
    const last = runs.at(-1);
    if (last?.[1] === day && last[1] < addDays(last[0], MAX_RUN)) last[1] = addDays(day, 1);
    else runs.push([day, addDays(day, 1)]);
  }
  return runs;
};

/** Adds up what is missing of the last days, and what has changed of any day before. Returns the state before that. */
export const addUpPastDays = async (
  { database, clock }: Pick<AppContext, 'database' | 'clock'>,
  days: number,
  signal?: AbortSignal,
): Promise<FiguresState> => {
  const state = await findFiguresState(database, clock.now(), days);
  for (const [from, until] of toRuns(state.stale)) {
    if (signal?.aborted) break;
    await addUpDays(database, from, until);
  }
  return state;
};
