import * as Type from '@sinclair/typebox';
import type { Static } from '@sinclair/typebox';
import { Check } from '@sinclair/typebox/value';
import type { RegistryStorage } from '../storage/RegistryStorage';
import { addSums, NO_SUMS, Sums, addSample, type Sample } from './sums';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** A week is shown, and its first day may be incomplete. */
const RETENTION_DAYS = 8;
/** Limits the storage used by hosts that restart repeatedly: counts of further hosts are not kept that day. */
const MAX_HOSTS_PER_DAY = 100;
/** Trends are only displayed, so a killed host may lose this much of them. */
const WRITE_INTERVAL_MS = 60_000;
const PREFIX = 'trends/';

const Hour = Type.Object({
  /** Start, in milliseconds since 1970. */
  at: Type.Integer(),
  /** By "mfe-home@1.4.0". */
  releases: Type.Record(Type.String(), Sums),
});
export type Hour = Static<typeof Hour>;
const Day = Type.Object({ hours: Type.Array(Hour) });

/** Formats a day in UTC: "2026-01-01". */
const formatDay = (milliseconds: number): string => new Date(milliseconds).toISOString().slice(0, 10);

const sumByHour = (hours: readonly Hour[]): Hour[] => {
  const byTime = new Map<number, Record<string, Sums>>();
  for (const { at, releases } of hours) {
    const total = byTime.get(at) ?? {};
    for (const [key, sums] of Object.entries(releases)) total[key] = addSums(total[key] ?? NO_SUMS, sums);
    byTime.set(at, total);
  }
  return [...byTime].sort(([a], [b]) => a - b).map(([at, releases]) => ({ at, releases }));
};

/**
 * Hourly counts of the last week. Each host writes one file per day, `trends/<day>/<host>.json`, so that two hosts
 * never write the same object. Reading sums them up.
 */
export class TrendCounts {
  #hours: Hour[] = [];
  #unwritten = new Set<string>();
  #writtenAt = 0;
  #writing: Promise<void> = Promise.resolve();
  readonly #days = new Set<string>();

  constructor(
    private readonly storage: RegistryStorage,
    private readonly hostId: string,
  ) {}

  record(key: string, sample: Sample, now: Date): void {
    const at = Math.floor(now.getTime() / HOUR_MS) * HOUR_MS;
    const hour = this.#hours.find((known) => known.at === at) ?? { at, releases: {} };
    const counted = { at, releases: { ...hour.releases, [key]: addSample(hour.releases[key] ?? NO_SUMS, sample) } };
    const day = formatDay(at);
    // Past days that have been written are read from the storage.
    this.#hours = [
      ...this.#hours.filter(
        (kept) => kept.at !== at && (formatDay(kept.at) === day || this.#unwritten.has(formatDay(kept.at))),
      ),
      counted,
    ];
    this.#unwritten.add(day);
  }

  /** Writes unwritten counts, at most once a minute. */
  async flushIfDue(now: Date): Promise<void> {
    if (now.getTime() - this.#writtenAt < WRITE_INTERVAL_MS) return;
    this.#writtenAt = now.getTime();
    await this.flush();
  }

  /** Writes unwritten counts. */
  flush(): Promise<void> {
    this.#writing = this.#writing
      .catch(() => undefined)
      .then(async () => {
        for (const day of [...this.#unwritten]) {
          this.#unwritten.delete(day); // counts added during the write are written next time
          await this.#write(day).catch((error: unknown) => {
            this.#unwritten.add(day);
            throw error;
          });
        }
      });
    return this.#writing;
  }

  async #write(day: string): Promise<void> {
    const key = `${PREFIX}${day}/${this.hostId}.json`;
    if (!this.#days.has(day)) {
      const others = await this.storage.list(`${PREFIX}${day}/`);
      if (!others.includes(key) && others.length >= MAX_HOSTS_PER_DAY) return;
      this.#days.add(day);
    }
    await this.storage.write(key, JSON.stringify({ hours: this.#hours.filter(({ at }) => formatDay(at) === day) }));
  }

  /** Returns the counts of all hosts for the hours since the given date, oldest first. */
  async read(since: Date): Promise<readonly Hour[]> {
    await this.flush().catch(() => undefined); // the next flush reports the error
    const days = (await this.storage.listNames(PREFIX)).filter((day) => day >= formatDay(since.getTime()));
    const keys = (await Promise.all(days.map((day) => this.storage.list(`${PREFIX}${day}/`)))).flat();
    const stored = await Promise.all(keys.map((key) => this.storage.read(key)));
    const hours = stored.flatMap((object) => {
      const day: unknown = object && JSON.parse(object.body.toString('utf8'));
      return Check(Day, day) ? day.hours : [];
    });
    return sumByHour(hours.filter(({ at }) => at >= since.getTime()));
  }

  /** Removes days that are no longer shown. */
  async removeExpired(now: Date): Promise<void> {
    const oldest = formatDay(now.getTime() - RETENTION_DAYS * DAY_MS);
    for (const day of await this.storage.listNames(PREFIX))
      if (day < oldest) await this.storage.removeAll(`${PREFIX}${day}/`);
  }
}
