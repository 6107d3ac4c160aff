import { ADMIN_THEME_COOKIE, ADMIN_THEMES, type AdminTheme } from '@shop/contracts';
import type { Audience } from '@shop/runtime/remotes';
import { readCookie } from '../readCookie';

/** Returns the theme that staff chose in this browser. Pages of the shop have none. */
export const chooseTheme = (audience: Audience, cookieHeader: string | undefined): AdminTheme | undefined =>
  audience === 'staff'
    ? ADMIN_THEMES.find((theme) => theme === readCookie(cookieHeader, ADMIN_THEME_COOKIE))
    : undefined;
