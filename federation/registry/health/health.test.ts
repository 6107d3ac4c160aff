import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { builtRemote } from '../testing/builtRemote';
import {
  HealthCounts,
  promote,
  publishRelease,
  type Registry,
  startCanary,
  sumByRelease,
  revertBadCanaries,
} from '../index';
import { DEFAULT_LIMITS, judgeCanary } from './judgeCanary';
import { addSums, errorRate, NO_SUMS, p75, p75Cls, addSample, type Sums } from './sums';
import { openTestRegistry } from '../testing/openTestRegistry';

const noon = new Date('2026-01-01T12:00:00Z');
const minutesAfter = (minutes: number): Date => new Date(noon.getTime() + minutes * 60_000);

/** Builds counts with a number of visits, of which some failed, all with the same LCP. */
const createSums = (recordVisits: number, failures = 0, lcp: number | null = 800): Sums => {
  let sums = NO_SUMS;
  for (let n = 0; n < recordVisits; n += 1)
    sums = addSample(sums, { first: true, failed: n < failures, lcp, inp: null });
  return sums;
};

describe('a canary', () => {
  test.each<[string, Sums, Sums, RegExp | undefined]>([
    ['that is as good as the live release stays', createSums(500, 5), createSums(500, 5), undefined],
    [
      'that fails for one visitor in ten is removed',
      createSums(1_000, 10),
      createSums(200, 20),
      /^10\.0 % of 200 visits failed, 1\.0 % of 1000 with the live release/,
    ],
    ['that fails within the margin stays', createSums(1_000, 10), createSums(1_000, 25), undefined],
    ['with few failures of few visits stays: they prove nothing yet', createSums(1_000), createSums(99, 20), undefined],
    [
      'that fails in one network only stays',
      createSums(500),
      addSums(
        createSums(100),
        Array.from({ length: 32 }).reduce<Sums>(
          (sums) => addSample(sums, { first: true, failed: true, lcp: null, inp: null, network: '2001:db8:1::/48' }),
          NO_SUMS,
        ),
      ),
      undefined,
    ],
    ['next to a live release without visits stays', NO_SUMS, createSums(500, 100), undefined],
    [
      'with an LCP that is 50 % higher is removed',
      createSums(500, 0, 800),
      createSums(500, 0, 1_200),
      /largest content is there after 1250 ms \(p75\), after 850 ms/,
    ],
    ['that is slower within the margin stays', createSums(500, 0, 1_000), createSums(500, 0, 1_150), undefined],
    ['that is unnoticeably slower stays', createSums(500, 0, 100), createSums(500, 0, 150), undefined],
    ['without known times stays', createSums(500), createSums(500, 0, null), undefined],
  ])('%s', (_what, live, canary, reason) => {
    const output = judgeCanary(live, canary, DEFAULT_LIMITS);
    if (reason) expect(output).toMatch(reason);
    else expect(output).toBeUndefined();
  });

  test('is judged by the configured margins', () => {
    expect(judgeCanary(createSums(500), createSums(500, 50), { ...DEFAULT_LIMITS, errorMargin: 20 })).toBeUndefined();
    expect(judgeCanary(createSums(50), createSums(50, 25), { ...DEFAULT_LIMITS, minVisits: 20 })).toBeDefined();
  });
});

test('the 75th percentile is the value that three of four visits stay below', () => {
  let sums = NO_SUMS;
  for (const lcp of [100, 200, 300, 4_000]) sums = addSample(sums, { first: true, failed: false, lcp, inp: null });
  expect(p75(sums.lcp)).toBe(350);
  expect(p75({})).toBeNull();
});

describe('layout shift', () => {
  const shifts = (...values: readonly number[]): Sums =>
    values.reduce((sums, cls) => addSample(sums, { first: true, failed: false, lcp: null, inp: null, cls }), NO_SUMS);

  test.each([
    ['is 0 on pages where nothing moves', [0, 0, 0, 0], 0],
    ['just below the threshold is in the step below it', [0.0999], 0.1],
    ['at the threshold is in the step above it', [0.1], 0.11],
    ['is exact at 0.29, which has no exact binary representation', [0.29], 0.3],
    ['is the value that three of four visits stay below', [0.01, 0.02, 0.03, 0.9], 0.04],
    ['above 1 is counted as 1', [70], 1.01],
    ['is unknown without samples', [], null],
  ])('%s', (_what, values, expected) => {
    expect(p75Cls(shifts(...values).cls)).toBe(expected);
  });

  test('is added to counts of older hosts that lack it', () => {
    expect(addSums(NO_SUMS, shifts(0.05)).cls).toEqual({ '5': 1 });
    expect(addSums(shifts(0.05), shifts(0.05, 0.2)).cls).toEqual({ '5': 2, '20': 1 });
  });
});

