import type { ReleaseVisit } from '../../src/rum/RumReport';

const WINDOW_MS = 3_600_000;
/** Visits of one network (toNetwork) that are counted for one release in an hour, by each host. */
const VISITS_OF_NETWORK = 2;
const MAX_VISITS = 100_000;

type Sample = Pick<ReleaseVisit, 'first' | 'failed' | 'lcp' | 'inp' | 'cls'>;

interface Counted {
  readonly at: number;
  readonly share: string;
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
  readonly #visits = new Map<string, Counted>();
  /** How many of them are of one network, for one release. */
  readonly #shares = new Map<string, number>();

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
    this.#forgetUntil(now.getTime() - WINDOW_MS);
    const key = `${network} ${tokenId} ${release}`;
    const counted = this.#visits.get(key);
    if (counted) return this.#addTo(counted, sample);
    const share = `${network} ${release}`;
    // What comes later belongs to a visit that was counted: so there are never more failures than visits.
    if (!sample.first || this.#visits.size >= MAX_VISITS || this.#visitsOf(share) >= VISITS_OF_NETWORK)
      return undefined;
    this.#visits.set(key, {
      at: now.getTime(),
      share,
      failed: sample.failed,
      lcp: sample.lcp !== null,
      inp: sample.inp !== null,
      cls: sample.cls !== undefined,
    });
    this.#shares.set(share, this.#visitsOf(share) + 1);
    return sample;
  }

  #visitsOf(share: string): number {
    return this.#shares.get(share) ?? 0;
  }

  #forgetUntil(time: number): void {
    for (const [key, { at, share }] of this.#visits) {
      if (at > time) return;
      this.#visits.delete(key);
      if (this.#visitsOf(share) > 1) this.#shares.set(share, this.#visitsOf(share) - 1);
      else this.#shares.delete(share);
    }
  }

  #addTo(counted: Counted, sample: Sample): Sample | undefined {
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
