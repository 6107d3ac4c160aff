import { convertTotals, formatLine } from './shownAmounts';

test('three pieces cost three times what one is shown for', () => {
  const euros = { code: 'EUR', rate: 0.92 };
  expect(formatLine({ price: 2.2, quantity: 1 }, euros)).toBe('€2.02');
  expect(formatLine({ price: 2.2, quantity: 3 }, euros)).toBe('€6.06');
  expect(convertTotals([{ price: 2.2, quantity: 3 }], 0, euros)).toEqual({ subtotal: 6.06, discount: 0, total: 6.06 });
});

test('an order that costs nothing is shown to cost nothing', () => {
  const lines = [{ price: 2.2, quantity: 3 }];
  expect(convertTotals(lines, 6.6, { rate: 0.92 })).toEqual({ subtotal: 6.06, discount: 6.06, total: 0 });
});

test.each([1, 0.92, 0.79, 0.5, 1.0837])('at a rate of %d, what is shown adds up to the cent (product 1.7)', (rate) => {
  const read = (shown: string): number => Math.round(Number(shown.replace(/[^\d.]/g, '')) * 100);
  for (let seed = 1; seed <= 300; seed += 1) {
    const lines = Array.from({ length: 1 + (seed % 7) }, (_, n) => ({
      price: ((seed * 7_919 + n * 104_729) % 150_000) / 100,
      quantity: 1 + ((seed + n) % 12),
    }));
    const sum = lines.reduce((cents, line) => cents + read(formatLine(line, { code: 'EUR', rate })), 0);
    const { subtotal, discount, total } = convertTotals(lines, seed / 10, { rate });
    expect(Math.round(subtotal * 100)).toBe(sum);
    expect(Math.round(total * 100)).toBe(sum - Math.round(discount * 100));
    expect(total).toBeGreaterThanOrEqual(0);
  }
});
