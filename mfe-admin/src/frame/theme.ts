import { ADMIN_THEME_COOKIE, ADMIN_THEMES } from '@shop/contracts/constants';

const ONE_YEAR_S = 31_536_000;

export const THEMES = ['system', ...ADMIN_THEMES] as const;
export type Theme = (typeof THEMES)[number];

export const readTheme = (): Theme => {
  const cookies = document.cookie.split('; ');
  return ADMIN_THEMES.find((theme) => cookies.includes(`${ADMIN_THEME_COOKIE}=${theme}`)) ?? 'system';
};

/** Shows the back office in light or dark, or as the system is. */
const showTheme = (theme: Theme): void => {
  const { dataset } = document.documentElement;
  if (theme === 'system') delete dataset['theme'];
  else dataset['theme'] = theme;
};

/**
 * Chooses the theme for this browser. The cookie lets the server render it, so nothing flashes, also after a link from
 * another site, such as one in a mail: it is no secret.
 */
export const setTheme = (theme: Theme): void => {
  const { protocol } = window.location;
  document.cookie = `${ADMIN_THEME_COOKIE}=${theme}; path=/; samesite=lax; max-age=${theme === 'system' ? 0 : ONE_YEAR_S}${protocol === 'https:' ? '; secure' : ''}`;
  showTheme(theme);
};
