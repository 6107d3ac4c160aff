import * as Type from '@sinclair/typebox';
import type { Static } from '@sinclair/typebox';
import { Check } from '@sinclair/typebox/value';
import type { RegistryStorage } from '../storage/RegistryStorage';
import { TrendCounts } from './TrendCounts';
import { addSums, NO_SUMS, Sums, addSample, type Sample } from './sums';

const BUCKET_MS = 300_000;
const RETENTION_MS = 7_200_000;

const Bucket = Type.Object({
  /** When it began, in milliseconds since 1970. */
  at: Type.Integer(),
  /** When it ended, where other releases went live in its time. */
  until: Type.Optional(Type.Integer()),
  /** By "mfe-home@1.4.0". */
  releases: Type.Record(Type.String(), Sums),
});
const StoredCounts = Type.Object({ buckets: Type.Array(Bucket) });
type StoredCounts = Static<typeof StoredCounts>;

const getBucketEnd = ({ at, until }: Static<typeof Bucket>): number =>
  until ?? (Math.floor(at / BUCKET_MS) + 1) * BUCKET_MS;

const buildReleaseKey = (remote: string, version: string): string => `${remote}@${version}`;

/**
 * The health of releases, as one host counts it and as all hosts have counted it: each writes a file of its own, of the
 * last two hours in steps of five minutes, and reads everyone's.
 */
export class HealthCounts {
  #counts: StoredCounts = { buckets: [] };
  #isWritten = true;
  #writing: Promise<void> = Promise.resolve();
  /** What is counted from now on is apart from what was counted before this. */
  #periodStart = 0;
  /** The same counts by the hour, for a week. */
  readonly trends: TrendCounts;

  constructor(
    private readonly storage: RegistryStorage,
    private readonly hostId: string,
  ) {
    this.trends = new TrendCounts(storage, hostId);
  }

  record(remote: string, version: string, sample: Sample, now: Date): void {
    const at = Math.max(Math.floor(now.getTime() / BUCKET_MS) * BUCKET_MS, this.#periodStart);
    const key = buildReleaseKey(remote, version);
    const others = this.#counts.buckets.filter((bucket) => bucket.at !== at);
    const releases = this.#counts.buckets.find((bucket) => bucket.at === at)?.releases ?? {};
    const bucket = { at, releases: { ...releases, [key]: addSample(releases[key] ?? NO_SUMS, sample) } };
    this.#counts = { buckets: [...others, bucket].filter((kept) => getBucketEnd(kept) > now.getTime() - RETENTION_MS) };
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
    this.#counts = {
      buckets: this.#counts.buckets.map((bucket) =>
        bucket.at < at && getBucketEnd(bucket) > at ? { ...bucket, until: at } : bucket,
      ),
    };
  }

  /** Writes down what was counted since; a host that is killed loses what it counted after. */
  flush(): Promise<void> {
    if (this.#isWritten) return this.#writing;
    this.#isWritten = true;
    this.#writing = this.storage
      .write(`health/${this.hostId}/counts.json`, JSON.stringify(this.#counts))
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
      if (!Check(StoredCounts, counted)) continue;
      for (const bucket of counted.buckets.filter(
        (one) => getBucketEnd(one) > since.getTime() && (until === undefined || one.at < until.getTime()),
      )) {
        for (const [key, sums] of Object.entries(bucket.releases)) total[key] = addSums(total[key] ?? NO_SUMS, sums);
      }
    }
    return total;
  }

  /** Takes away what hosts have counted that count no more. */
  async removeExpired(now: Date): Promise<void> {
    for (const host of await this.storage.listNames('health/')) {
      const stored = await this.storage.read(`health/${host}/counts.json`);
      const counted: unknown = stored && JSON.parse(stored.body.toString('utf8'));
      const newest = Check(StoredCounts, counted) ? Math.max(0, ...counted.buckets.map(({ at }) => at)) : 0;
      if (now.getTime() - newest > RETENTION_MS) await this.storage.removeAll(`health/${host}/`);
    }
  }
}

export const sumByRelease = (health: Readonly<Record<string, Sums>>, remote: string, version: string): Sums =>
  health[buildReleaseKey(remote, version)] ?? NO_SUMS;
