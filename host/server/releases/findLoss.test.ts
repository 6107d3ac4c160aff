import type { HistoryEntry } from '@shop/registry';
import { findLoss } from './findLoss';

const entry = (id: string, changes: HistoryEntry['changes'] = []): HistoryEntry => ({
  id,
  at: '2026-01-01T12:00:00.000Z',
  by: 'home team',
  action: 'promote',
  changes,
});
const before = { live: { 'mfe-home': '1', 'mfe-gifts': '1' }, history: [entry('a'), entry('b')] };

test.each([
  ['goes on', { live: before.live, history: [entry('b'), entry('c')] }, undefined],
  [
    'has a history so full that it dropped the latest change',
    { live: before.live, history: Array.from({ length: 1_000 }, (_, n) => entry(String(n))) },
    undefined,
  ],
  [
    'retired a remote',
    {
      live: { 'mfe-home': '1' },
      history: [entry('b'), entry('c', [{ remote: 'mfe-gifts', channel: 'live', from: '1', to: null }])],
    },
    undefined,
  ],
  [
    'retired a remote and brought it back, and lost it later',
    {
      live: { 'mfe-home': '1' },
      history: [
        entry('b'),
        entry('c', [{ remote: 'mfe-gifts', channel: 'live', from: '1', to: null }]),
        entry('d', [{ remote: 'mfe-gifts', channel: 'live', from: null, to: '1' }]),
      ],
    },
    'the composition has lost mfe-gifts',
  ],
  [
    'was made anew',
    { live: before.live, history: [entry('x')] },
    'the composition has lost its history since 2026-01-01T12:00:00.000Z',
  ],
  ['is empty', { live: {}, history: [] }, 'the composition has lost its history since 2026-01-01T12:00:00.000Z'],
  [
    'was restored from a backup',
    { live: before.live, history: [entry('a')] },
    'the composition has lost its history since 2026-01-01T12:00:00.000Z',
  ],
  [
    'has no release of a remote any more',
    { live: { 'mfe-home': '1' }, history: before.history },
    'the composition has lost mfe-gifts',
  ],
])('a composition that %s', (_what, after, loss) => {
  expect(findLoss(before, after)).toBe(loss);
});
