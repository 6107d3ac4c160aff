import { isInCanary, isVisitorSeed, createVisitorSeed } from './canaryAssignment';

const VISITORS = 100_000;
const seeds = Array.from({ length: VISITORS }, createVisitorSeed);
const measureShare = (choose: (seed: string) => boolean): number => (seeds.filter(choose).length / VISITORS) * 100;

test('a canary of 10 % is shown to 10 % of 100,000 visitors, within 0.3 points', () => {
  expect(Math.abs(measureShare((seed) => isInCanary(seed, 'mfe-home', 10)) - 10)).toBeLessThanOrEqual(0.3);
});

test.each([1, 25, 50, 90, 99])('a weight of %d % is met within half a point', (weight) => {
  expect(Math.abs(measureShare((seed) => isInCanary(seed, 'mfe-catalog', weight)) - weight)).toBeLessThanOrEqual(0.5);
});

test('nobody gets the canary at 0, everybody does at 100', () => {
  expect(measureShare((seed) => isInCanary(seed, 'mfe-home', 0))).toBe(0);
  expect(measureShare((seed) => isInCanary(seed, 'mfe-home', 100))).toBe(100);
});

test('a visitor who has the canary keeps it while its weight grows', () => {
  for (const seed of seeds.slice(0, 10_000))
    if (isInCanary(seed, 'mfe-home', 10)) expect(isInCanary(seed, 'mfe-home', 20)).toBe(true);
});

test('canaries of two remotes are assigned independently', () => {
  const both = measureShare((seed) => isInCanary(seed, 'mfe-home', 50) && isInCanary(seed, 'mfe-auth', 50));
  expect(Math.abs(both - 25)).toBeLessThanOrEqual(0.5);
});

test.each(['', 'x'.repeat(24), createVisitorSeed().slice(1), `${createVisitorSeed()}0`])(
  '"%s" is not a visitor number',
  (value) => {
    expect(isVisitorSeed(value)).toBe(false);
  },
);
