import { parseExposition } from './parseExposition';

const counter = '# HELP a Of a.\n# TYPE a counter\n';

test('reads names, labels and values', () => {
  const { samples, value } = parseExposition(`${counter}a{b="c d",e="\\"\\\\"} 1.5e-3\na 2\n`);
  expect(samples).toHaveLength(2);
  expect(value('a', { b: 'c d' })).toBe(0.0015);
});

test.each([
  ['a line without a type before it', 'a 1\n'],
  ['a value that is none', `${counter}a one\n`],
  ['a label without quotes', `${counter}a{b=c} 1\n`],
  ['a label that ends its line', `${counter}a{b="c\nd"} 1\n`],
  ['the same series twice', `${counter}a{b="c"} 1\na{b="c"} 2\n`],
  ['a last line that does not end', `${counter}a 1`],
  ['a counter below 0', `${counter}a -1\n`],
  ['buckets that shrink', '# TYPE h histogram\nh_bucket{le="1"} 2\nh_bucket{le="+Inf"} 1\n'],
  ['a histogram without a last bucket', '# TYPE h histogram\nh_bucket{le="1"} 2\n'],
])('refuses %s', (_what, text) => {
  expect(() => parseExposition(text)).toThrow();
});
