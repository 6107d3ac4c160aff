import crypto from 'node:crypto';
import * as Type from '@sinclair/typebox';
import type { Static } from '@sinclair/typebox';

/** Width of a histogram step in milliseconds. */
const STEP_MS = 50;
const MAX_TIME_MS = 20_000;

const Histogram = Type.Record(Type.String({ maxLength: 3, pattern: /^\d{1,3}$/.source }), Type.Integer());
type Histogram = Static<typeof Histogram>;

/** Layout shift is counted in steps of 0.01; both thresholds of the metric (0.1 and 0.25) are edges of a step. */
const CLS_STEP = 0.01;
const MAX_CLS = 1;

/**
 * Counts of a release: visits, failed visits, and histograms of LCP, INP and layout shift. Older hosts count neither
 * layout shift nor failures by network.
 */
export const Sums = Type.Object({
  visits: Type.Integer(),
  failures: Type.Integer(),
  /** By digits of the network's hash: enough to tell networks apart, too few to recognize one. */
  failuresByNetwork: Type.Optional(Type.Record(Type.String(), Type.Integer())),
  lcp: Histogram,
  inp: Histogram,
  cls: Type.Optional(Histogram),
});
export type Sums = Static<typeof Sums>;

/** What one visit adds to the counts. Times are in milliseconds. */
export interface Sample {
  readonly first: boolean;
  readonly failed: boolean;
  readonly lcp: number | null;
  readonly inp: number | null;
  /** Cumulative layout shift, without a unit. */
  readonly cls?: number;
  /** The widest network of the visitor's address, for example "2001:db8:1::/48". */
  readonly network?: string | undefined;
}

export const NO_SUMS: Sums = { visits: 0, failures: 0, lcp: {}, inp: {} };

type Counts = Readonly<Record<string, number>>;

const addCounts = (a: Counts, b: Counts): Record<string, number> => {
  const sum = { ...a };
  for (const [key, count] of Object.entries(b)) sum[key] = (sum[key] ?? 0) + count;
  return sum;
};

const addToStep = (histogram: Histogram, step: number): Histogram => addCounts(histogram, { [step]: 1 });

const addTime = (histogram: Histogram, milliseconds: number | null): Histogram =>
  milliseconds === null
    ? histogram
    : addToStep(histogram, Math.floor(Math.min(Math.max(milliseconds, 0), MAX_TIME_MS) / STEP_MS));

const addShift = (histogram: Histogram, cls: number): Histogram =>
  // 0.29 / 0.01 is 28.999… in floating point.
  addToStep(histogram, Math.floor(Math.round((Math.min(Math.max(cls, 0), MAX_CLS) / CLS_STEP) * 1e6) / 1e6));

const NETWORK_DIGITS = 4;
const hashNetwork = (network: string): string =>
  crypto.createHash('sha256').update(network).digest('hex').slice(0, NETWORK_DIGITS);

export const addSample = (sums: Sums, { first, failed, lcp, inp, cls, network }: Sample): Sums => ({
  ...sums,
  visits: sums.visits + (first ? 1 : 0),
  failures: sums.failures + (failed ? 1 : 0),
  ...(failed && network !== undefined
    ? { failuresByNetwork: addCounts(sums.failuresByNetwork ?? {}, { [hashNetwork(network)]: 1 }) }
    : {}),
  lcp: addTime(sums.lcp, lcp),
  inp: addTime(sums.inp, inp),
  ...(cls === undefined ? {} : { cls: addShift(sums.cls ?? {}, cls) }),
});

export const addSums = (a: Sums, b: Sums): Sums => ({
  visits: a.visits + b.visits,
  failures: a.failures + b.failures,
  ...(a.failuresByNetwork || b.failuresByNetwork
    ? { failuresByNetwork: addCounts(a.failuresByNetwork ?? {}, b.failuresByNetwork ?? {}) }
    : {}),
  lcp: addCounts(a.lcp, b.lcp),
  inp: addCounts(a.inp, b.inp),
  ...(a.cls || b.cls ? { cls: addCounts(a.cls ?? {}, b.cls ?? {}) } : {}),
});

/**
 * Limits the failures of each network to its share of all that are left, which is a tenth if ten networks are needed
 * (decision 0052). Those of older hosts have no network.
 */
export const limitFailuresByNetwork = (sums: Sums, minNetworks: number): Sums => {
  const counts = Object.values(sums.failuresByNetwork ?? {});
  const unknown = sums.failures - counts.reduce((sum, count) => sum + count, 0);
  const countFailures = (most: number): number =>
    counts.reduce((sum, count) => sum + Math.min(count, most), Math.max(0, unknown));
  let most = Math.max(0, ...counts);
  while (most * minNetworks > countFailures(most)) most -= 1;
  return { ...sums, failures: countFailures(most) };
};

export const countSamples = (histogram: Histogram): number =>
  Object.values(histogram).reduce((sum, count) => sum + count, 0);

/** Returns the step of the 75th percentile; null if there are no samples. */
const p75Step = (histogram: Histogram): number | null => {
  const total = countSamples(histogram);
  let seen = 0;
  for (const [step, count] of Object.entries(histogram).sort(([a], [b]) => Number(a) - Number(b))) {
    seen += count;
    if (seen >= total * 0.75) return Number(step);
  }
  return null;
};

/** Returns the 75th percentile in milliseconds, by which web vitals are judged; null if there are no samples. */
export const p75 = (histogram: Histogram): number | null => {
  const step = p75Step(histogram);
  return step === null ? null : (step + 1) * STEP_MS;
};

/**
 * Returns the 75th percentile of layout shift; null if there are no samples. Most visits have none, which is returned
 * as 0 rather than as the first step.
 */
export const p75Cls = (histogram: Histogram | undefined): number | null => {
  const step = p75Step(histogram ?? {});
  return step === null || step === 0 ? step : Math.round((step + 1) * CLS_STEP * 100) / 100;
};

/**
 * Returns the percentage of failed visits. A failure may be reported after its visit was counted, so the result is
 * capped at 100.
 */
export const errorRate = ({ visits, failures }: Sums): number =>
  visits === 0 ? 0 : Math.min(100, (failures / visits) * 100);
