import type { Composition } from '@shop/federation/composition';
import {
  DEFAULT_LIMITS,
  FileStorage,
  HealthStore,
  promote,
  publishRelease,
  Registry,
  rollBackBadReleases,
  sign,
  startCanary,
  sumByRelease,
  revertBadCanaries,
  type Sums,
} from '@shop/federation/registry';
import { builtRemote } from '@shop/federation/testing/builtRemote';
import fastify, { type FastifyInstance } from 'fastify';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { ReleaseVisit } from '../../src/rum/RumReport';
import { createHostMetrics } from '../observability/hostMetrics';
import { rumRoutes } from './rumRoutes';
import { createVisitTokens } from './visitTokens';

const KEY = 'a key';
const visitTokens = createVisitTokens(async () => KEY);
const CANARY = 'mfe-home@2';
/** A release that visitors had an hour ago, and nobody has now. */
const TAKEN_AWAY = '0';

const pageWith = (version: string, more: Composition = {}): Composition => ({
  'mfe-home': { version, entry: '/e.js', container: 'c', mounts: ['/'], missingTitle: 'x' },
  ...more,
});

let folder: string;
let registry: Registry;
let health: HealthStore;
let app: FastifyInstance;
beforeEach(async () => {
  folder = await fs.mkdtemp(path.join(os.tmpdir(), 'rum-'));
  registry = new Registry(new FileStorage(folder));
  health = new HealthStore(registry.storage, 'one');
  app = fastify({ trustProxy: true });
  await rumRoutes(app, {
    live: { isKnown: () => true, isShown: (_remote, version) => version !== TAKEN_AWAY },
    health,
    metrics: createHostMetrics(),
    visitTokens,
  });
});
afterEach(async () => {
  await app.close();
  await fs.rm(folder, { recursive: true, force: true });
});

const failure: ReleaseVisit = { remote: 'mfe-home', release: '2', first: true, failed: true, lcp: 20_000, inp: 9_000 };

const report = async (
  token: string,
  releases: readonly ReleaseVisit[] = [failure],
  address = '192.0.2.1',
): Promise<number> =>
  (
    await app.inject({
      method: 'POST',
      url: '/rum',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
      payload: JSON.stringify({ kind: 'visit', token, releases }),
    })
  ).statusCode;

const readSums = async (name = CANARY): Promise<Sums> => {
  const [remote = '', version = ''] = name.split('@');
  return sumByRelease(await health.read(new Date(0)), remote, version);
};
/** Of the page at /federation, for which an hour of a week ago is kept as well as the last one. */
const countTrend = async (): Promise<number> =>
  (await health.trends.read(new Date(0))).reduce((visits, { releases }) => visits + (releases[CANARY]?.visits ?? 0), 0);
const NOTHING = { visits: 0, failures: 0, lcp: {}, inp: {} };

test.each<[string, () => Promise<string>]>([
  ['of nobody', async () => 'x'],
  ['signed with another key', () => createVisitTokens(async () => 'another key').issue(pageWith('2'))],
  [
    'signed with our key for something else, such as a link',
    async () => sign(KEY, 'remote override', `x ${CANARY}`, new Date(Date.now() + 3_600_000)),
  ],
  ['with another release put in', async () => (await visitTokens.issue(pageWith('1'))).replace('mfe-home@1', CANARY)],
  ['with another end put in', async () => (await visitTokens.issue(pageWith('2'))).replace(/~\d+~/, '~9999999999~')],
  [
    'of an hour ago',
    () =>
      createVisitTokens(
        async () => KEY,
        () => new Date(Date.now() - 3_601_000),
      ).issue(pageWith('2')),
  ],
])('a token %s is not believed', async (_what, issue) => {
  expect(await report(await issue())).toBe(403);
  expect(await readSums()).toEqual(NOTHING);
});

test('a page reports only the releases that it was given, with those that stand in for them', async () => {
  expect(await report(await visitTokens.issue(pageWith('1')))).toBe(204);
  expect(await readSums()).toEqual(NOTHING);
  const previous = { version: '2', entry: '/e.js', container: 'c' };
  expect(
    await report(
      await visitTokens.issue(
        pageWith('3', {
          'mfe-home': { version: '3', entry: '/e.js', container: 'c', mounts: ['/'], missingTitle: 'x', previous },
        }),
      ),
    ),
  ).toBe(204);
  expect(await readSums()).toMatchObject({ visits: 1, failures: 1 });
});

