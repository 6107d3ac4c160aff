import { readTheme, setTheme } from './theme';

const shown = () => document.documentElement.dataset['theme'];

test('a theme is shown at once and kept in a cookie for a year; as the system is needs none (product 16.16)', () => {
  const written = jest.spyOn(document, 'cookie', 'set');
  setTheme('dark');
  expect([shown(), readTheme()]).toEqual(['dark', 'dark']);
  expect(written).toHaveBeenLastCalledWith('admin-theme=dark; path=/; samesite=lax; max-age=31536000');
  setTheme('system');
  expect([shown(), readTheme(), document.cookie]).toEqual([undefined, 'system', '']);
});

test('a cookie with another theme is as none', () => {
  document.cookie = 'admin-theme=light; path=/';
  expect(readTheme()).toBe('light');
  document.cookie = 'admin-theme=sepia; path=/';
  expect(readTheme()).toBe('system');
});
