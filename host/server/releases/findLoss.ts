import { MAX_HISTORY_ENTRIES, type CompositionFile } from '@shop/registry';

type Known = Pick<CompositionFile, 'live' | 'history'>;

/**
 * Returns what a composition has lost since the one before, as a sentence, if it cannot have come from changes: its
 * registry was emptied, made anew, or restored from a backup. Undefined if nothing is lost.
 */
export const findLoss = (before: Known, after: Known): string | undefined => {
  const latest = before.history.at(-1);
  // A full history may have dropped it.
  const isContinued =
    latest === undefined ||
    after.history.length >= MAX_HISTORY_ENTRIES ||
    after.history.some(({ id }) => id === latest.id);
  if (!isContinued) return `the composition has lost its history since ${latest.at}`;
  const changes = after.history.flatMap((entry) => entry.changes);
  const wasRetired = (remote: string): boolean =>
    changes.findLast((change) => change.remote === remote && change.channel === 'live')?.to === null;
  const lost = Object.keys(before.live).filter((remote) => !(remote in after.live) && !wasRetired(remote));
  return lost.length === 0 ? undefined : `the composition has lost ${lost.join(', ')}`;
};
