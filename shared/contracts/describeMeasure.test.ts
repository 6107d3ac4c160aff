import { describePack, describePiecePrice, describeQuantity } from './describeMeasure';
import { describeUnitPrice } from './describeUnitPrice';

const loose = { stepGrams: 250 };
const formatIn =
  (currency: string) =>
  (amount: number): string =>
    amount.toLocaleString('en-US', { style: 'currency', currency });
const dollars = formatIn('USD');

test.each([
  [1, loose, '250\u00a0g'],
  [3, loose, '750\u00a0g'],
  [4, loose, '1\u00a0kg'],
  [5, loose, '1.25\u00a0kg'],
  [99, loose, '24.75\u00a0kg'],
  [11, { stepGrams: 100 }, '1.1\u00a0kg'],
  [3, { grams: 500 }, '3'],
  [3, null, '3'],
  [3, undefined, '3'],
])('%d of %j is shown as %s (product 4.14)', (quantity, measure, text) => {
  expect(describeQuantity(quantity, measure)).toBe(text);
});

test.each([
  [3.6, { grams: 1_000 }, '$3.60 per kg ($1.63 per lb)'],
  [3.9, { grams: 1_500 }, '$2.60 per kg ($1.18 per lb)'],
  [5.9, { grams: 750, liquid: true }, '$7.87 per liter ($0.23 per fl oz)'],
  [0.95, loose, '$3.80 per kg ($1.72 per lb)'],
  [12.9, { grams: 100 }, '$129.00 per kg ($58.51 per lb)'],
  [1_299.5, { grams: 1_000 }, '$1,299.50 per kg ($589.44 per lb)'],
  [3.6, null, ''],
  [3.6, undefined, ''],
])('$%d for %j is %s (product 4.14)', (price, measure, text) => {
  expect(describeUnitPrice(price, measure, dollars).replaceAll('\u00a0', ' ')).toBe(text);
});

test('a price per kilogram is converted like other prices, and rounded once', () => {
  expect(describeUnitPrice(0.95, { stepGrams: 350 }, (amount) => formatIn('EUR')(amount * 0.92))).toBe(
    '€2.50 per kg (€1.13\u00a0per\u00a0lb)',
  );
});

test('the price of goods sold loose says what it is for', () => {
  expect(describePiecePrice(0.95, loose, dollars)).toBe('$0.95 per 250\u00a0g');
  expect(describePiecePrice(0.95, { grams: 500 }, dollars)).toBe('$0.95');
});

test('a pack has its weight in ounces beside its text (product 4.14)', () => {
  expect(describePack('500\u00a0g', { grams: 500 })).toBe('500\u00a0g (1.1\u00a0lb)');
  expect(describePack('loose or packed', { stepGrams: 250 })).toBe('loose or packed');
  expect(describePack('6 large', null)).toBe('6 large');
});