test('a page of before a release was taken away reports nothing of it', async () => {
  expect(await report(await visitTokens.issue(pageWith(TAKEN_AWAY)), [{ ...failure, release: TAKEN_AWAY }])).toBe(204);
  expect(await readSums(`mfe-home@${TAKEN_AWAY}`)).toEqual(NOTHING);
});

test('a page with a release that is not live has no token', async () => {
  expect(
    await visitTokens.issue({
      'mfe-home': { version: '2', entry: '/e.js', container: 'c', mounts: ['/'], missingTitle: 'x', isOverride: true },
    }),
  ).toBe('');
});

test('a report counts once for each of its parts, however often it is sent', async () => {
  const token = await visitTokens.issue(pageWith('2'));
  for (let n = 0; n < 10; n += 1) await report(token);
  for (let n = 0; n < 10; n += 1) await report(token, [{ ...failure, first: false }]);
  const { visits, failures, lcp, inp } = await readSums();
  expect({ visits, failures, lcp: Object.values(lcp), inp: Object.values(inp) }).toEqual({
    visits: 1,
    failures: 1,
    lcp: [1],
    inp: [1],
  });
});

test('those who got one page from a cache share its token, and each network of them counts', async () => {
  const token = await visitTokens.issue(pageWith('2'));
  for (let n = 1; n <= 20; n += 1)
    for (let times = 0; times < 2; times += 1) await report(token, [{ ...failure, failed: n <= 5 }], `198.51.100.${n}`);
  expect(await readSums()).toMatchObject({ visits: 20, failures: 5 });
});

test('what comes later is added to its visit once; without a visit it counts for nothing', async () => {
  const [token, other] = [await visitTokens.issue(pageWith('2')), await visitTokens.issue(pageWith('2'))];
  await report(token, [{ ...failure, failed: false, lcp: null, inp: null }]);
  for (let n = 0; n < 3; n += 1) await report(token, [{ ...failure, first: false }]);
  await report(other, [{ ...failure, first: false }]);
  const { visits, failures } = await readSums();
  expect({ visits, failures }).toEqual({ visits: 1, failures: 1 });
});

test('one report with a hundred samples is refused', async () => {
  expect(
    await report(
      await visitTokens.issue(pageWith('2')),
      Array.from({ length: 100 }, () => failure),
    ),
  ).toBe(413);
  expect(
    await report(
      await visitTokens.issue(pageWith('2')),
      Array.from({ length: 20 }, () => ({ ...failure, first: false })),
    ),
  ).toBe(400);
  expect(await readSums()).toEqual(NOTHING);
});

test('trends count what health counts, and no more', async () => {
  expect(await report('x')).toBe(403);
  for (let n = 0; n < 5; n += 1) await report(await visitTokens.issue(pageWith('2')), [{ ...failure, cls: 0.5 }]);
  await report(await visitTokens.issue(pageWith('1')), [failure]); // it was not given this release
  expect({ trend: await countTrend(), health: (await readSums()).visits }).toEqual({ trend: 2, health: 2 });
});

test('many addresses of one /64 are one network, and so is an address written another way', async () => {
  for (let n = 1; n <= 30; n += 1)
    await report(
      await visitTokens.issue(pageWith('2')),
      [failure],
      `2001:db8:1:2:${n.toString(16)}::${n.toString(16)}`,
    );
  expect((await readSums()).visits).toBe(2);
  for (let n = 0; n < 8; n += 1)
    await report(
      await visitTokens.issue(pageWith('2')),
      [failure],
      n % 2 === 0 ? '::ffff:198.51.100.7' : '198.51.100.7',
    );
  expect((await readSums()).visits).toBe(4);
});

test('a network that reports more than 60 times a minute is refused, whichever of its addresses it uses', async () => {
  const statuses = [];
  for (let n = 0; n < 70; n += 1) statuses.push(await report('x', [failure], `2001:db8:9:9::${n.toString(16)}`));
  expect(statuses.filter((status) => status === 429)).toHaveLength(10);
});

