import { formatDay, formatMinute } from './date';

test.each([
  ['2026-11-03', 'Nov 3, 2026'],
  ['2026-11-21T00:30:00.000Z', 'Nov 21, 2026'],
  ['2026-11-21T23:30:00.000Z', 'Nov 21, 2026'],
  ['2026-11-21T23:30:00-05:00', 'Nov 22, 2026'],
])('the day of %s is the same in every time zone (product 10.6)', (date, text) => {
  expect(formatDay(date)).toBe(text);
});

test('a minute names its time zone', () => {
  expect(formatMinute('2026-11-21T12:00:00.000Z')).toBe('Nov 21, 2026, 12:00 PM UTC');
});

test('the space before PM is the same in all versions of Intl', () => {
  const prototype: { readonly format: object } = Intl.DateTimeFormat.prototype; // it is a getter
  const format = jest.spyOn(prototype, 'format', 'get');
  format.mockReturnValue(() => 'Nov 21, 2026, 12:00\u202fPM');
  expect(formatMinute('2026-11-21T12:00:00.000Z')).toBe('Nov 21, 2026, 12:00 PM UTC');
  format.mockRestore();
});
