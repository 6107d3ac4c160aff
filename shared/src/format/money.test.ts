import { CURRENCIES } from '@shop/contracts/constants';
import { formatCount, formatMoney } from './money';

test.each(CURRENCIES)('amounts in %s are written as by Intl', (currency) => {
  const { format } = new Intl.NumberFormat('en-US', { style: 'currency', currency });
  const amounts = Array.from({ length: 2_000 }, (_, index) => Math.round(index ** 3.3) / 100);
  for (const amount of [
    ...amounts,
    ...amounts.map((dollars) => dollars * 0.79),
    ...amounts.map((dollars) => dollars / 8),
    0,
    0.1 + 0.2,
    -5,
    -1234.5,
    1e9,
  ])
    expect(formatMoney(amount, currency)).toBe(format(amount));
});

test.each([0, 7, 999, 1_000, 12_345, 1_234_567])('the count %d is written as by Intl', (count) => {
  expect(formatCount(count)).toBe(count.toLocaleString('en-US'));
});