describe('a canary among visitors', () => {
  beforeEach(async () => {
    const occasion = { by: 'home team', now: new Date() };
    for (const version of ['1', '2'])
      await publishRelease(registry, builtRemote({ version, text: version }), 'home team', occasion.now);
    await promote(registry, { 'mfe-home': '1' }, occasion);
    await startCanary(registry, 'mfe-home', '2', 10, occasion);
    // Both do well for those who come: a visit each.
    for (let n = 0; n < 400; n += 1) {
      const well = { ...failure, failed: false, lcp: 800, inp: 40 };
      for (const release of ['1', '2'])
        await report(
          await visitTokens.issue(pageWith(release)),
          [{ ...well, release }],
          `10.${release}.${Math.floor(n / 200)}.${n % 200}`,
        );
    }
  });

  const attackFrom = async (networks: number): Promise<void> => {
    for (let network = 0; network < networks; network += 1) {
      for (let n = 0; n < 10; n += 1)
        await report(await visitTokens.issue(pageWith('2')), [failure], `203.0.113.${network}`);
    }
  };

  test('is not ended by one who reports as much as they can', async () => {
    await attackFrom(1);
    expect(await readSums()).toMatchObject({ visits: 402, failures: 2 });
    expect(await revertBadCanaries(registry, health, DEFAULT_LIMITS, new Date())).toEqual([]);
  });

  test('is not ended by one network in eighty that does', async () => {
    await attackFrom(5);
    expect(await revertBadCanaries(registry, health, DEFAULT_LIMITS, new Date())).toEqual([]);
  });

  test('is ended where one network in fifty reports failures: so would visitors of a bad release', async () => {
    await attackFrom(8);
    expect(await revertBadCanaries(registry, health, DEFAULT_LIMITS, new Date())).toHaveLength(1);
  });
});

describe('a release that went live a moment ago', () => {
  const well = { ...failure, failed: false, lcp: 800, inp: 40 };
  /** A visit each, from networks of their own. */
  const visitWell = async (release: string): Promise<void> => {
    for (let n = 0; n < 400; n += 1)
      await report(
        await visitTokens.issue(pageWith(release)),
        [{ ...well, release }],
        `10.${release}.${Math.floor(n / 200)}.${n % 200}`,
      );
  };
  const attackFrom = async (networks: number): Promise<void> => {
    for (let network = 0; network < networks; network += 1) {
      for (let n = 0; n < 3; n += 1)
        await report(await visitTokens.issue(pageWith('2')), [failure], `203.0.113.${network}`);
    }
  };
  beforeEach(async () => {
    const by = 'home team';
    for (const version of ['1', '2'])
      await publishRelease(registry, builtRemote({ version, text: version }), by, new Date());
    await promote(registry, { 'mfe-home': '1' }, { by, now: new Date() });
    await visitWell('1');
    const now = new Date();
    await promote(registry, { 'mfe-home': '2' }, { by, now });
    health.startPeriod(now);
  });
  const look = () => rollBackBadReleases(registry, health, DEFAULT_LIMITS, new Date());

  test('is rolled back where one visiting network in fifty reports failures, and not where one in eighty does', async () => {
    await visitWell('2');
    await attackFrom(5);
    expect(await look()).toEqual([]);
    await attackFrom(8);
    expect(await look()).toHaveLength(1);
  });

  test('and that nobody else has visited yet is rolled back by ten networks, not by nine', async () => {
    await attackFrom(9);
    expect(await look()).toEqual([]);
    await attackFrom(10);
    expect(await look()).toHaveLength(1);
  });
});

test('a page that the server could not render is one failed visit, whatever the browser reports, and however often', async () => {
  const token = await visitTokens.issue(pageWith('2'), CANARY);
  for (let n = 0; n < 3; n += 1) {
    await report(token, [{ ...failure, failed: n === 2, first: n === 0 }]);
    expect(await readSums()).toMatchObject({ visits: 1, failures: 1 });
  }
});

test('a token that says another release could not be rendered is not believed', async () => {
  const token = await visitTokens.issue(pageWith('2'), 'mfe-auth@1');
  expect(await report(token.replace('mfe-auth@1', CANARY), [{ ...failure, failed: false }])).toBe(403);
  await report(token, [{ ...failure, failed: false }]);
  expect(await readSums()).toMatchObject({ visits: 1, failures: 0 });
});