test('failures reported after their visit never raise the error rate above 100 %', () => {
  expect(
    errorRate(
      addSample(addSample(createSums(1, 1), { first: false, failed: true, lcp: null, inp: null }), {
        first: false,
        failed: true,
        lcp: null,
        inp: null,
      }),
    ),
  ).toBe(100);
});

describe('health counted by several hosts', () => {
  let workspace: string;
  let registry: Registry;
  beforeEach(async () => {
    workspace = await fs.mkdtemp(path.join(os.tmpdir(), 'health-'));
    registry = openTestRegistry(workspace);
    for (const version of ['1', '2'])
      await publishRelease(registry, builtRemote({ version, text: version }), 'home team', noon);
    await promote(registry, { 'mfe-home': '1' }, { by: 'home team', now: noon });
    await startCanary(registry, 'mfe-home', '2', 10, { by: 'home team', now: noon });
  });
  afterEach(() => fs.rm(workspace, { recursive: true, force: true }));

  const count = (store: HealthCounts, version: string, times: number, failed: boolean, now = minutesAfter(1)): void => {
    for (let n = 0; n < times; n += 1)
      store.record('mfe-home', version, { first: true, failed, lcp: 500, inp: null }, now);
  };

  test('is the sum of all hosts since the given time', async () => {
    const [one, two] = [new HealthCounts(registry.storage, 'one'), new HealthCounts(registry.storage, 'two')];
    count(one, '1', 3, false);
    count(two, '1', 4, true);
    await Promise.all([one.flush(), two.flush()]);
    expect(sumByRelease(await one.read(noon), 'mfe-home', '1')).toMatchObject({ visits: 7, failures: 4 });
    expect(sumByRelease(await one.read(minutesAfter(60)), 'mfe-home', '1')).toEqual(NO_SUMS);
  });

  test('makes exactly one of them remove a bad canary, with the reason in the history', async () => {
    const [one, two] = [new HealthCounts(registry.storage, 'one'), new HealthCounts(registry.storage, 'two')];
    count(one, '1', 400, false);
    count(two, '2', 90, false);
    count(two, '2', 60, true);
    await two.flush();
    const taken = (
      await Promise.all([
        revertBadCanaries(registry, one, DEFAULT_LIMITS, minutesAfter(2)),
        revertBadCanaries(openTestRegistry(workspace), two, DEFAULT_LIMITS, minutesAfter(3)),
      ])
    ).flat();
    expect(taken).toEqual([
      { remote: 'mfe-home', version: '2', reason: expect.stringContaining('40.0 % of 150 visits failed') },
    ]);
    const { canary, live, history } = await registry.readComposition();
    expect({ canary, live }).toEqual({ canary: {}, live: { 'mfe-home': '1' } });
    expect(history.at(-1)).toMatchObject({ by: 'health', action: 'end-canary', reason: taken[0]?.reason });
  });

  test('keeps a good canary', async () => {
    const store = new HealthCounts(registry.storage, 'one');
    count(store, '1', 400, false);
    count(store, '2', 150, false);
    expect(await revertBadCanaries(registry, store, DEFAULT_LIMITS, minutesAfter(2))).toEqual([]);
    expect((await registry.readComposition()).canary).toHaveProperty('mfe-home');
  });

  test('loses the files of hosts that have stopped', async () => {
    const store = new HealthCounts(registry.storage, 'one');
    count(store, '1', 1, false);
    await store.flush();
    await store.removeExpired(minutesAfter(60));
    expect(await registry.storage.listNames('health/')).toEqual(['one']);
    await store.removeExpired(minutesAfter(600));
    expect(await registry.storage.listNames('health/')).toEqual([]);
  });
});
