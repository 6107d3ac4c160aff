import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { FileStorage } from '../storage/FileStorage';
import { NO_SUMS, addSample, type Sample } from './sums';
import { TrendCounts } from './TrendCounts';

const noon = new Date('2026-01-08T12:00:00Z');
const HOUR_MS = 3_600_000;
const hoursBefore = (hours: number): Date => new Date(noon.getTime() - hours * HOUR_MS);
const visit: Sample = { first: true, failed: false, lcp: 800, inp: null, cls: 0.02 };
const KEY = 'mfe-home@1';

let folder: string;
let storage: FileStorage;
beforeEach(async () => {
  folder = await fs.mkdtemp(path.join(os.tmpdir(), 'trends-'));
  storage = new FileStorage(folder);
});
afterEach(() => fs.rm(folder, { recursive: true, force: true }));

const read = async (since = hoursBefore(24 * 7)): Promise<Record<string, number>> =>
  Object.fromEntries(
    (await new TrendCounts(storage, 'reader').read(since)).map(({ at, releases }) => [
      new Date(at).toISOString().slice(5, 13),
      releases[KEY]?.visits ?? 0,
    ]),
  );

test('visits of all hosts, including stopped ones, are summed up per hour', async () => {
  const [one, two] = [new TrendCounts(storage, 'one'), new TrendCounts(storage, 'two')];
  one.record(KEY, visit, hoursBefore(30));
  one.record(KEY, visit, hoursBefore(1));
  two.record(KEY, visit, hoursBefore(1));
  two.record(KEY, visit, new Date(noon.getTime() + 30 * 60_000));
  await Promise.all([one.flush(), two.flush()]);
  expect(await read()).toEqual({ '01-07T06': 1, '01-08T11': 2, '01-08T12': 1 });
});

test('a restarted host keeps its counts, and past days do not change', async () => {
  const first = new TrendCounts(storage, 'one');
  first.record(KEY, visit, hoursBefore(13)); // the day before
  await first.flush();
  first.record(KEY, visit, hoursBefore(2));
  first.record(KEY, visit, hoursBefore(2));
  await first.flush();
  const second = new TrendCounts(storage, 'another');
  second.record(KEY, visit, noon);
  await second.flush();
  expect(await read()).toEqual({ '01-07T23': 1, '01-08T10': 2, '01-08T12': 1 });
  expect(await read(hoursBefore(3))).toEqual({ '01-08T10': 2, '01-08T12': 1 });
});

test('counts of older hosts without layout shift are added to the others', async () => {
  const one = new TrendCounts(storage, 'one');
  one.record(KEY, visit, noon);
  await one.flush();
  await storage.write(
    'trends/2026-01-08/old.json',
    JSON.stringify({
      hours: [{ at: noon.getTime(), releases: { [KEY]: { visits: 2, failures: 1, lcp: { '16': 2 }, inp: {} } } }],
    }),
  );
  const [hour] = await one.read(noon);
  expect(hour?.releases[KEY]).toEqual({ ...addSample(NO_SUMS, visit), visits: 3, failures: 1, lcp: { '16': 3 } });
});

test('a file with invalid counts is ignored', async () => {
  const one = new TrendCounts(storage, 'one');
  one.record(KEY, visit, noon);
  await one.flush();
  await storage.write('trends/2026-01-08/strange.json', JSON.stringify({ hours: 'many' }));
  expect(await read()).toEqual({ '01-08T12': 1 });
});

test('counts are written at most once a minute, and not at all if there are none', async () => {
  const one = new TrendCounts(storage, 'one');
  one.record(KEY, visit, noon);
  await one.flushIfDue(noon);
  expect(await read()).toEqual({ '01-08T12': 1 });
  one.record(KEY, visit, noon);
  await one.flushIfDue(new Date(noon.getTime() + 59_000));
  expect(await read()).toEqual({ '01-08T12': 1 });
  await one.flushIfDue(new Date(noon.getTime() + 60_000));
  expect(await read()).toEqual({ '01-08T12': 2 });
});

test('counts that cannot be written are written later', async () => {
  const one = new TrendCounts(storage, 'one');
  one.record(KEY, visit, hoursBefore(24));
  one.record(KEY, visit, noon);
  const write = jest.spyOn(storage, 'write').mockRejectedValueOnce(new Error('no room'));
  await expect(one.flush()).rejects.toThrow('no room');
  write.mockRestore();
  await one.flush();
  expect(await read()).toEqual({ '01-07T12': 1, '01-08T12': 1 });
});

test('counts are kept for a week', async () => {
  const one = new TrendCounts(storage, 'one');
  for (const days of [9, 8, 7]) one.record(KEY, visit, hoursBefore(24 * days));
  await one.flush();
  await one.removeExpired(noon);
  expect(await storage.listNames('trends/')).toEqual(['2025-12-31', '2026-01-01']);
});

test('counts of at most a hundred hosts are kept per day; those hosts can still add to them', async () => {
  const stores = Array.from({ length: 103 }, (_, n) => new TrendCounts(storage, `host-${n}`));
  for (const store of stores) {
    store.record(KEY, visit, noon);
    await store.flush();
  }
  expect(await read()).toEqual({ '01-08T12': 100 });
  stores[0]?.record(KEY, visit, noon);
  await stores[0]?.flush();
  expect(await read()).toEqual({ '01-08T12': 101 });
});
