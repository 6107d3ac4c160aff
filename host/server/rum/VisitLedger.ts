import type { ReleaseVisit } from '../../src/rum/RumReport';

const WINDOW_MS = 3_600_000;
/** Visits of one network (networkOf) that are counted for one release in an hour, by each host. */
const VISITS_OF_NETWORK = 2;
const MOST_VISITS = 100_000;

type Sample = Pick<ReleaseVisit, 'first' | 'failed' | 'lcp' | 'inp'>;

interface Counted {
  failed: boolean;
  lcp: boolean;
  inp: boolean;
}

/** What was counted of which visit, so that each part of it is counted once, and no network weighs more than its share (decision 0025). */
export class VisitLedger {
  #window = 0;
  #visits = new Map<string, Counted>();
  #ofNetworks = new Map<string, number>();

  /** What of a sample is new; undefined where nothing is, or nothing more of this network is counted. `release` is "mfe-home@1.4.0". */
  accept({ network, tokenId, release, sample, now }: { readonly network: string; readonly tokenId: string; readonly release: string; readonly sample: Sample; readonly now: Date }): Sample | undefined {
    this.#turnWindow(now);
    const key = `${network} ${tokenId} ${release}`;
    const counted = this.#visits.get(key);
    if (counted) return this.#addTo(counted, sample);
    // What comes later belongs to a visit that was counted: so there are never more failures than visits.
    if (!sample.first || this.#visits.size >= MOST_VISITS || !this.#takeShare(`${network} ${release}`)) return undefined;
    this.#visits.set(key, { failed: sample.failed, lcp: sample.lcp !== null, inp: sample.inp !== null });
    return sample;
  }

  #turnWindow(now: Date): void {
    const window = Math.floor(now.getTime() / WINDOW_MS);
    if (window === this.#window) return;
    this.#window = window;
    this.#visits = new Map();
    this.#ofNetworks = new Map();
  }

  #takeShare(key: string): boolean {
    const visits = this.#ofNetworks.get(key) ?? 0;
    if (visits >= VISITS_OF_NETWORK) return false;
    this.#ofNetworks.set(key, visits + 1);
    return true;
  }

  #addTo(counted: Counted, sample: Sample): Sample | undefined {
    const added = { first: false, failed: sample.failed && !counted.failed, lcp: counted.lcp ? null : sample.lcp, inp: counted.inp ? null : sample.inp };
    counted.failed ||= added.failed;
    counted.lcp ||= added.lcp !== null;
    counted.inp ||= added.inp !== null;
    return added.failed || added.lcp !== null || added.inp !== null ? added : undefined;
  }
}
