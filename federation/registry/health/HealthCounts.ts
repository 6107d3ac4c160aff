import * as Type from '@sinclair/typebox';
import type { Static } from '@sinclair/typebox';
import { Check } from '@sinclair/typebox/value';
import type { ObjectStorage } from '@shop/server-kit/storage/ObjectStorage';
import { addSums, NO_SUMS, Sums, addSample, type Sample } from './sums';

const BUCKET_MS = 300_000;
const RETENTION_MS = 7_200_000;

const Bucket = Type.Object({
  /** Start, in milliseconds since 1970. */
  at: Type.Integer(),
  /** End, if other releases were promoted during the bucket. */
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
 * Health of releases. Each host writes its own counts of the last two hours in buckets of five minutes; reading sums up
 * the counts of all hosts.
 */
export class HealthCounts {
  #counts: StoredCounts = { buckets: [] };
  #isWritten = true;
  #writing: Promise<void> = Promise.resolve();
  /** Samples from this time on go into new buckets. */
  #periodStart = 0;

  constructor(
    private readonly storage: ObjectStorage,
    private readonly hostId: string,
  ) {}

  record(remote: string, version: string, sample: Sample, now: Date): void {
    const at = Math.max(Math.floor(now.getTime() / BUCKET_MS) * BUCKET_MS, this.#periodStart);
    const key = buildReleaseKey(remote, version);
    const others = this.#counts.buckets.filter((bucket) => bucket.at !== at);
    const releases = this.#counts.buckets.find((bucket) => bucket.at === at)?.releases ?? {};
    const bucket = { at, releases: { ...releases, [key]: addSample(releases[key] ?? NO_SUMS, sample) } };
    this.#counts = { buckets: [...others, bucket].filter((kept) => getBucketEnd(kept) > now.getTime() - RETENTION_MS) };
    this.#isWritten = false;
  }

  /** Starts new buckets when other releases are shown, so that samples before and after can be told apart. */
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

  /** Writes unwritten counts. A host that is killed loses the counts since the last flush. */
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

  /** Returns the counts of all hosts since the given date and before `until`, by "mfe-home@1.4.0". */
  async read(since: Date, until?: Date): Promise<Readonly<Record<string, Sums>>> {
    await this.flush().catch(() => undefined); // the next flush reports the error
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

  /** Removes the files of hosts that have stopped counting. */
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
