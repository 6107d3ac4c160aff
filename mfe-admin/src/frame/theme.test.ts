import { readTheme, restoreTheme, setTheme } from './theme';

const shown = () => document.documentElement.dataset['theme'];

test('a theme is shown at once and kept in a cookie for a year; as the system is needs none (product 16.16)', () => {
  const written = jest.spyOn(document, 'cookie', 'set');
  setTheme('dark');
  expect([shown(), readTheme()]).toEqual(['dark', 'dark']);
  expect(written).toHaveBeenLastCalledWith('admin-theme=dark; path=/; samesite=strict; max-age=31536000');
  setTheme('system');
  expect([shown(), readTheme(), document.cookie]).toEqual([undefined, 'system', '']);
});

test('a page that came without the cookie, as from a link in a mail, is shown in its theme', () => {
  document.cookie = 'admin-theme=light; path=/';
  restoreTheme();
  expect(shown()).toBe('light');
  document.cookie = 'admin-theme=sepia; path=/';
  restoreTheme();
  expect(shown()).toBeUndefined();
});
