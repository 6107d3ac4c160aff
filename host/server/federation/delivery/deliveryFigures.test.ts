import type { HistoryEntry } from '@shop/federation/registry';
import { computeDeliveryFigures, listDeployments } from './deliveryFigures';

const at = (minutes: number): string => new Date(Date.UTC(2026, 0, 1, 12, minutes)).toISOString();
const live = (
  minutes: number,
  action: 'promote' | 'rollback',
  remote: string,
  from: string | null,
  to: string,
): HistoryEntry => ({ at: at(minutes), by: 'a team', action, changes: [{ remote, channel: 'live', from, to }] });
const longAgo = new Date('2025-01-01');

test('a release that was rolled back counts as failed, with the time from going live to the rollback', () => {
  const history = [
    live(0, 'promote', 'mfe-home', '1', '2'),
    live(12, 'rollback', 'mfe-home', '2', '1'),
    live(30, 'promote', 'mfe-home', '1', '3'),
  ];
  expect(computeDeliveryFigures(history, longAgo)).toEqual({
    deployments: 2,
    failures: 1,
    stoppedCanaries: 0,
    timeToRestore: 12 * 60_000,
  });
});

test('what was replaced by a newer release did not fail, even if that one was rolled back later', () => {
  const history = [
    live(0, 'promote', 'mfe-home', '1', '2'),
    live(5, 'promote', 'mfe-home', '2', '3'),
    live(9, 'rollback', 'mfe-home', '3', '2'),
  ];
  expect(
    listDeployments(history).map(({ version, rolledBackAt }) => ({
      version,
      isRolledBack: rolledBackAt !== undefined,
    })),
  ).toEqual([
    { version: '2', isRolledBack: false },
    { version: '3', isRolledBack: true },
  ]);
});

test('a second rollback, from what was gone back to, is no failure of a release', () => {
  const history = [
    live(0, 'promote', 'mfe-home', '1', '2'),
    live(1, 'rollback', 'mfe-home', '2', '1'),
    live(2, 'rollback', 'mfe-home', '1', '0'),
  ];
  expect(computeDeliveryFigures(history, longAgo)).toMatchObject({ deployments: 1, failures: 1 });
});

test('each remote has its own figures, and those of a set count for each of its remotes', () => {
  const set: HistoryEntry = {
    at: at(0),
    by: 'operator',
    action: 'promote',
    changes: [
      { remote: 'mfe-home', channel: 'live', from: null, to: '1' },
      { remote: 'mfe-auth', channel: 'live', from: null, to: '1' },
    ],
  };
  const history = [set, live(4, 'rollback', 'mfe-auth', '1', '0')];
  expect(computeDeliveryFigures(history, longAgo)).toMatchObject({ deployments: 2, failures: 1 });
  expect(computeDeliveryFigures(history, longAgo, 'mfe-home')).toMatchObject({
    deployments: 1,
    failures: 0,
    timeToRestore: undefined,
  });
});

test('canaries that were ended because of their health are counted apart; steps of a release that went live are not', () => {
  const canary = (minutes: number, action: 'canary' | 'end-canary', by: string): HistoryEntry => ({
    at: at(minutes),
    by,
    action,
    changes: [{ remote: 'mfe-home', channel: 'canary', from: '2', to: null }],
  });
  const history = [
    canary(0, 'canary', 'a team'),
    canary(1, 'end-canary', 'health'),
    canary(2, 'canary', 'ramp'),
    canary(3, 'end-canary', 'a team'),
  ];
  expect(computeDeliveryFigures(history, longAgo)).toEqual({
    deployments: 0,
    failures: 0,
    stoppedCanaries: 1,
    timeToRestore: undefined,
  });
});

test('what happened before the period does not count, and of an even number of restores the median is between the two in the middle', () => {
  const history = [
    live(0, 'promote', 'mfe-home', '1', '2'),
    live(1, 'rollback', 'mfe-home', '2', '1'),
    live(10, 'promote', 'mfe-home', '1', '3'),
    live(14, 'rollback', 'mfe-home', '3', '1'),
    live(20, 'promote', 'mfe-home', '1', '4'),
    live(30, 'rollback', 'mfe-home', '4', '1'),
  ];
  expect(computeDeliveryFigures(history, new Date(at(5)))).toEqual({
    deployments: 2,
    failures: 2,
    stoppedCanaries: 0,
    timeToRestore: 7 * 60_000,
  });
});
