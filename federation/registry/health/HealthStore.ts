import * as Type from '@sinclair/typebox';
import type { Static } from '@sinclair/typebox';
import { Check } from '@sinclair/typebox/value';
import type { RegistryStorage } from '../storage/RegistryStorage';
import { addSums, NO_SUMS, Sums, withSample, type Sample } from './sums';

const BUCKET_MS = 300_000;
const KEPT_BUCKETS = 24;

const Bucket = Type.Object({
  /** When it began, in milliseconds since 1970. */
  at: Type.Integer(),
  /** By "mfe-home@1.4.0". */
  releases: Type.Record(Type.String(), Sums),
});
const Counted = Type.Object({ buckets: Type.Array(Bucket) });
type Counted = Static<typeof Counted>;

const keyOf = (remote: string, version: string): string => `${remote}@${version}`;

/**
 * The health of releases, as one host counts it and as all hosts have counted it: each writes a file of its own, of the last two hours
 * in steps of five minutes, and reads everyone's.
 */
export class HealthStore {
  #counted: Counted = { buckets: [] };
  #isWritten = true;

  constructor(
    private readonly storage: RegistryStorage,
    private readonly hostId: string,
  ) {}

  record(remote: string, version: string, sample: Sample, now: Date): void {
    const at = Math.floor(now.getTime() / BUCKET_MS) * BUCKET_MS;
    const key = keyOf(remote, version);
    const others = this.#counted.buckets.filter((bucket) => bucket.at !== at);
    const releases = this.#counted.buckets.find((bucket) => bucket.at === at)?.releases ?? {};
    const bucket = { at, releases: { ...releases, [key]: withSample(releases[key] ?? NO_SUMS, sample) } };
    this.#counted = { buckets: [...others, bucket].slice(-KEPT_BUCKETS) };
    this.#isWritten = false;
  }

  /** Writes down what was counted since; a host that is killed loses what it counted after. */
  async flush(): Promise<void> {
    if (this.#isWritten) return;
    this.#isWritten = true;
    try {
      await this.storage.write(`health/${this.hostId}/counts.json`, JSON.stringify(this.#counted));
    } catch (error) {
      this.#isWritten = false;
      throw error;
    }
  }

  /** What all hosts have counted since then, by "mfe-home@1.4.0". */
  async read(since: Date): Promise<Readonly<Record<string, Sums>>> {
    await this.flush().catch(() => undefined); // what others wrote can be read all the same; the next flush tells why
    const stored = await Promise.all((await this.storage.list('health/')).map((key) => this.storage.read(key)));
    const total: Record<string, Sums> = {};
    for (const object of stored) {
      const counted: unknown = object && JSON.parse(object.body.toString('utf8'));
      if (!Check(Counted, counted)) continue;
      for (const bucket of counted.buckets.filter(({ at }) => at + BUCKET_MS > since.getTime())) {
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
      if (now.getTime() - newest > BUCKET_MS * KEPT_BUCKETS) await this.storage.removeAll(`health/${host}/`);
    }
  }
}

export const sumsOf = (health: Readonly<Record<string, Sums>>, remote: string, version: string): Sums => health[keyOf(remote, version)] ?? NO_SUMS;
