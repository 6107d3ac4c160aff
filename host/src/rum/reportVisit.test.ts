import type { RemoteId } from '@shop/runtime/remotes';
import { setPageReleases } from './findOrigin';
import { reportError } from './reportError';
import { createVisitReporter, reportVisit } from './reportVisit';
import type { RumReport, RumVisit } from './RumReport';

beforeEach(() => {
  jest.spyOn(console, 'warn').mockImplementation(() => undefined);
  Object.defineProperty(navigator, 'sendBeacon', { configurable: true, value: () => true });
});

const startVisit = () => {
  const sent: (RumReport | RumVisit)[] = [];
  const mounted = new Map<RemoteId, string>([['mfe-home', '1.4.0']]);
  const reporter = createVisitReporter(mounted, 'a token', (report) => sent.push(report) > 0);
  return { sent, mounted, ...reporter };
};

/** Creates an error of a release, as if it were mounted. */
const createErrorIn = (remote: RemoteId, release: string): Error => {
  setPageReleases({ composition: {}, mounted: new Map([[remote, release]]), findByPath: () => remote });
  const error = new Error('broken');
  error.stack = `Error: broken\n    at x (https://shop.example/remotes/${remote}/remote.js:1:1)`;
  return error;
};

test('a visit reports each of its releases once, with timings', () => {
  const { sent, recordLcp, recordInp, tell } = startVisit();
  recordLcp('mfe-home', 812.4);
  recordInp('mfe-home', 40);
  recordInp('mfe-home', 24);
  tell();
  tell();
  expect(sent).toEqual([
    {
      kind: 'visit',
      token: 'a token',
      releases: [{ remote: 'mfe-home', release: '1.4.0', first: true, failed: false, lcp: 812, inp: 40 }],
    },
  ]);
});

test('later measurements are added, not counted as another visit', () => {
  const { sent, mounted, recordInp, tell } = startVisit();
  tell();
  mounted.set('mfe-catalog', '2.0.0');
  recordInp('mfe-home', 300);
  tell();
  expect(sent[1]).toEqual({
    kind: 'visit',
    token: 'a token',
    releases: [
      { remote: 'mfe-home', release: '1.4.0', first: false, failed: false, lcp: null, inp: 300 },
      { remote: 'mfe-catalog', release: '2.0.0', first: true, failed: false, lcp: null, inp: null },
    ],
  });
});

test('reports layout shift once, when the page is left', () => {
  const { sent, recordCls, tell } = startVisit();
  recordCls('mfe-home', 0);
  tell();
  recordCls('mfe-home', 0.123456);
  tell({ isLeft: true });
  tell({ isLeft: true });
  expect(sent.map((report) => 'releases' in report && report.releases[0])).toEqual([
    { remote: 'mfe-home', release: '1.4.0', first: true, failed: false, lcp: null, inp: null },
    { remote: 'mfe-home', release: '1.4.0', first: false, failed: false, lcp: null, inp: null, cls: 0.1235 },
  ]);
});

test('reports a crashed release as failed, even after its first report', () => {
  const { sent, tell } = startVisit();
  tell();
  reportError(createErrorIn('mfe-home', '1.4.0'));
  tell();
  expect(sent[1]).toMatchObject({ releases: [{ release: '1.4.0', first: false, failed: true }] });
});

test('reports an unavailable release as a failed visit besides its stand-in', () => {
  const { sent, tell } = startVisit();
  reportError(createErrorIn('mfe-home', '1.5.0'));
  tell();
  expect(sent).toEqual([
    {
      kind: 'visit',
      token: 'a token',
      releases: [
        { remote: 'mfe-home', release: '1.4.0', first: true, failed: false, lcp: null, inp: null },
        { remote: 'mfe-home', release: '1.5.0', first: true, failed: true, lcp: null, inp: null },
      ],
    },
  ]);
});

test.each([
  ['without a token is not reported', '', 0],
  ['with a token is reported', 'a token', 1],
])('a visit %s', (_what, token, beacons) => {
  jest.useFakeTimers();
  const sendBeacon = jest.fn(() => true);
  Object.defineProperty(navigator, 'sendBeacon', { configurable: true, value: sendBeacon });
  const release = { version: '1.4.0', entry: '/e.js', container: 'c', mounts: ['/'], missingTitle: 'x' };
  reportVisit(
    {
      composition: { 'mfe-home': release },
      mounted: new Map([['mfe-home', '1.4.0']]),
      findByPath: () => 'mfe-home',
      getMissingTitle: () => 'x',
      getRefusal: () => [],
      mount: jest.fn(),
      mountStandIn: jest.fn(),
    },
    token,
  );
  jest.advanceTimersByTime(10_000);
  expect(sendBeacon).toHaveBeenCalledTimes(beacons);
  jest.useRealTimers();
});
