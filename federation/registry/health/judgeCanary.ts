import { countSamples, errorRate, limitFailuresByNetwork, p75, type Sums } from './sums';

/** How much worse than the live release a canary may be. */
export interface HealthLimits {
  /** Visits of each release that are needed for a judgment. */
  readonly minVisits: number;
  /** Networks (a /48 or an IPv4 /24 each) whose visits must have failed. */
  readonly minNetworks: number;
  /** Allowed difference in failed visits, in percentage points. */
  readonly errorMargin: number;
  /** Allowed difference in LCP, in percent. */
  readonly lcpMargin: number;
}

export const DEFAULT_LIMITS: HealthLimits = { minVisits: 100, minNetworks: 10, errorMargin: 2, lcpMargin: 20 };

/** Smaller differences are not noticeable, whatever the percentage. */
export const MIN_LCP_DIFFERENCE_MS = 100;
/** One-sided 95 % confidence. */
const Z = 1.645;

/**
 * Lower bound of the true error rate in percent, at the confidence of Z (Wilson interval). With few visits it stays
 * low.
 */
export const lowerBoundErrorRate = (sums: Sums): number => {
  const n = sums.visits;
  if (n === 0) return 0;
  const rate = errorRate(sums) / 100;
  const center = rate + (Z * Z) / (2 * n);
  const spread = Z * Math.sqrt((rate * (1 - rate)) / n + (Z * Z) / (4 * n * n));
  return ((center - spread) / (1 + (Z * Z) / n)) * 100;
};

/** Returns why a canary must be removed, as a sentence for the log; undefined if it may stay. */
export const judgeCanary = (
  live: Sums,
  reported: Sums,
  { minVisits, minNetworks, errorMargin, lcpMargin }: HealthLimits,
): string | undefined => {
  const canary = limitFailuresByNetwork(reported, minNetworks);
  if (
    Math.min(live.visits, canary.visits) >= minVisits &&
    lowerBoundErrorRate(canary) > errorRate(live) + errorMargin
  ) {
    return `${errorRate(canary).toFixed(1)} % of ${canary.visits} visits failed, ${errorRate(live).toFixed(1)} % of ${live.visits} with the live release; ${errorMargin} points more are allowed`;
  }
  const [liveLcp, canaryLcp] = [p75(live.lcp), p75(canary.lcp)];
  if (liveLcp === null || canaryLcp === null || Math.min(countSamples(live.lcp), countSamples(canary.lcp)) < minVisits)
    return undefined;
  if (canaryLcp <= liveLcp * (1 + lcpMargin / 100) || canaryLcp - liveLcp < MIN_LCP_DIFFERENCE_MS) return undefined;
  return `its largest content is there after ${canaryLcp} ms (p75), after ${liveLcp} ms with the live release; ${lcpMargin} % more are allowed`;
};
