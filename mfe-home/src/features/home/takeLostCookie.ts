import { LOST_COOKIE } from '@shop/contracts/constants';

/** Returns whether an unknown path has led here, and forgets it. */
export const takeLostCookie = (): boolean => {
  const isLost = document.cookie.split('; ').includes(`${LOST_COOKIE}=1`);
  if (isLost) document.cookie = `${LOST_COOKIE}=; path=/; max-age=0; samesite=lax`;
  return isLost;
};
