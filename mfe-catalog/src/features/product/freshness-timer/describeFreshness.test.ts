import { describeFreshness } from './describeFreshness';

test.each([
  [1, 'Stays fresh for 1 day after delivery'],
  [6, 'Stays fresh for 6 days after delivery'],
  [13, 'Stays fresh for 13 days after delivery'],
  [14, 'Best within 2 weeks'],
  [20, 'Best within 2 weeks'],
  [21, 'Best within 3 weeks'],
  [59, 'Best within 8 weeks'],
  [60, 'Best within 2 months'],
  [365, 'Best within 12 months'],
  [720, 'Best within 24 months'],
])('%d days: %s (product 5.18)', (days, text) => {
  expect(describeFreshness(days)).toBe(text);
});
