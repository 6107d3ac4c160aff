import * as Type from '@sinclair/typebox';
import type { Static } from '@sinclair/typebox';

/** Times are counted in steps of so many milliseconds, by the step's number. */
const STEP_MS = 50;
const LONGEST_MS = 20_000;

const Histogram = Type.Record(Type.String({ maxLength: 3, pattern: /^\d{1,3}$/.source }), Type.Integer());
type Histogram = Static<typeof Histogram>;

/** How a release did: visits that met it, how many of them it failed, and its times. */
export const Sums = Type.Object({ visits: Type.Integer(), failures: Type.Integer(), lcp: Histogram, inp: Histogram });
export type Sums = Static<typeof Sums>;

/** What one visit adds. Times in milliseconds. */
export interface Sample {
  readonly first: boolean;
  readonly failed: boolean;
  readonly lcp: number | null;
  readonly inp: number | null;
}

export const NO_SUMS: Sums = { visits: 0, failures: 0, lcp: {}, inp: {} };

const withTime = (histogram: Histogram, milliseconds: number | null): Histogram => {
  if (milliseconds === null) return histogram;
  const step = String(Math.floor(Math.min(Math.max(milliseconds, 0), LONGEST_MS) / STEP_MS));
  return { ...histogram, [step]: (histogram[step] ?? 0) + 1 };
};

export const withSample = (sums: Sums, { first, failed, lcp, inp }: Sample): Sums => ({
  visits: sums.visits + (first ? 1 : 0),
  failures: sums.failures + (failed ? 1 : 0),
  lcp: withTime(sums.lcp, lcp),
  inp: withTime(sums.inp, inp),
});

const addHistograms = (a: Histogram, b: Histogram): Histogram => {
  const sum = { ...a };
  for (const [step, count] of Object.entries(b)) sum[step] = (sum[step] ?? 0) + count;
  return sum;
};

export const addSums = (a: Sums, b: Sums): Sums => ({
  visits: a.visits + b.visits,
  failures: a.failures + b.failures,
  lcp: addHistograms(a.lcp, b.lcp),
  inp: addHistograms(a.inp, b.inp),
});

export const countOf = (histogram: Histogram): number => Object.values(histogram).reduce((sum, count) => sum + count, 0);

/** The time that 75 % of visits stay below, in milliseconds; null without any. What the web's vitals are judged by. */
export const p75 = (histogram: Histogram): number | null => {
  const total = countOf(histogram);
  let seen = 0;
  for (const [step, count] of Object.entries(histogram).sort(([a], [b]) => Number(a) - Number(b))) {
    seen += count;
    if (seen >= total * 0.75) return (Number(step) + 1) * STEP_MS;
  }
  return null;
};

/** Of 100 visits, so many failed; a visit may fail after it was counted, so never more than all. */
export const errorRate = ({ visits, failures }: Sums): number => (visits === 0 ? 0 : Math.min(100, (failures / visits) * 100));
