import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { builtRemote, aHost } from '../testing/builtRemote';
import {
  collectGarbage,
  endCanary,
  HealthCounts,
  promote,
  publishRelease,
  type Registry,
  rollback,
  rollBackBadReleases,
  startCanary,
  revertBadCanaries,
  DEFAULT_LIMITS,
} from '../index';
import { finishRamp, stopRamp, advanceRamp } from '../promote';
import { RAMP_WEIGHTS } from '../ramp';
import { RegistryError } from '../RegistryError';
import { advanceRamps } from './advanceRamps';
import { openTestRegistry } from '../testing/openTestRegistry';

const noon = new Date('2026-01-01T12:00:00Z');
const minutesAfter = (minutes: number): Date => new Date(noon.getTime() + minutes * 60_000);
const byHomeTeam = (now: Date, reason?: string) => ({ by: 'home team', now, reason });
const POLICY = { visits: 100, stepMs: 600_000 };

let published: string;
let workspace: string;
let registry: Registry;
let hosts: HealthCounts[];
const openRegistryAt = (directory = workspace): Registry => openTestRegistry(directory);
beforeAll(async () => {
  published = await fs.mkdtemp(path.join(os.tmpdir(), 'ramp-'));
  for (const version of ['1', '2', '3', '4'])
    await publishRelease(openRegistryAt(published), builtRemote({ version, text: version }), 'home team', noon);
  for (const version of ['1', '2'])
    await publishRelease(
      openRegistryAt(published),
      builtRemote({ remote: 'mfe-auth', mounts: ['/orders'], version, text: version }),
      'auth team',
      noon,
    );
});
afterAll(() => fs.rm(published, { recursive: true, force: true }));
beforeEach(async () => {
  workspace = await fs.mkdtemp(path.join(os.tmpdir(), 'ramp-'));
  await fs.cp(published, workspace, { recursive: true });
  registry = openRegistryAt();
  hosts = ['one', 'two'].map((id) => new HealthCounts(registry.storage, id));
  await promote(registry, { 'mfe-home': '1', 'mfe-auth': '1' }, byHomeTeam(minutesAfter(-180)));
});
afterEach(() => fs.rm(workspace, { recursive: true, force: true }));

/** Starts a new counting period after a change, as hosts do. */
const startNewPeriod = async (): Promise<void> => {
  const { history } = await registry.readComposition();
  for (const host of hosts) host.startPeriod(new Date(history.at(-1)?.at ?? 0));
};
const visit = (version: string, count: number, failures: number, now: Date): void => {
  for (let n = 0; n < count; n += 1)
    hosts[n % 2]?.record('mfe-home', version, { first: true, failed: n < failures, lcp: 500, inp: null }, now);
};
/** All hosts advance ramps at once, each with its own registry instance. */
const flushAndAdvance = async (now: Date) => {
  await Promise.all(hosts.map((host) => host.flush()));
  const stepped = (
    await Promise.all(hosts.map((host) => advanceRamps(openRegistryAt(), host, DEFAULT_LIMITS, now)))
  ).flat();
  await startNewPeriod();
  return stepped;
};
const startRamp = async (version = '2', now = noon, reason?: string) => {
  const outcome = await promote(registry, { 'mfe-home': version }, byHomeTeam(now, reason), POLICY);
  await startNewPeriod();
  return outcome;
};
const readShown = async () => {
  const { live, canary } = await registry.readComposition();
  return {
    live: live['mfe-home'],
    canary:
      canary['mfe-home'] &&
      `${canary['mfe-home'].version} for ${canary['mfe-home'].weight} %${canary['mfe-home'].ramp ? ', in steps' : ''}`,
  };
};
const lastEntry = async () => (await registry.readComposition()).history.at(-1);

