import { acceptRequestId, isRequestId } from './requestIds';

test.each(['0123456789abcdef0123456789abcdef', '01234567-89ab-cdef-0123-456789abcdef'])('%s is passed on', (id) => {
  expect(acceptRequestId(id)).toBe(id);
});

test.each([
  undefined,
  '',
  'x',
  '0123456789ABCDEF0123456789ABCDEF',
  "0123456789abcdef0123456789abcde'",
  '0123456789abcdef0123456789abcdef\n',
  `${'0'.repeat(32)}*/ DROP TABLE orders`,
  ['0'.repeat(32)],
  '0'.repeat(3_000),
])('%p is replaced by a random one', (given) => {
  const ids = new Set(Array.from({ length: 100 }, () => acceptRequestId(given)));
  expect(ids.size).toBe(100);
  expect([...ids].every(isRequestId)).toBe(true);
  expect(ids.has(String(given))).toBe(false);
});
