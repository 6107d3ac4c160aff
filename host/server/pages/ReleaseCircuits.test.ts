import { ReleaseCircuits } from './ReleaseCircuits';

test('a release that crashed is a suspect until it has rendered fifty pages', () => {
  const circuits = new ReleaseCircuits();
  expect(circuits.isSuspect('mfe-home@2.0.0')).toBe(false);
  expect(circuits.recordCrash('mfe-home@2.0.0', 0)).toBe(0);
  expect(circuits.isSuspect('mfe-home@2.0.0')).toBe(true);
  for (let page = 0; page < 49; page += 1) circuits.recordPage('mfe-home@2.0.0');
  expect(circuits.isSuspect('mfe-home@2.0.0')).toBe(true);
  circuits.recordPage('mfe-home@2.0.0');
  expect(circuits.isSuspect('mfe-home@2.0.0')).toBe(false);
});

test('from the second crash on, it is paused for twice as long each time, for ten minutes at most', () => {
  const circuits = new ReleaseCircuits();
  circuits.recordCrash('mfe-home@2.0.0', 0);
  expect(circuits.isPaused('mfe-home@2.0.0', 0)).toBe(false);
  const pauses = Array.from({ length: 7 }, () => circuits.recordCrash('mfe-home@2.0.0', 0));
  expect(pauses).toEqual([15_000, 30_000, 60_000, 120_000, 240_000, 480_000, 600_000]);
  expect(circuits.isPaused('mfe-home@2.0.0', 599_999)).toBe(true);
  expect(circuits.isPaused('mfe-home@2.0.0', 600_000)).toBe(false);
  expect(circuits.isPaused('mfe-cart@1.0.0', 0)).toBe(false);
});