describe('a release that is promoted in steps', () => {
  test('is shown to 1 %, 10 %, and then all visitors, holding each step until enough have come; one host makes each change', async () => {
    expect(await startRamp('2', noon, 'gift wrapping')).toEqual({
      changed: true,
      ramp: { remote: 'mfe-home', version: '2', weight: 1, ...POLICY },
    });
    expect(await readShown()).toEqual({ live: '1', canary: '2 for 1 %, in steps' });
    visit('1', 500, 2, minutesAfter(1));
    visit('2', 99, 0, minutesAfter(1));
    expect(await flushAndAdvance(minutesAfter(1))).toEqual([]);
    visit('2', 1, 0, minutesAfter(1));
    expect(await flushAndAdvance(minutesAfter(2))).toEqual([
      {
        remote: 'mfe-home',
        version: '2',
        weight: 10,
        reason: 'step 2 of 3, after 1 % held for 100 visits; gift wrapping; by home team',
      },
    ]);
    // Visits of the previous step in the same five minutes do not count for this one.
    expect(await flushAndAdvance(minutesAfter(2))).toEqual([]);
    visit('1', 500, 2, minutesAfter(3));
    visit('2', 120, 1, minutesAfter(3));
    expect(await flushAndAdvance(minutesAfter(3))).toMatchObject([{ weight: 100 }]);
    expect(await readShown()).toEqual({ live: '2', canary: undefined });
    const { history } = await registry.readComposition();
    expect(
      history.slice(1).map(({ by: who, action, reason, changes }) => [who, action, changes[0]?.weight, reason]),
    ).toEqual([
      ['home team', 'canary', 1, 'step 1 of 3; gift wrapping'],
      ['ramp', 'canary', 10, 'step 2 of 3, after 1 % held for 100 visits; gift wrapping; by home team'],
      ['ramp', 'promote', undefined, 'step 3 of 3, after 10 % held for 120 visits; gift wrapping; by home team'],
    ]);
  });

  test('advances after a time limit if few visitors come', async () => {
    await startRamp();
    visit('2', 3, 0, minutesAfter(1));
    expect(await flushAndAdvance(minutesAfter(9))).toEqual([]);
    expect(await flushAndAdvance(minutesAfter(10))).toMatchObject([
      { weight: 10, reason: expect.stringContaining('1 % held for 600 s, with 3 visits') },
    ]);
    expect(await flushAndAdvance(minutesAfter(19))).toEqual([]);
    expect(await flushAndAdvance(minutesAfter(20))).toMatchObject([{ weight: 100 }]);
    expect(await readShown()).toEqual({ live: '2', canary: undefined });
  });

  test('ends if it does worse than the live one, with the figures of both', async () => {
    await startRamp();
    visit('1', 500, 0, minutesAfter(1));
    visit('2', 150, 50, minutesAfter(1));
    expect(await flushAndAdvance(minutesAfter(2))).toEqual([
      {
        remote: 'mfe-home',
        version: '2',
        weight: 0,
        reason: '33.3 % of 150 visits failed, 0.0 % of 500 with the live release (1); 2 points more are allowed',
      },
    ]);
    expect(await readShown()).toEqual({ live: '1', canary: undefined });
    expect(await lastEntry()).toMatchObject({ by: 'health', action: 'end-canary', changes: [{ from: '2', to: null }] });
  });

  test('ends if all its pages fail, even with few visitors and after the time limit', async () => {
    await startRamp();
    visit('2', 20, 20, minutesAfter(9));
    expect(await flushAndAdvance(minutesAfter(11))).toMatchObject([{ weight: 0 }]);
  });

  test('is judged after it was promoted like any other', async () => {
    await startRamp();
    await flushAndAdvance(minutesAfter(10));
    visit('1', 400, 0, minutesAfter(15));
    await flushAndAdvance(minutesAfter(20));
    visit('2', 200, 100, minutesAfter(21));
    await hosts[1]?.flush();
    expect(
      await rollBackBadReleases(registry, hosts[0] as HealthCounts, DEFAULT_LIMITS, minutesAfter(22)),
    ).toMatchObject([{ version: '2', to: '1' }]);
  });

  test('ends with the reasons if its last step is refused', async () => {
    await startRamp();
    await flushAndAdvance(minutesAfter(10));
    await registry.announceHost('one', aHost({ singletons: { react: '20.0.0' } }), minutesAfter(20));
    expect(await flushAndAdvance(minutesAfter(20))).toMatchObject([
      { weight: 0, reason: expect.stringMatching(/^it cannot be promoted: mfe-home 2 is refused:.*needs react/s) },
    ]);
    expect(await readShown()).toEqual({ live: '1', canary: undefined });
    expect(await lastEntry()).toMatchObject({ by: 'ramp', action: 'end-canary' });
  });

  test('is not promoted if its files are altered meanwhile', async () => {
    await startRamp();
    await flushAndAdvance(minutesAfter(10));
    await fs.writeFile(path.join(workspace, 'mfe-home/2/node/node.1.js'), 'altered');
    expect(await flushAndAdvance(minutesAfter(20))).toMatchObject([
      { weight: 0, reason: expect.stringContaining('node/node.1.js has changed since it was published.') },
    ]);
  });

  test('continues after all hosts restart', async () => {
    await startRamp();
    await flushAndAdvance(minutesAfter(10));
    hosts = ['three', 'four'].map((id) => new HealthCounts(registry.storage, id));
    await startNewPeriod();
    expect(await flushAndAdvance(minutesAfter(19))).toEqual([]);
    expect(await flushAndAdvance(minutesAfter(20))).toMatchObject([{ weight: 100 }]);
  });

  test('continues unchanged if it is published again', async () => {
    await startRamp();
    await flushAndAdvance(minutesAfter(10));
    expect(await startRamp('2', minutesAfter(11))).toEqual({
      changed: false,
      ramp: { remote: 'mfe-home', version: '2', weight: 10, ...POLICY },
    });
    expect(await readShown()).toEqual({ live: '1', canary: '2 for 10 %, in steps' });
  });
});

