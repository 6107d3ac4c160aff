import type { ReleaseVisit } from '../../src/rum/RumReport';

const WINDOW_MS = 3_600_000;
/** Visits of one network (networkOf) that are counted for one release in an hour, by each host. */
const MAX_VISITS_PER_NETWORK = 2;
const MAX_VISITS = 100_000;

type Sample = Pick<ReleaseVisit, 'first' | 'failed' | 'lcp' | 'inp' | 'cls'>;

interface CountedVisit {
  readonly at: number;
  readonly networkKey: string;
  failed: boolean;
  lcp: boolean;
  inp: boolean;
  cls: boolean;
}

/**
 * What was counted of which visit, so that each part of it is counted once, and no network weighs more than its share
 * (decision 0025). Every visit is known for an hour of its own, which is longer than its token holds: an hour of the
 * clock would begin with all of them anew.
 */
export class VisitLedger {
  /** The oldest first. */
  readonly #visits = new Map<string, CountedVisit>();
  /** How many of them are of one network, for one release. */
  readonly #countsByNetwork = new Map<string, number>();

  /**
   * What of a sample is new; undefined where nothing is, or nothing more of this network is counted. `release` is
   * "mfe-home@1.4.0".
   */
  accept({
    network,
    tokenId,
    release,
    sample,
    now,
  }: {
    readonly network: string;
    readonly tokenId: string;
    readonly release: string;
    readonly sample: Sample;
    readonly now: Date;
  }): Sample | undefined {
    this.#expireBefore(now.getTime() - WINDOW_MS);
    const key = `${network} ${tokenId} ${release}`;
    const counted = this.#visits.get(key);
    if (counted) return this.#mergeSample(counted, sample);
    const networkKey = `${network} ${release}`;
    // What comes later belongs to a visit that was counted: so there are never more failures than visits.
    if (!sample.first || this.#visits.size >= MAX_VISITS || this.#countVisits(networkKey) >= MAX_VISITS_PER_NETWORK)
      return undefined;
    this.#visits.set(key, {
      at: now.getTime(),
      networkKey,
      failed: sample.failed,
      lcp: sample.lcp !== null,
      inp: sample.inp !== null,
      cls: sample.cls !== undefined,
    });
    this.#countsByNetwork.set(networkKey, this.#countVisits(networkKey) + 1);
    return sample;
  }

  #countVisits(share: string): number {
    return this.#countsByNetwork.get(share) ?? 0;
  }

  #expireBefore(timeMs: number): void {
    for (const [key, { at, networkKey }] of this.#visits) {
      if (at > timeMs) return;
      this.#visits.delete(key);
      if (this.#countVisits(networkKey) > 1) this.#countsByNetwork.set(networkKey, this.#countVisits(networkKey) - 1);
      else this.#countsByNetwork.delete(networkKey);
    }
  }

  #mergeSample(counted: CountedVisit, sample: Sample): Sample | undefined {
    const added: Sample = {
      first: false,
      failed: sample.failed && !counted.failed,
      lcp: counted.lcp ? null : sample.lcp,
      inp: counted.inp ? null : sample.inp,
      ...(counted.cls || sample.cls === undefined ? {} : { cls: sample.cls }),
    };
    counted.failed ||= added.failed;
    counted.lcp ||= added.lcp !== null;
    counted.inp ||= added.inp !== null;
    counted.cls ||= added.cls !== undefined;
    return added.failed || added.lcp !== null || added.inp !== null || added.cls !== undefined ? added : undefined;
  }
}
