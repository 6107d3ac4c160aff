import { selectMenuLinks, selectStorefrontId, useAppSelector } from '@shop/shared/state';
import { mainLinks } from './mainLinks';

/** Returns the header's links: the shop's own, then those of remotes for this storefront. */
export const useMainLinks = () => {
  const storefront = useAppSelector(selectStorefrontId);
  const links = useAppSelector(selectMenuLinks);
  return [...mainLinks, ...links.filter((link) => link.storefront === undefined || link.storefront === storefront)];
};