test('a host that saw an earlier ramp of the same release neither advances nor ends the current one', async () => {
  await startRamp();
  const seen = { version: '2', heldSince: noon.toISOString() };
  await endCanary(registry, 'mfe-home', '2', byHomeTeam(minutesAfter(1)));
  await startRamp('2', minutesAfter(2));
  expect(
    await Promise.all([
      advanceRamp(registry, 'mfe-home', seen, byHomeTeam(minutesAfter(3))),
      finishRamp(registry, 'mfe-home', seen, byHomeTeam(minutesAfter(3))),
      stopRamp(registry, 'mfe-home', seen, byHomeTeam(minutesAfter(3))),
    ]),
  ).toEqual([false, false, false]);
  expect(await readShown()).toEqual({ live: '1', canary: '2 for 1 %, in steps' });
});

describe('a ramp is replaced by a manual change', () => {
  beforeEach(async () => {
    await startRamp();
  });

  test.each<[string, () => Promise<unknown>, Awaited<ReturnType<typeof readShown>>]>([
    [
      'to another weight, where it stays',
      () => startCanary(registry, 'mfe-home', '2', 50, byHomeTeam(minutesAfter(1))),
      { live: '1', canary: '2 for 50 %' },
    ],
    [
      'to the same weight, where it stays',
      () => startCanary(registry, 'mfe-home', '2', 1, byHomeTeam(minutesAfter(1))),
      { live: '1', canary: '2 for 1 %' },
    ],
    [
      'to another canary',
      () => startCanary(registry, 'mfe-home', '3', 1, byHomeTeam(minutesAfter(1))),
      { live: '1', canary: '3 for 1 %' },
    ],
    [
      'to no canary',
      () => endCanary(registry, 'mfe-home', undefined, byHomeTeam(minutesAfter(1))),
      { live: '1', canary: undefined },
    ],
    [
      'to live at once',
      () => promote(registry, { 'mfe-home': '2' }, byHomeTeam(minutesAfter(1))),
      { live: '2', canary: undefined },
    ],
    [
      'to another live release',
      () => promote(registry, { 'mfe-home': '3' }, byHomeTeam(minutesAfter(1))),
      { live: '3', canary: undefined },
    ],
    [
      'to another live release in a set',
      () => promote(registry, { 'mfe-home': '3', 'mfe-auth': '2' }, byHomeTeam(minutesAfter(1))),
      { live: '3', canary: undefined },
    ],
    [
      'by a rollback, which ends it and keeps the live release',
      () => rollback(registry, 'mfe-home', undefined, byHomeTeam(minutesAfter(1))),
      { live: '1', canary: undefined },
    ],
  ])('%s', async (_what, change, expected) => {
    await change();
    expect(await readShown()).toEqual(expected);
    for (const minutes of [11, 22, 33]) expect(await flushAndAdvance(minutesAfter(minutes))).toEqual([]);
    expect(await readShown()).toEqual(expected);
  });

  test('a newly published release replaces it and starts at the first step', async () => {
    await flushAndAdvance(minutesAfter(10));
    await startRamp('3', minutesAfter(11));
    expect(await readShown()).toEqual({ live: '1', canary: '3 for 1 %, in steps' });
    expect(await flushAndAdvance(minutesAfter(20))).toEqual([]);
    expect(await flushAndAdvance(minutesAfter(21))).toMatchObject([{ version: '3', weight: 10 }]);
  });
});

