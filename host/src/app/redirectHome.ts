import { LOST_COOKIE, LOST_COOKIE_MAX_AGE_S } from '@shop/contracts/constants';
import { paths } from '@shop/shared/navigation';
import { redirect } from 'react-router-dom';

/** Any unknown path redirects to / (product.md 2.5). The server sets the same cookie with its redirects. */
export const redirectHome = (): Response => {
  if (typeof document !== 'undefined')
    document.cookie = `${LOST_COOKIE}=1; path=/; max-age=${LOST_COOKIE_MAX_AGE_S}; samesite=lax`;
  return redirect(paths.home);
};
