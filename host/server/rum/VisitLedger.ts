import type { Network } from '@shop/server-kit/http/toNetwork';
import type { ReleaseVisit } from '../../src/rum/RumReport';

const WINDOW_MS = 3_600_000;
/** Visits of one connection that each host counts per release and hour. Wider networks have their shares. */
const MAX_VISITS_PER_CONNECTION = 2;
const MAX_VISITS = 100_000;

type Sample = Pick<ReleaseVisit, 'first' | 'failed' | 'lcp' | 'inp' | 'cls'>;

interface CountedVisit {
  readonly at: number;
  /** Of the visitor; only the same one can add to the visit. */
  readonly network: string;
  readonly networkKeys: readonly string[];
  failed: boolean;
  lcp: boolean;
  inp: boolean;
  cls: boolean;
}

/**
 * Tracks counted visits, so that a token counts once and no network exceeds its share (decision 0052). A visit is
 * remembered for a full hour, longer than its token is valid; fixed clock hours would reset all of them at once.
 */
export class VisitLedger {
  /** Oldest first. */
  readonly #visits = new Map<string, CountedVisit>();
  /** Number of visits by network and release. */
  readonly #countsByNetwork = new Map<string, number>();

  /**
   * Returns the new part of a sample; undefined if there is none, one of the networks has used up its share, or the
   * token has counted for somebody else. `release` is "mfe-home@1.4.0"; `networks` are those of toNetworks.
   */
  accept({
    networks,
    tokenId,
    release,
    sample,
    now,
  }: {
    readonly networks: readonly [Network, ...Network[]];
    readonly tokenId: string;
    readonly release: string;
    readonly sample: Sample;
    readonly now: Date;
  }): Sample | undefined {
    this.#expireBefore(now.getTime() - WINDOW_MS);
    const key = `${tokenId} ${release}`;
    const [{ name: network }] = networks;
    const counted = this.#visits.get(key);
    if (counted) return counted.network === network ? this.#mergeSample(counted, sample) : undefined;
    const shares = networks.map(({ name, share }) => ({
      networkKey: `${name} ${release}`,
      visits: this.#countVisits(`${name} ${release}`),
      max: MAX_VISITS_PER_CONNECTION * share,
    }));
    // Later samples must belong to a counted visit, so that failures never exceed visits.
    if (!sample.first || this.#visits.size >= MAX_VISITS || shares.some(({ visits, max }) => visits >= max))
      return undefined;
    // One network must not make a release slow, so a wide one tells as few times as a connection.
    const isTimed = shares.every(({ visits }) => visits < MAX_VISITS_PER_CONNECTION);
    const added = isTimed ? sample : { ...sample, lcp: null };
    this.#visits.set(key, {
      at: now.getTime(),
      network,
      networkKeys: shares.map(({ networkKey }) => networkKey),
      failed: sample.failed,
      lcp: !isTimed || sample.lcp !== null,
      inp: sample.inp !== null,
      cls: sample.cls !== undefined,
    });
    for (const { networkKey, visits } of shares) this.#countsByNetwork.set(networkKey, visits + 1);
    return added;
  }

  #countVisits(networkKey: string): number {
    return this.#countsByNetwork.get(networkKey) ?? 0;
  }

  #expireBefore(timeMs: number): void {
    for (const [key, { at, networkKeys }] of this.#visits) {
      if (at > timeMs) return;
      this.#visits.delete(key);
      for (const networkKey of networkKeys) {
        const visits = this.#countVisits(networkKey) - 1;
        if (visits > 0) this.#countsByNetwork.set(networkKey, visits);
        else this.#countsByNetwork.delete(networkKey);
      }
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
