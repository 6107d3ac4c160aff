import { splitLineName } from './splitLineName';

const choices = { engraving: { text: 'A, B', font: 'script' } } as const;

test.each([
  [{ name: 'Halo Ring', variantId: null }, 'Halo Ring', []],
  [{ name: 'Aged Cheese, 18 Months', variantId: null }, 'Aged Cheese, 18 Months', []],
  [{ name: 'Aged Cheese, 18 Months, 200 g', variantId: '200' }, 'Aged Cheese, 18 Months', ['200 g']],
  [
    { name: 'Halo Ring, 52 mm, engraved “A, B” (script)', variantId: '52', choices },
    'Halo Ring',
    ['52 mm', 'engraved “A, B” (script)'],
  ],
  [
    { name: 'Halo Ring, engraved “A, B” (script)', variantId: null, choices },
    'Halo Ring',
    ['engraved “A, B” (script)'],
  ],
  [{ name: 'Renamed', variantId: '52', choices }, 'Renamed', []],
])('a line named %j is %s with the options %j', (line, product, options) => {
  expect(splitLineName(line)).toEqual({ product, options });
});
