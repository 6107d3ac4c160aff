import { MIN_LCP_DIFFERENCE_MS, lowerBoundErrorRate, type HealthLimits } from './judgeCanary';
import { countSamples, errorRate, p75, type Sums } from './sums';

/** Of 100 visits so many are taken to have failed before, where too few are known of the release before. */
const ASSUMED_ERROR_RATE = 5;
/** A release of which more than so many visits in 100 fail is judged by a fifth of the visits. */
const BROKEN_RATE = 50;
const BROKEN_SHARE = 1 / 5;
/** Of another remote a tenth of the visits tells that it, too, fails more than before. */
const OTHERS_MIN_SHARE = 1 / 10;

/** How a release that others are compared with did before the judged one was live, and since. */
export interface OtherRemoteHealth {
  readonly before: Sums;
  readonly since: Sums;
}

interface ReleaseComparison {
  readonly release: Sums;
  /** The release that is compared with. */
  readonly earlier: Sums;
  /** Its name in the sentence: "the release before (1.4.0)". */
  readonly earlierName: string;
  /** The live releases of other remotes, which stayed the same. */
  readonly others: readonly OtherRemoteHealth[];
}

/** By how many points the failures of another remote rose, where that is more than chance. */
const getErrorRise = ({ before, since }: OtherRemoteHealth, { minVisits, errorMargin }: HealthLimits): number => {
  const isKnown = Math.min(before.visits, since.visits) >= minVisits * OTHERS_MIN_SHARE;
  return isKnown && lowerBoundErrorRate(since) > errorRate(before) + errorMargin
    ? errorRate(since) - errorRate(before)
    : 0;
};

const judgeErrors = (
  { release, earlier, earlierName, others }: ReleaseComparison,
  limits: HealthLimits,
): string | undefined => {
  const { minVisits, errorMargin } = limits;
  const isKnown = earlier.visits >= minVisits;
  // What fails everywhere at once is not this release's doing: the API, or the network.
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

/** How much later the largest content of another remote is there than before; 1 where it is not, or not known. */
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

/** Why a release must go, in a sentence for its team; undefined while it may stay. */
export const judgeRelease = (judged: ReleaseComparison, limits: HealthLimits): string | undefined =>
  judgeErrors(judged, limits) ?? judgeTimes(judged, limits);
