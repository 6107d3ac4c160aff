import * as Type from '@sinclair/typebox';
import type { Static } from '@sinclair/typebox';
import { Check } from '@sinclair/typebox/value';
import type { RegistryStorage } from '../storage/RegistryStorage';
import { TrendStore } from './TrendStore';
import { addSums, NO_SUMS, Sums, withSample, type Sample } from './sums';

const BUCKET_MS = 300_000;
const KEPT_MS = 7_200_000;

const Bucket = Type.Object({
  /** When it began, in milliseconds since 1970. */
  at: Type.Integer(),
  /** When it ended, where other releases went live in its time. */
  until: Type.Optional(Type.Integer()),
  /** By "mfe-home@1.4.0". */
  releases: Type.Record(Type.String(), Sums),
});
const Counted = Type.Object({ buckets: Type.Array(Bucket) });
type Counted = Static<typeof Counted>;

const endOf = ({ at, until }: Static<typeof Bucket>): number => until ?? (Math.floor(at / BUCKET_MS) + 1) * BUCKET_MS;

const keyOf = (remote: string, version: string): string => `${remote}@${version}`;

/**
 * The health of releases, as one host counts it and as all hosts have counted it: each writes a file of its own, of the
 * last two hours in steps of five minutes, and reads everyone's.
 */
export class HealthStore {
  #counted: Counted = { buckets: [] };
  #isWritten = true;
  #writing: Promise<void> = Promise.resolve();
  /** What is counted from now on is apart from what was counted before this. */
  #periodStart = 0;
  /** The same counts by the hour, for a week. */
  readonly trends: TrendStore;

  constructor(
    private readonly storage: RegistryStorage,
    private readonly hostId: string,
  ) {
    this.trends = new TrendStore(storage, hostId);
  }

  record(remote: string, version: string, sample: Sample, now: Date): void {
    const at = Math.max(Math.floor(now.getTime() / BUCKET_MS) * BUCKET_MS, this.#periodStart);
    const key = keyOf(remote, version);
    const others = this.#counted.buckets.filter((bucket) => bucket.at !== at);
    const releases = this.#counted.buckets.find((bucket) => bucket.at === at)?.releases ?? {};
    const bucket = { at, releases: { ...releases, [key]: withSample(releases[key] ?? NO_SUMS, sample) } };
    this.#counted = { buckets: [...others, bucket].filter((kept) => endOf(kept) > now.getTime() - KEPT_MS) };
    this.#isWritten = false;
    this.trends.record(key, sample, now);
  }

  /**
   * Says that other releases are shown since then: what is counted after it can be told from what was counted before.
   */
  startPeriod(start: Date): void {
    const at = start.getTime();
    if (at <= this.#periodStart) return;
    this.#periodStart = at;
    this.#isWritten = false;
    this.#counted = {
      buckets: this.#counted.buckets.map((bucket) =>
        bucket.at < at && endOf(bucket) > at ? { ...bucket, until: at } : bucket,
      ),
    };
  }

  /** Writes down what was counted since; a host that is killed loses what it counted after. */
  flush(): Promise<void> {
    if (this.#isWritten) return this.#writing;
    this.#isWritten = true;
    this.#writing = this.storage
      .write(`health/${this.hostId}/counts.json`, JSON.stringify(this.#counted))
      .catch((error: unknown) => {
        this.#isWritten = false;
        throw error;
      });
    return this.#writing;
  }

  /** What all hosts have counted since then, and before `until`, by "mfe-home@1.4.0". */
  async read(since: Date, until?: Date): Promise<Readonly<Record<string, Sums>>> {
    await this.flush().catch(() => undefined); // what others wrote can be read all the same; the next flush tells why
    const stored = await Promise.all((await this.storage.list('health/')).map((key) => this.storage.read(key)));
    const total: Record<string, Sums> = {};
    for (const object of stored) {
      const counted: unknown = object && JSON.parse(object.body.toString('utf8'));
      if (!Check(Counted, counted)) continue;
      for (const bucket of counted.buckets.filter(
        (one) => endOf(one) > since.getTime() && (until === undefined || one.at < until.getTime()),
      )) {
        for (const [key, sums] of Object.entries(bucket.releases)) total[key] = addSums(total[key] ?? NO_SUMS, sums);
      }
    }
    return total;
  }

  /** Takes away what hosts have counted that count no more. */
  async tidy(now: Date): Promise<void> {
    for (const host of await this.storage.listNames('health/')) {
      const stored = await this.storage.read(`health/${host}/counts.json`);
      const counted: unknown = stored && JSON.parse(stored.body.toString('utf8'));
      const newest = Check(Counted, counted) ? Math.max(0, ...counted.buckets.map(({ at }) => at)) : 0;
      if (now.getTime() - newest > KEPT_MS) await this.storage.removeAll(`health/${host}/`);
    }
  }
}

export const sumByRelease = (health: Readonly<Record<string, Sums>>, remote: string, version: string): Sums =>
  health[keyOf(remote, version)] ?? NO_SUMS;
