import { toNetworks } from '@shop/server-kit/http/toNetwork';
import { VisitLedger } from './VisitLedger';

const HOUR_MS = 3_600_000;
/** The last second of a clock hour. */
const BEFORE_THE_HOUR = new Date('2026-01-01T12:59:59Z');
const after = (milliseconds: number): Date => new Date(BEFORE_THE_HOUR.getTime() + milliseconds);

const failure = { first: true, failed: true, lcp: 20_000, inp: 9_000 };
const visit = { networks: toNetworks('192.0.2.1'), tokenId: 'a', release: 'mfe-home@2', sample: failure };

test('does not count a repeated report again after a clock hour starts, while its token is valid', () => {
  const ledger = new VisitLedger();
  expect(ledger.accept({ ...visit, now: BEFORE_THE_HOUR })).toEqual(failure);
  for (const milliseconds of [2_000, 600_000, HOUR_MS - 1_000])
    expect(ledger.accept({ ...visit, now: after(milliseconds) })).toBeUndefined();
});

test('counts a network twice in any hour, not twice before and twice after a clock hour', () => {
  const ledger = new VisitLedger();
  const counted = [BEFORE_THE_HOUR, BEFORE_THE_HOUR, after(2_000), after(2_000), after(HOUR_MS - 1)].filter((now, n) =>
    ledger.accept({ ...visit, tokenId: String(n), now }),
  );
  expect(counted).toEqual([BEFORE_THE_HOUR, BEFORE_THE_HOUR]);
  expect(ledger.accept({ ...visit, tokenId: 'an hour later', now: after(HOUR_MS) })).toEqual(failure);
});

test('adds later samples to their visit across a clock hour', () => {
  const ledger = new VisitLedger();
  ledger.accept({ ...visit, sample: { first: true, failed: false, lcp: 800, inp: null }, now: BEFORE_THE_HOUR });
  expect(
    ledger.accept({ ...visit, sample: { first: false, failed: true, lcp: null, inp: 40 }, now: after(60_000) }),
  ).toEqual({ first: false, failed: true, lcp: null, inp: 40 });
});

test.each([
  ['a /64', 2, (n: number) => `2001:db8::${n.toString(16)}`],
  ['a /56', 8, (n: number) => `2001:db8:0:${(n % 256).toString(16)}::1`],
  ['a /48', 32, (n: number) => `2001:db8:0:${n.toString(16)}::1`],
  ['an IPv4 /24', 16, (n: number) => `192.0.2.${n % 256}`],
])('counts %s %d times an hour, and two of its times', (_network, expected, toAddress) => {
  const ledger = new VisitLedger();
  const counted = Array.from({ length: 2_000 }, (_, n) =>
    ledger.accept({ ...visit, networks: toNetworks(toAddress(n)), tokenId: String(n), now: BEFORE_THE_HOUR }),
  ).filter((sample) => sample !== undefined);
  expect({ visits: counted.length, times: counted.filter(({ lcp }) => lcp !== null).length }).toEqual({
    visits: expected,
    times: 2,
  });
});

test('a visit that was not counted does not use up its token', () => {
  const ledger = new VisitLedger();
  for (const tokenId of ['one', 'two', 'a']) ledger.accept({ ...visit, tokenId, now: BEFORE_THE_HOUR });
  const networks = toNetworks('198.51.100.1');
  expect(ledger.accept({ ...visit, networks, now: BEFORE_THE_HOUR })).toEqual(failure);
});
