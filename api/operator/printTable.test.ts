import { formatJson, sanitize } from './printTable';

// A terminal's escape, its 8-bit form, a newline, an override of the writing direction, and an Arabic letter mark.
const HOSTILE = 'a\u001b[2J\u009b8m\nb\u202egnp\u2066c\u061cd';

test('characters that control the terminal or the writing direction are replaced', () => {
  expect(sanitize(HOSTILE)).toBe('a\ufffd[2J\ufffd8m\ufffdb\ufffdgnp\ufffdc\ufffdd');
  expect(sanitize('Zoë Ångström, 東京, ‘שלום’ 👍🏽')).toBe('Zoë Ångström, 東京, ‘שלום’ 👍🏽');
});

test('JSON has them as escapes, so that its value is the same', () => {
  const text = formatJson({ name: HOSTILE });
  expect(text).toBe('{\n  "name": "a\\u001b[2J\\u009b8m\\nb\\u202egnp\\u2066c\\u061cd"\n}');
  expect(JSON.parse(text)).toEqual({ name: HOSTILE });
});
