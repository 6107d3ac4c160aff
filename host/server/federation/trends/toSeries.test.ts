import { NO_SUMS, type HistoryEntry, type Hour, type Sums } from '@shop/registry';
import { byRelease, byRemote, listMarks, readPeriod, toSeries } from './toSeries';

const now = new Date('2026-01-08T10:20:00Z');
const hour = (time: string, releases: Readonly<Record<string, Partial<Sums>>>): Hour => ({
  at: new Date(time).getTime(),
  releases: Object.fromEntries(Object.entries(releases).map(([key, sums]) => [key, { ...NO_SUMS, ...sums }])),
});

test('a day has a point per hour up to now, with gaps for hours without visits', () => {
  const [home] = toSeries(
    [hour('2026-01-08T10:00:00Z', { 'mfe-home@1': { visits: 10, failures: 1, lcp: { '16': 10 } } })],
    readPeriod('1'),
    now,
    byRemote,
  );
  expect(home?.points.errors).toHaveLength(24);
  expect(home?.points.errors.at(-1)).toEqual({ at: new Date('2026-01-08T10:30:00Z').getTime(), value: 10 });
  expect(home?.points.errors.at(-2)?.value).toBeNull();
  expect(home?.points.lcp.at(-1)?.value).toBe(838); // three quarters of the way from 800 to 850
  expect(home?.points.cls.at(-1)?.value).toBeNull();
});

test('a week has a point per six hours, which sums their counters', () => {
  const hours = [
    hour('2026-01-02T00:00:00Z', { 'mfe-home@1': { visits: 10, failures: 0 } }),
    hour('2026-01-02T05:00:00Z', { 'mfe-home@1': { visits: 10, failures: 2 } }),
  ];
  const [home] = toSeries(hours, readPeriod('7'), now, byRemote);
  expect(home?.points.errors).toHaveLength(28);
  expect(home?.points.errors.filter(({ value }) => value !== null)).toEqual([
    { at: new Date('2026-01-02T03:00:00Z').getTime(), value: 10 },
  ]);
});

test('groups by remote or by release of one remote, most visits first', () => {
  const hours = [
    hour('2026-01-08T09:00:00Z', {
      'mfe-home@1': { visits: 1 },
      'mfe-home@2@x': { visits: 5 },
      'mfe-auth@1': { visits: 2 },
    }),
  ];
  const listVisits = (toName: (key: string) => string | undefined): (string | number)[][] =>
    toSeries(hours, readPeriod('1'), now, toName).map(({ name, visits }) => [name, visits]);
  expect(listVisits(byRemote)).toEqual([
    ['mfe-home', 6],
    ['mfe-auth', 2],
  ]);
  expect(listVisits(byRelease('mfe-home'))).toEqual([
    ['2@x', 5],
    ['1', 1],
  ]);
});

test('leaves out hours before the period', () => {
  expect(
    toSeries([hour('2026-01-07T10:00:00Z', { 'mfe-home@1': { visits: 1 } })], readPeriod('1'), now, byRemote),
  ).toEqual([]);
});

test('marks live changes in the period, of one remote or of all', () => {
  const change = (
    at: string,
    action: HistoryEntry['action'],
    remote: string,
    channel: 'live' | 'canary',
    to: string,
  ): HistoryEntry => ({ at, by: 'a team', action, changes: [{ remote, channel, from: null, to }] });
  const history = [
    change('2026-01-01T00:00:00.000Z', 'promote', 'mfe-home', 'live', '0'),
    change('2026-01-08T01:00:00.000Z', 'promote', 'mfe-home', 'live', '1'),
    change('2026-01-08T02:00:00.000Z', 'canary', 'mfe-home', 'canary', '2'),
    change('2026-01-08T03:00:00.000Z', 'rollback', 'mfe-auth', 'live', '7'),
  ];
  expect(
    listMarks(history, readPeriod('1'), now).map(({ remote, version, isRollback }) => [remote, version, isRollback]),
  ).toEqual([
    ['mfe-home', '1', false],
    ['mfe-auth', '7', true],
  ]);
  expect(listMarks(history, readPeriod('1'), now, 'mfe-auth')).toHaveLength(1);
});
