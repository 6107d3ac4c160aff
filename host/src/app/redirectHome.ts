import { ADMIN_PATH } from '@shop/runtime/remotes';
import { LOST_COOKIE, LOST_COOKIE_MAX_AGE_S } from '@shop/contracts/constants';
import { paths } from '@shop/shared/navigation';
import { selectIsBackOffice, storeContext } from '@shop/shared/state';
import { redirect, type LoaderFunction } from 'react-router-dom';

/**
 * Any unknown path redirects to / (product.md 2.5), in the back office to its own home. The server sets the same cookie
 * with its redirects.
 */
export const redirectHome: LoaderFunction = ({ context }) => {
  if (selectIsBackOffice(context.get(storeContext).getState())) return redirect(ADMIN_PATH);
  if (typeof document !== 'undefined')
    document.cookie = `${LOST_COOKIE}=1; path=/; max-age=${LOST_COOKIE_MAX_AGE_S}; samesite=lax`;
  return redirect(paths.home);
};
