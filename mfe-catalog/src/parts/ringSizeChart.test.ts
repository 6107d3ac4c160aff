import { RING_SIZE_CHART, toDiameter } from './ringSizeChart';

/** Diameters as in the table of ISO 8653; the US and UK sizes that jewelers' charts have for them. */
test.each([
  [44, '14.0', '3', 'F'],
  [49, '15.6', '5', 'J'],
  [50, '15.9', '5¼', 'K'],
  [52, '16.6', '6', 'L½'],
  [57, '18.1', '8', 'P½'],
  [60, '19.1', '9¼', 'S'],
  [62, '19.7', '10', 'T½'],
  [68, '21.6', '12¼', 'Y½'],
])('a ring of %i mm inside is %s mm across, US %s and UK %s (product 5.13)', (mm, diameter, us, uk) => {
  expect(RING_SIZE_CHART.find((size) => size.mm === mm)).toEqual({ mm, us, uk, eu: String(mm) });
  expect(toDiameter(mm)).toBe(diameter);
});

test('the chart has each millimeter once, and larger rings have larger sizes', () => {
  const sizes = RING_SIZE_CHART.map(({ mm }) => mm);
  expect(sizes).toEqual(sizes.map((_, index) => (sizes[0] ?? 0) + index));
  const letters = RING_SIZE_CHART.map(({ uk }) => uk);
  expect(letters).toEqual([...letters].sort());
});
