import type { HistoryEntry } from '@shop/registry';
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

test('counts a rolled-back release as failed, with the time from going live to the rollback', () => {
  const history = [
    live(0, 'promote', 'mfe-home', '1', '2'),
    live(12, 'rollback', 'mfe-home', '2', '1'),
    live(30, 'promote', 'mfe-home', '1', '3'),
  ];
  expect(computeDeliveryFigures(history, longAgo)).toEqual({
    deployments: 2,
    failures: 1,
    stoppedCanaries: 0,
    timeToRestoreMs: 12 * 60_000,
  });
});

test('does not count a replaced release as failed if its successor was rolled back', () => {
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

test('does not count a second rollback in a row as another failure', () => {
  const history = [
    live(0, 'promote', 'mfe-home', '1', '2'),
    live(1, 'rollback', 'mfe-home', '2', '1'),
    live(2, 'rollback', 'mfe-home', '1', '0'),
  ];
  expect(computeDeliveryFigures(history, longAgo)).toMatchObject({ deployments: 1, failures: 1 });
});

test('computes figures by remote, and counts a set for each of its remotes', () => {
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
    timeToRestoreMs: undefined,
  });
});

test('counts canaries ended because of their health, but not completed ramps', () => {
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
    timeToRestoreMs: undefined,
  });
});

test('ignores changes before the period, and averages the middle two of an even number of restores', () => {
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
    timeToRestoreMs: 7 * 60_000,
  });
});
