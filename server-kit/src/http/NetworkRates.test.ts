import { NetworkRates } from './NetworkRates';

let now = 0;
beforeEach(() => {
  now = 0;
});
const open = () => new NetworkRates({ perSecond: 2, burst: 5 }, () => now);
const countTaken = (rates: NetworkRates, addresses: readonly string[]): number =>
  addresses.filter((address) => rates.take(address) === 0).length;
const repeat = (times: number, toAddress: (n: number) => string): string[] =>
  Array.from({ length: times }, (_, n) => toAddress(n));

test('a connection has a burst, then its rate, and is told how long to wait', () => {
  const rates = open();
  expect(
    countTaken(
      rates,
      repeat(10, () => '192.0.2.1'),
    ),
  ).toBe(5);
  expect(rates.take('192.0.2.1')).toBe(500);
  now = 500;
  expect(
    countTaken(
      rates,
      repeat(3, () => '192.0.2.1'),
    ),
  ).toBe(1);
  now = 60_000;
  expect(
    countTaken(
      rates,
      repeat(10, () => '192.0.2.1'),
    ),
  ).toBe(5);
});

test.each([
  ['/64', 2, (n: number) => `2001:db8:0:1::${n.toString(16)}`],
  ['/56', 8, (n: number) => `2001:db8:0:${(n % 256).toString(16)}::1`],
  ['/48', 32, (n: number) => `2001:db8:0:${((n * 257) % 65_536).toString(16)}::1`],
  ['/24', 16, (n: number) => `192.0.2.${n % 256}`],
])('a %s has a burst and then %d a second, however many addresses it uses', (_network, perSecond, toAddress) => {
  const rates = open();
  expect(countTaken(rates, repeat(1_000, toAddress))).toBe(5);
  let taken = 0;
  for (now = 10; now <= 10_000; now += 10)
    taken += countTaken(
      rates,
      repeat(20, (n) => toAddress(n + now)),
    );
  expect(taken).toBe(perSecond * 10);
});

test('what is refused counts for none of the networks', () => {
  const rates = open();
  for (let n = 0; n < 1_000; n += 1) rates.take('2001:db8::1');
  now = 625; // Now the /56 has made up for five requests.
  expect(
    countTaken(
      rates,
      repeat(10, () => '2001:db8:0:1::1'),
    ),
  ).toBe(5);
});
