const KEY = 'admin-theme';

export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

export const readTheme = (): Theme => THEMES.find((theme) => theme === localStorage.getItem(KEY)) ?? 'system';

/** Shows the back office in light or dark, or as the system is, in this browser. */
export const setTheme = (theme: Theme): void => {
  const { dataset } = document.documentElement;
  if (theme === 'system') {
    localStorage.removeItem(KEY);
    delete dataset['theme'];
  } else {
    localStorage.setItem(KEY, theme);
    dataset['theme'] = theme;
  }
};
