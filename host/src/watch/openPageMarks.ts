import { isRemoteId, type RemoteId } from '@shop/runtime/remotes';
import { readStored, writeStored } from '../persistence/browserStorage';

export const MARKS_KEY = 'shop.openPages';
/** A visible page renews its mark every few seconds. */
const STALE_MS = 30_000;
/** An older mark is more likely from a computer that slept. */
const FORGOTTEN_MS = 3_600_000;

export interface PageRelease {
  readonly remote: RemoteId;
  readonly release: string;
}

/** What an open page leaves, so that the next one can tell if it froze or crashed. */
interface Mark extends PageRelease {
  /** `Date.now()` of the last sign of life. */
  readonly at: number;
}

const isMark = (value: unknown): value is Mark =>
  typeof value === 'object' &&
  value !== null &&
  'remote' in value &&
  typeof value.remote === 'string' &&
  isRemoteId(value.remote) &&
  'release' in value &&
  typeof value.release === 'string' &&
  'at' in value &&
  typeof value.at === 'number';

const parseMarks = (text: string | null): [string, Mark][] => {
  try {
    const marks: unknown = JSON.parse(text ?? '{}');
    return Object.entries(marks ?? {}).filter((entry): entry is [string, Mark] => isMark(entry[1]));
  } catch {
    return [];
  }
};

/** Marks of the pages that are open and visible in this browser. */
export const createPageMarks = () => {
  const id = crypto.randomUUID();
  let renewedAt: number | undefined;
  const write = (others: readonly [string, Mark][], own?: Mark): void =>
    void writeStored(MARKS_KEY, Object.fromEntries(own ? [...others, [id, own]] : others));
  const readOthers = (): [string, Mark][] => parseMarks(readStored(MARKS_KEY)).filter(([key]) => key !== id);

  return {
    /** Renews this page's mark. Returns the releases of pages that gave no sign of life, each once. */
    renew(own: PageRelease | undefined): PageRelease[] {
      const now = Date.now();
      // After a pause of this page, such as of the whole computer, the others have not had time to renew theirs.
      const hasPaused = renewedAt !== undefined && now - renewedAt > STALE_MS / 2;
      renewedAt = now;
      const others = readOthers();
      const alive = others.filter(([, { at }]) => hasPaused || now - at <= STALE_MS);
      write(alive, own && { ...own, at: now });
      return others
        .filter((one) => !alive.includes(one) && now - one[1].at <= FORGOTTEN_MS)
        .map(([, { remote, release }]) => ({ remote, release }));
    },
    /** Removes this page's mark, when it is left or hidden. */
    remove(): void {
      const marks = parseMarks(readStored(MARKS_KEY));
      if (marks.some(([key]) => key === id)) write(readOthers());
    },
  };
};
