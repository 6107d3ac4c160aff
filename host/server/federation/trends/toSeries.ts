import {
  addSums,
  errorRate,
  estimateP75,
  NO_SUMS,
  p75Cls,
  type HistoryEntry,
  type Hour,
  type Sums,
} from '@shop/federation/registry';

const HOUR_MS = 3_600_000;

/** How long a period is looked back on, and how many hours one point of it is. */
const PERIODS = { 1: { days: 1, stepHours: 1 }, 7: { days: 7, stepHours: 6 } } as const;
export type Period = (typeof PERIODS)[keyof typeof PERIODS];

/** `?days=7`; anything else is one day. */
export const readPeriod = (days: unknown): Period => (days === '7' ? PERIODS[7] : PERIODS[1]);

export interface Point {
  /** The middle of its step, in milliseconds since 1970. */
  readonly at: number;
  /** Null where nothing was measured. */
  readonly value: number | null;
}

export interface Series {
  readonly name: string;
  readonly visits: number;
  readonly points: Readonly<Record<Measure, readonly Point[]>>;
}

const MEASURES = {
  errors: (sums: Sums) => (sums.visits === 0 ? null : errorRate(sums)),
  lcp: ({ lcp }: Sums) => estimateP75(lcp),
  inp: ({ inp }: Sums) => estimateP75(inp),
  cls: ({ cls }: Sums) => p75Cls(cls),
} as const;
export type Measure = keyof typeof MEASURES;

/** Begins at a whole step, so that points stay where they are when the page is read again. */
export const getPeriodStart = ({ days, stepHours }: Period, now: Date): number => {
  const step = stepHours * HOUR_MS;
  return (Math.floor(now.getTime() / step) + 1) * step - days * 24 * HOUR_MS;
};

const parseRemote = (key: string): string => key.slice(0, key.indexOf('@'));
const parseVersion = (key: string): string => key.slice(key.indexOf('@') + 1);

/** One line for each remote, of all its releases together. */
export const byRemote = (key: string): string => parseRemote(key);
/** One line for each release of a remote. */
export const byRelease =
  (remote: string) =>
  (key: string): string | undefined =>
    parseRemote(key) === remote ? parseVersion(key) : undefined;

/**
 * What hours tell, in steps of the period: one series for each name that `nameOf` gives, those with the most visits
 * first.
 */
export const toSeries = (
  hours: readonly Hour[],
  period: Period,
  now: Date,
  toName: (key: string) => string | undefined,
): Series[] => {
  const step = period.stepHours * HOUR_MS;
  const start = getPeriodStart(period, now);
  const steps = Array.from({ length: (period.days * 24) / period.stepHours }, (_, index) => start + index * step);
  const sumsByName = new Map<string, Map<number, Sums>>();
  for (const { at, releases } of hours) {
    if (at < start) continue;
    const stepAt = start + Math.floor((at - start) / step) * step;
    for (const [key, sums] of Object.entries(releases)) {
      const name = toName(key);
      if (name === undefined) continue;
      const sumsByStep = sumsByName.get(name) ?? new Map<number, Sums>();
      sumsByStep.set(stepAt, addSums(sumsByStep.get(stepAt) ?? NO_SUMS, sums));
      sumsByName.set(name, sumsByStep);
    }
  }
  const toPoints = (sums: ReadonlyMap<number, Sums>, measure: Measure): Point[] =>
    steps.map((at) => ({ at: at + step / 2, value: MEASURES[measure](sums.get(at) ?? NO_SUMS) }));
  return [...sumsByName]
    .map(([name, sums]) => ({
      name,
      visits: [...sums.values()].reduce((total, { visits }) => total + visits, 0),
      points: {
        errors: toPoints(sums, 'errors'),
        lcp: toPoints(sums, 'lcp'),
        inp: toPoints(sums, 'inp'),
        cls: toPoints(sums, 'cls'),
      },
    }))
    .sort((a, b) => b.visits - a.visits || a.name.localeCompare(b.name));
};

/** A change of what is live, to be marked in a plot. */
export interface LiveMark {
  readonly at: number;
  readonly remote: string;
  readonly version: string;
  readonly isRollback: boolean;
}

/** When other releases went live in the period, the oldest first. */
export const listMarks = (history: readonly HistoryEntry[], period: Period, now: Date, remote?: string): LiveMark[] => {
  const start = getPeriodStart(period, now);
  return history.flatMap(({ at, action, changes }) => {
    const changedAtMs = new Date(at).getTime();
    if (changedAtMs < start || changedAtMs > now.getTime()) return [];
    return changes.flatMap((change) =>
      change.channel === 'live' && change.to !== null && (remote === undefined || change.remote === remote)
        ? [{ at: changedAtMs, remote: change.remote, version: change.to, isRollback: action === 'rollback' }]
        : [],
    );
  });
};
