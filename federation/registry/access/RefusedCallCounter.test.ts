import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { type Registry } from '../index';
import { RefusedCallCounter } from './RefusedCallCounter';
import { openTestRegistry } from '../testing/openTestRegistry';

let folder: string;
let registry: Registry;
let refused: RefusedCallCounter;
beforeEach(async () => {
  folder = await fs.mkdtemp(path.join(os.tmpdir(), 'refused-'));
  registry = openTestRegistry(path.join(folder, 'registry'));
  refused = new RefusedCallCounter(registry);
});
afterEach(async () => {
  jest.useRealTimers();
  await fs.rm(folder, { recursive: true, force: true });
});

const CALL = 'GET /federation/api/composition';
const atTime = (time: string): Date => new Date(`2026-01-01T${time}Z`);

/** Returns the hour of each audit entry and the number of calls in it. */
const readEntries = async (): Promise<readonly (readonly [string, number | undefined])[]> => {
  const entries = await Promise.all(
    (await registry.storage.list('audit/')).map(
      async (key) =>
        JSON.parse((await registry.storage.read(key))?.body.toString() ?? '{}') as {
          at: string;
          details: { calls: Record<string, number> };
        },
    ),
  );
  return entries.map(({ at: hour, details }) => [hour.slice(11, 16), details.calls[CALL]] as const).sort();
};

test('calls of one hour are one entry, no matter how often it is written', async () => {
  for (const time of ['10:00:00', '10:20:00', '10:59:59']) {
    await refused.countCall(CALL, atTime(time));
    await refused.flush();
  }
  expect(await readEntries()).toEqual([['10:00', 3]]);
});

test('each hour has its own entry, even if its calls were not written before it ended', async () => {
  for (const time of ['10:59:58', '10:59:59', '11:00:00', '13:30:00']) await refused.countCall(CALL, atTime(time));
  await refused.flush();
  expect(await readEntries()).toEqual([
    ['10:00', 2],
    ['11:00', 1],
    ['13:00', 1],
  ]);
});

test('concurrent calls at the start of an hour are all counted', async () => {
  await refused.countCall(CALL, atTime('10:59:59'));
  await Promise.all(Array.from({ length: 20 }, () => refused.countCall(CALL, atTime('11:00:00'))));
  await refused.flush();
  expect(await readEntries()).toEqual([
    ['10:00', 1],
    ['11:00', 20],
  ]);
});

test('two processes write one entry each and do not overwrite each other', async () => {
  const other = new RefusedCallCounter(registry);
  for (const calls of [refused, other]) await calls.countCall(CALL, atTime('10:00:00'));
  await Promise.all([refused.flush(), other.flush()]);
  expect(await readEntries()).toEqual([
    ['10:00', 1],
    ['10:00', 1],
  ]);
});

test('a running process writes calls within ten seconds', async () => {
  jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask', 'Date', 'performance'] });
  for (let n = 0; n < 5; n += 1) await refused.countCall(CALL, atTime('10:00:00'));
  jest.advanceTimersByTime(10_000);
  jest.useRealTimers();
  for (const end = Date.now() + 5_000; Date.now() < end && (await readEntries()).length === 0;)
    await new Promise(setImmediate);
  expect(await readEntries()).toEqual([['10:00', 5]]);
});

test('calls that could not be written are written with the next ones', async () => {
  await refused.countCall(CALL, atTime('10:00:00'));
  await fs.writeFile(path.join(folder, 'registry'), 'no directory');
  await expect(refused.flush()).rejects.toThrow();
  await fs.rm(path.join(folder, 'registry'));
  await refused.countCall(CALL, atTime('10:00:01'));
  await refused.flush();
  expect(await readEntries()).toEqual([['10:00', 2]]);
});