test('without a policy a release is promoted at once, as are first releases and sets, with the reason', async () => {
  expect(await promote(registry, { 'mfe-home': '2' }, byHomeTeam(noon))).toEqual({ changed: true });
  expect(await promote(registry, { 'mfe-home': '3', 'mfe-auth': '2' }, byHomeTeam(noon), POLICY)).toEqual({
    changed: true,
    atOnce: 'several releases go live together',
  });
  expect(await promote(registry, { 'mfe-home': '3', 'mfe-auth': '2' }, byHomeTeam(noon), POLICY)).toEqual({
    changed: false,
  });
  expect(await promote(registry, { 'mfe-home': '4', 'mfe-auth': '2' }, byHomeTeam(noon), POLICY)).toMatchObject({
    changed: true,
    ramp: { remote: 'mfe-home', version: '4', weight: 1 },
  });
  await publishRelease(
    registry,
    builtRemote({ remote: 'mfe-gifts', version: '1', mounts: ['/gifts'] }),
    'gifts team',
    noon,
  );
  expect(await promote(registry, { 'mfe-gifts': '1' }, byHomeTeam(noon), POLICY)).toEqual({
    changed: true,
    atOnce: 'nothing was live before',
  });
});

/** Deterministic random numbers (Park and Miller). */
const createRandom = (seed: number) => {
  let state = seed;
  return (below: number): number => {
    state = (state * 48_271) % 2_147_483_647;
    return state % below;
  };
};

describe.each([1, 2])('concurrent changes by hosts and people (seed %d)', (seed) => {
  test('lead to one composition that matches its history', async () => {
    const random = createRandom(seed * 7_919);
    const pick = <T>(values: readonly T[]): T => values[random(values.length)] as T;
    const version = () => pick(['1', '2', '3', '4']);
    let now = noon;
    const actions: readonly ((at: Registry) => Promise<unknown>)[] = [
      (at) => promote(at, { 'mfe-home': version() }, byHomeTeam(now), POLICY),
      (at) => promote(at, { 'mfe-home': version(), 'mfe-auth': pick(['1', '2']) }, byHomeTeam(now), POLICY),
      (at) => promote(at, { 'mfe-home': version() }, byHomeTeam(now)),
      (at) => rollback(at, 'mfe-home', pick([undefined, '1', '2']), byHomeTeam(now)),
      (at) => startCanary(at, 'mfe-home', version(), pick([0, 1, 50]), byHomeTeam(now)),
      (at) => endCanary(at, 'mfe-home', pick([undefined, '2']), byHomeTeam(now)),
    ];
    const watches = [advanceRamps, rollBackBadReleases, revertBadCanaries];
    for (let round = 0; round < 25; round += 1) {
      now = new Date(now.getTime() + pick([1_000, 61_000, 601_000]));
      for (const one of ['1', '2', '3', '4']) visit(one, random(60), random(2) * random(30), now);
      await Promise.all(hosts.map((host) => host.flush()));
      const before = await registry.readComposition();
      const outcomes = await Promise.allSettled([
        ...Array.from({ length: 1 + random(3) }, () => pick(actions)(openRegistryAt())),
        ...hosts.flatMap((host) =>
          watches.map((watch) => watch(openRegistryAt(), host, { ...DEFAULT_LIMITS, minVisits: 20 }, now)),
        ),
      ]);
      for (const outcome of outcomes)
        if (outcome.status === 'rejected' && !(outcome.reason instanceof RegistryError)) throw outcome.reason;
      await startNewPeriod();

      const { live, canary, earlier, history } = await registry.readComposition();
      // When the history is replayed, each change continues from the result of the previous one.
      const played = {
        live: { ...before.live } as Record<string, string | undefined>,
        canary: Object.fromEntries(
          Object.entries(before.canary).map(([remote, one]) => [remote, one.version]),
        ) as Record<string, string | undefined>,
      };
      for (const { action, changes } of history.slice(before.history.length)) {
        for (const { remote, channel, from, to } of changes) {
          expect({ round, action, from }).toEqual({ round, action, from: played[channel][remote] ?? null });
          if (to === null) delete played[channel][remote];
          else played[channel][remote] = to;
          // A canary that is promoted is no longer a canary.
          if (channel === 'live' && played.canary[remote] === to) delete played.canary[remote];
        }
      }
      expect(played).toEqual({
        live,
        canary: Object.fromEntries(Object.entries(canary).map(([remote, one]) => [remote, one.version])),
      });
      const home = canary['mfe-home'];
      expect(home?.version).not.toBe(live['mfe-home']);
      if (home?.ramp) expect(RAMP_WEIGHTS).toContain(home.weight);
      expect(new Set(earlier['mfe-home']).size).toBe((earlier['mfe-home'] ?? []).length);
      expect(earlier['mfe-home'] ?? []).not.toContain(live['mfe-home']);
    }
    expect(await collectGarbage(registry, now, { keptDays: 0, dryRun: true })).not.toContainEqual(
      expect.objectContaining({ version: (await registry.readComposition()).live['mfe-home'], remote: 'mfe-home' }),
    );
  }, 120_000);
});
