import { MIN_LCP_DIFFERENCE_MS, lowerBoundErrorRate, type HealthLimits } from './judgeCanary';
import { countSamples, errorRate, limitFailuresByNetwork, p75, type Sums } from './sums';

/** Assumed failures per 100 visits of the previous release, if it has too few visits. */
const ASSUMED_ERROR_RATE = 5;
/** A release with a higher error rate than this (in percent) is judged by a fifth of the visits. */
const BROKEN_RATE = 50;
const BROKEN_SHARE = 1 / 5;
/** Visits that come faster than people do prove nothing: this share of the hour before takes three minutes. */
const MIN_SHARE_OF_HOUR = 1 / 20;
/** A tenth of the visits is enough to show that another remote fails more than before, too. */
const OTHERS_MIN_SHARE = 1 / 10;

/** Health of another remote's release before and since the judged release was promoted. */
export interface OtherRemoteHealth {
  readonly before: Sums;
  readonly since: Sums;
}

interface ReleaseComparison {
  readonly release: Sums;
  /** Release to compare with. */
  readonly earlier: Sums;
  /** How messages name it: "the release before (1.4.0)". */
  readonly earlierName: string;
  /** Visits of the hour before; 0 if both releases are compared in the same period. */
  readonly visitsOfHourBefore: number;
  /** Live releases of other remotes, which did not change. */
  readonly others: readonly OtherRemoteHealth[];
}

/** Returns the significant rise in another remote's error rate, in percentage points. */
const getErrorRise = (other: OtherRemoteHealth, { minVisits, minNetworks, errorMargin }: HealthLimits): number => {
  const { before } = other;
  const since = limitFailuresByNetwork(other.since, minNetworks);
  const isKnown = Math.min(before.visits, since.visits) >= minVisits * OTHERS_MIN_SHARE;
  return isKnown && lowerBoundErrorRate(since) > errorRate(before) + errorMargin
    ? errorRate(since) - errorRate(before)
    : 0;
};

const judgeErrors = (
  { release: reported, earlier, earlierName, others }: ReleaseComparison,
  limits: HealthLimits,
): string | undefined => {
  const { minVisits, minNetworks, errorMargin } = limits;
  const release = limitFailuresByNetwork(reported, minNetworks);
  const isKnown = earlier.visits >= minVisits;
  // Failures that affect all remotes, such as those of the API or the network, are not caused by this release.
  const rise = Math.max(0, ...others.map((other) => getErrorRise(other, limits)));
  const allowed = (isKnown ? errorRate(earlier) : ASSUMED_ERROR_RATE) + errorMargin + rise;
  const lowerBound = lowerBoundErrorRate(release);
  const isBroken = release.visits >= minVisits * BROKEN_SHARE && lowerBound > BROKEN_RATE + rise;
  if (lowerBound <= allowed || (release.visits < minVisits && !isBroken)) return undefined;
  const compared = isKnown
    ? `${errorRate(earlier).toFixed(1)} % of ${earlier.visits} with ${earlierName}; ${errorMargin} points more are allowed`
    : `${earlierName} had ${earlier.visits}, too few to compare with; ${ASSUMED_ERROR_RATE + errorMargin} % are allowed then`;
  const besides = rise > 0 ? `; other remotes failed up to ${rise.toFixed(1)} points more than before` : '';
  return `${errorRate(release).toFixed(1)} % of ${release.visits} visits failed, ${compared}${besides}`;
};

/** Returns the factor by which another remote's LCP has grown; 1 if it has not, or is unknown. */
const getLcpDelayFactor = ({ before, since }: OtherRemoteHealth, { minVisits }: HealthLimits): number => {
  const [was, is] = [p75(before.lcp), p75(since.lcp)];
  const isKnown = Math.min(countSamples(before.lcp), countSamples(since.lcp)) >= minVisits * OTHERS_MIN_SHARE;
  return isKnown && was !== null && is !== null ? is / was : 1;
};

const judgeTimes = (
  { release, earlier, earlierName, others }: ReleaseComparison,
  limits: HealthLimits,
): string | undefined => {
  const { minVisits, lcpMargin } = limits;
  const [was, is] = [p75(earlier.lcp), p75(release.lcp)];
  if (was === null || is === null || Math.min(countSamples(earlier.lcp), countSamples(release.lcp)) < minVisits)
    return undefined;
  const delay = Math.max(1, ...others.map((other) => getLcpDelayFactor(other, limits)));
  if (is <= was * delay * (1 + lcpMargin / 100) || is - was * delay < MIN_LCP_DIFFERENCE_MS) return undefined;
  return `its largest content is there after ${is} ms (p75), after ${was} ms with ${earlierName}; ${lcpMargin} % more are allowed`;
};

/** Returns why a release must be rolled back, as a sentence for its team; undefined if it may stay. */
export const judgeRelease = (judged: ReleaseComparison, limits: HealthLimits): string | undefined =>
  judged.release.visits < judged.visitsOfHourBefore * MIN_SHARE_OF_HOUR
    ? undefined
    : (judgeErrors(judged, limits) ?? judgeTimes(judged, limits));
