import type { ReleaseVisit } from '../../src/rum/RumReport';

const WINDOW_MS = 3_600_000;
/** Visits that each host counts per network (toNetwork), release and hour. */
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
 * Tracks counted visits, so that each part of a visit counts once and no network exceeds its share (decision 0025). A
 * visit is remembered for a full hour, longer than its token is valid; fixed clock hours would reset all of them at
 * once.
 */
export class VisitLedger {
  /** Oldest first. */
  readonly #visits = new Map<string, CountedVisit>();
  /** Number of visits by network and release. */
  readonly #countsByNetwork = new Map<string, number>();

  /**
   * Returns the new part of a sample; undefined if there is none, or the network has used up its share. `release` is
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
    // Later samples must belong to a counted visit, so that failures never exceed visits.
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
