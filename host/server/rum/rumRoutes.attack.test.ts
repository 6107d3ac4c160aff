import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Composition } from '@shop/runtime/composition';
import {
  DEFAULT_LIMITS,
  HealthCounts,
  promote,
  publishRelease,
  type Registry,
  rollBackBadReleases,
  signText,
  startCanary,
  sumByRelease,
  revertBadCanaries,
  type Sums,
} from '@shop/registry';
import { builtRemote } from '@shop/registry/testing/builtRemote';
import fastify, { type FastifyInstance } from 'fastify';
import type { ReleaseVisit } from '../../src/rum/RumReport';
import { createHostMetrics } from '../observability/hostMetrics';
import { rumRoutes } from './rumRoutes';
import { createVisitTokens } from './visitTokens';
import { openTestRegistry } from '@shop/registry/testing/openTestRegistry';

const KEY = 'a key';
const visitTokens = createVisitTokens(async () => KEY);
const CANARY = 'mfe-home@2';
/** A release that was live an hour ago. */
const TAKEN_AWAY = '0';

const pageWith = (version: string, more: Composition = {}): Composition => ({
  'mfe-home': { version, entry: '/e.js', container: 'c', mounts: ['/'], missingTitle: 'x' },
  ...more,
});

let folder: string;
let registry: Registry;
let health: HealthCounts;
let app: FastifyInstance;
beforeEach(async () => {
  folder = await fs.mkdtemp(path.join(os.tmpdir(), 'rum-'));
  registry = openTestRegistry(folder);
  health = new HealthCounts(registry.storage, 'one');
  app = fastify({ trustProxy: true });
  await rumRoutes(app, {
    live: { isKnown: () => true, isShown: (_remote, version) => version !== TAKEN_AWAY },
    health,
    metrics: createHostMetrics(),
    visitTokens,
  });
});
afterEach(async () => {
  jest.restoreAllMocks();
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
const NOTHING = { visits: 0, failures: 0, lcp: {}, inp: {} };

test.each<[string, () => Promise<string>]>([
  ['without a signature', async () => 'x'],
  ['signed with another key', () => createVisitTokens(async () => 'another key').issue(pageWith('2'))],
  [
    'signed with our key for something else, such as a link',
    async () => signText(KEY, 'remote override', `x ${CANARY}`, new Date(Date.now() + 3_600_000)),
  ],
  ['with a replaced release', async () => (await visitTokens.issue(pageWith('1'))).replace('mfe-home@1', CANARY)],
  ['with a replaced expiry', async () => (await visitTokens.issue(pageWith('2'))).replace(/~\d+~/, '~9999999999~')],
  [
    'that has expired',
    () =>
      createVisitTokens(
        async () => KEY,
        () => new Date(Date.now() - 3_601_000),
      ).issue(pageWith('2')),
  ],
])('rejects a token %s', async (_what, issue) => {
  expect(await report(await issue())).toBe(403);
  expect(await readSums()).toEqual(NOTHING);
});

test('counts only the releases of the page and their stand-ins', async () => {
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

test('does not count a release that is no longer shown', async () => {
  expect(await report(await visitTokens.issue(pageWith(TAKEN_AWAY)), [{ ...failure, release: TAKEN_AWAY }])).toBe(204);
  expect(await readSums(`mfe-home@${TAKEN_AWAY}`)).toEqual(NOTHING);
});

test('a page with an override has no token', async () => {
  expect(
    await visitTokens.issue({
      'mfe-home': { version: '2', entry: '/e.js', container: 'c', mounts: ['/'], missingTitle: 'x', isOverride: true },
    }),
  ).toBe('');
});

test('counts each part of a repeated report once', async () => {
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

test('counts a token once, whichever networks report it, and adds to the visit only what its own network reports', async () => {
  const token = await visitTokens.issue(pageWith('2'));
  await report(token, [{ ...failure, failed: false }], '198.51.100.1');
  for (let n = 2; n <= 20; n += 1) await report(token, [failure], `198.51.${n}.1`);
  for (let n = 2; n <= 20; n += 1) await report(token, [{ ...failure, first: false }], `198.51.${n}.1`);
  expect(await readSums()).toMatchObject({ visits: 1, failures: 0 });
  await report(token, [{ ...failure, first: false }], '198.51.100.1');
  expect(await readSums()).toMatchObject({ visits: 1, failures: 1 });
});

test('adds later samples to their visit once, and ignores samples without a visit', async () => {
  const [token, other] = [await visitTokens.issue(pageWith('2')), await visitTokens.issue(pageWith('2'))];
  await report(token, [{ ...failure, failed: false, lcp: null, inp: null }]);
  for (let n = 0; n < 3; n += 1) await report(token, [{ ...failure, first: false }]);
  await report(other, [{ ...failure, first: false }]);
  const { visits, failures } = await readSums();
  expect({ visits, failures }).toEqual({ visits: 1, failures: 1 });
});

test('rejects a report with a hundred samples', async () => {
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

test('treats a /64 and different notations of an address as one network', async () => {
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

test('limits a network to 60 reports a minute across its addresses', async () => {
  jest.spyOn(performance, 'now').mockReturnValue(0);
  const statuses = [];
  for (let n = 0; n < 70; n += 1) statuses.push(await report('x', [failure], `2001:db8:9:9::${n.toString(16)}`));
  expect(statuses.filter((status) => status === 429)).toHaveLength(10);
});

const well = { ...failure, failed: false, lcp: 800, inp: 40 };
/** Reports good visits, each from a network of its own. */
const visitWell = async (release: string, visits: number): Promise<void> => {
  for (let n = 0; n < visits; n += 1)
    await report(
      await visitTokens.issue(pageWith(release)),
      [{ ...well, release }],
      `1${release}.${n >> 8}.${n & 255}.1`,
    );
};
/** Reports failures, as many as each network can. */
const failIn = async (networks: number): Promise<void> => {
  for (let network = 0; network < networks; network += 1)
    for (let n = 0; n < 10; n += 1)
      await report(await visitTokens.issue(pageWith('2')), [failure], `203.0.${network}.1`);
};

describe('a canary among visitors', () => {
  beforeEach(async () => {
    const context = { by: 'home team', now: new Date() };
    for (const version of ['1', '2'])
      await publishRelease(registry, builtRemote({ version, text: version }), 'home team', context.now);
    await promote(registry, { 'mfe-home': '1' }, context);
    await startCanary(registry, 'mfe-home', '2', 10, context);
    for (const release of ['1', '2']) await visitWell(release, 400);
  });
  const look = () => revertBadCanaries(registry, health, DEFAULT_LIMITS, new Date());

  test('is not ended by one network that reports as often as possible', async () => {
    await failIn(1);
    expect(await readSums()).toMatchObject({ visits: 402, failures: 2 });
    expect(await look()).toEqual([]);
  });

  test('is not ended by nine networks', async () => {
    await failIn(9);
    expect(await look()).toEqual([]);
  });

  test('is ended by ten failing networks in four hundred, as it would be for a bad release', async () => {
    await failIn(10);
    expect(await look()).toHaveLength(1);
  });
});

describe('a release that was just promoted', () => {
  const promoteAfter = async (visitsOfHourBefore: number): Promise<void> => {
    const by = 'home team';
    for (const version of ['1', '2'])
      await publishRelease(registry, builtRemote({ version, text: version }), by, new Date());
    await promote(registry, { 'mfe-home': '1' }, { by, now: new Date() });
    await visitWell('1', visitsOfHourBefore);
    const now = new Date();
    await promote(registry, { 'mfe-home': '2' }, { by, now });
    health.startPeriod(now);
  };
  const look = () => rollBackBadReleases(registry, health, DEFAULT_LIMITS, new Date());

  test('is rolled back by ten failing networks in four hundred, not by nine', async () => {
    await promoteAfter(400);
    await visitWell('2', 400);
    await failIn(9);
    expect(await look()).toEqual([]);
    await failIn(10);
    expect(await look()).toHaveLength(1);
  });

  test('without other visits is rolled back by ten networks, not by nine', async () => {
    await promoteAfter(400);
    await failIn(9);
    expect(await look()).toEqual([]);
    await failIn(10);
    expect(await look()).toHaveLength(1);
  });

  test('of a small shop is rolled back when it fails for all of its twelve visitors', async () => {
    await promoteAfter(12);
    await failIn(12);
    expect(await look()).toHaveLength(1);
  });

  test('of a busy shop is not rolled back by the visits of seconds, but by three minutes of its visitors', async () => {
    await promoteAfter(1_000);
    await failIn(24);
    expect(await look()).toEqual([]);
    await failIn(25);
    expect(await look()).toHaveLength(1);
  });

  test.each<[string, number, boolean, (n: number) => string]>([
    ['130 networks of one /56 with one token', 1, true, (n) => `2001:db8:1:${n.toString(16)}::1`],
    ['130 networks of one /56 with a token each', 8, false, (n) => `2001:db8:1:${n.toString(16)}::1`],
    ['130 networks of one /48 with a token each', 32, false, (n) => `2001:db8:1:${(n * 500).toString(16)}::1`],
    ['130 addresses of one IPv4 /24 with a token each', 16, false, (n) => `203.0.113.${n}`],
    ['130 networks all over with one token', 1, true, (n) => `203.${n}.113.1`],
  ])('is not rolled back by %s, which count as %d', async (_attackers, counted, sharesToken, toAddress) => {
    await promoteAfter(0);
    const shared = await visitTokens.issue(pageWith('2'));
    for (let n = 0; n < 130; n += 1)
      for (let times = 0; times < 2; times += 1)
        await report(sharesToken ? shared : await visitTokens.issue(pageWith('2')), [failure], toAddress(n));
    expect(await look()).toEqual([]);
    expect(await readSums()).toMatchObject({ visits: counted, failures: counted });
  });
});

test('counts a page that the server could not render as one failed visit, whatever the browser reports', async () => {
  const token = await visitTokens.issue(pageWith('2'), CANARY);
  for (let n = 0; n < 3; n += 1) {
    await report(token, [{ ...failure, failed: n === 2, first: n === 0 }]);
    expect(await readSums()).toMatchObject({ visits: 1, failures: 1 });
  }
});

test('rejects a token with a replaced failed release', async () => {
  const token = await visitTokens.issue(pageWith('2'), 'mfe-auth@1');
  expect(await report(token.replace('mfe-auth@1', CANARY), [{ ...failure, failed: false }])).toBe(403);
  await report(token, [{ ...failure, failed: false }]);
  expect(await readSums()).toMatchObject({ visits: 1, failures: 0 });
});
