import { toNetworks } from '@shop/server-kit/http/toNetwork';
import { VisitLedger } from './VisitLedger';

const MAX_VISITS = 100_000;
const sample = { first: true, failed: false, lcp: 800, inp: null };

/** Counts a visit with a new token. Returns whether it was counted. */
const visitors = (ledger = new VisitLedger()) => {
  let tokens = 0;
  return (address: string, time = '10:00', release = 'mfe-home@1'): boolean => {
    tokens += 1;
    return (
      ledger.accept({
        networks: toNetworks(address),
        tokenId: `token ${tokens}`,
        release,
        sample,
        now: new Date(`2026-01-01T${time}:00Z`),
      }) !== undefined
    );
  };
};

test('counts two visits per network, release and hour', () => {
  const visit = visitors();
  const thrice = (time: string, release: string): boolean[] =>
    Array.from({ length: 3 }, () => visit('192.0.2.1', time, release));
  expect(thrice('10:00', 'mfe-home@1')).toEqual([true, true, false]);
  expect(thrice('10:30', 'mfe-home@2')).toEqual([true, true, false]);
  expect(visit('192.0.2.1', '10:59')).toBe(false);
  expect(visit('192.0.2.2', '10:59')).toBe(true);
  expect(thrice('11:00', 'mfe-home@1')).toEqual([true, true, false]);
});

test('counts layout shift once per visit, even if it arrives later', () => {
  const ledger = new VisitLedger();
  const tell = (more: Partial<typeof sample & { cls: number }>) =>
    ledger.accept({
      networks: toNetworks('192.0.2.1'),
      tokenId: 'a token',
      release: 'mfe-home@1',
      sample: { ...sample, ...more },
      now: new Date('2026-01-01T10:00:00Z'),
    });
  expect(tell({})).toEqual(sample);
  expect(tell({ first: false, cls: 0.2 })).toEqual({ first: false, failed: false, lcp: null, inp: null, cls: 0.2 });
  expect(tell({ first: false, cls: 0.9 })).toBeUndefined();
});

test('stores at most a hundred thousand visits per hour', () => {
  const visit = visitors();
  const counted = Array.from({ length: MAX_VISITS }, (_, n) =>
    visit(`${1 + (n >> 16)}.${(n >> 8) & 255}.${n & 255}.1`),
  );
  expect(counted.filter(Boolean)).toHaveLength(MAX_VISITS);
  expect(visit('192.0.2.1')).toBe(false);
  expect(visit('192.0.2.1', '11:00')).toBe(true);
});
