import { EMPTY_COMPOSITION, promoteReleases, setCanary } from './compositionFile';

const context = { by: 'a team', now: new Date('2026-01-01T12:00:00Z') };

test('frequent changes of one remote do not push entries of other remotes out of the history', () => {
  let file = promoteReleases(EMPTY_COMPOSITION, { 'mfe-home': '1', 'mfe-auth': '1' }, context);
  file = promoteReleases(file, { 'mfe-catalog': '1' }, { ...context, reason: 'of another team' });
  for (let n = 0; n < 1_500; n += 1) file = setCanary(file, 'mfe-auth', '2', n % 2, context);
  expect(file.history).toHaveLength(1_000);
  expect(file.history[1]).toMatchObject({ reason: 'of another team' });
  expect(file.history.at(-1)).toMatchObject({ action: 'canary', changes: [{ remote: 'mfe-auth', weight: 1 }] });
});
