import {
  addSums,
  errorRate,
  estimateP75,
  NO_SUMS,
  p75Cls,
  type HistoryEntry,
  type Hour,
  type Sums,
} from '@shop/registry';

const HOUR_MS = 3_600_000;

/** Days in a period, and hours in one of its points. */
const PERIODS = { 1: { days: 1, stepHours: 1 }, 7: { days: 7, stepHours: 6 } } as const;
export type Period = (typeof PERIODS)[keyof typeof PERIODS];

/** Parses `?days=7`; anything else means one day. */
export const readPeriod = (days: unknown): Period => (days === '7' ? PERIODS[7] : PERIODS[1]);

export interface Point {
  /** Middle of the step, in epoch milliseconds. */
  readonly at: number;
  /** Null if nothing was measured. */
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

/** Returns the start of the period, aligned to whole steps so that points do not move between page loads. */
export const getPeriodStart = ({ days, stepHours }: Period, now: Date): number => {
  const step = stepHours * HOUR_MS;
  return (Math.floor(now.getTime() / step) + 1) * step - days * 24 * HOUR_MS;
};

const parseRemote = (key: string): string => key.slice(0, key.indexOf('@'));
const parseVersion = (key: string): string => key.slice(key.indexOf('@') + 1);

/** Groups all releases of a remote into one line. */
export const byRemote = (key: string): string => parseRemote(key);
/** Gives each release of the remote its own line. */
export const byRelease =
  (remote: string) =>
  (key: string): string | undefined =>
    parseRemote(key) === remote ? parseVersion(key) : undefined;

/** Aggregates hours into steps of the period: one series for each name that `toName` returns, most visits first. */
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

/** A go-live or rollback to mark in a plot. */
export interface LiveMark {
  readonly at: number;
  readonly remote: string;
  readonly version: string;
  readonly isRollback: boolean;
}

/** Lists go-lives and rollbacks in the period, oldest first. */
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
