import { describeUsMeasure } from './describeUsMeasure';

test.each([
  [250, {}, '8.8 oz'],
  [453, {}, '16 oz'],
  [454, {}, '1 lb'],
  [500, {}, '1.1 lb'],
  [5_000, {}, '11 lb'],
  [100, {}, '3.5 oz'],
  [1_000, {}, '2.2 lb'],
  [750, { liquid: true }, '25.4 fl oz'],
  [1_000, { liquid: true }, '33.8 fl oz'],
])('%i with %j is %s (product 4.14)', (grams, options, text) => {
  expect(describeUsMeasure(grams, options).replaceAll('\u00a0', ' ')).toBe(text);
});
