import { CURRENCY_COOKIE, STYLES_COOKIE } from '@shop/shared/contracts/constants';
import { STOREFRONT_COOKIE } from '@shop/shared/storefronts';

/** Servers take 8 kB of request headers, most of which the shop's own cookies and the browser need. */
const MAX_CHARS = 2_000;
const OWN: readonly string[] = [STOREFRONT_COOKIE, CURRENCY_COOKIE, STYLES_COOKIE, 'signed_in'];

/** This page's path, and all above it: a page sees their cookies. */
const listPaths = (): string[] =>
  window.location.pathname.split('/').map((_part, index, parts) => parts.slice(0, index + 1).join('/') || '/');

/**
 * Removes cookies that are not the shop's if there are so many that servers would soon refuse every request of this
 * browser.
 * @returns what was removed, as a sentence.
 */
export const removeForeignCookies = (): string | undefined => {
  if (document.cookie.length <= MAX_CHARS) return undefined;
  const names = document.cookie.split('; ').map((cookie) => cookie.split('=', 1)[0] ?? '');
  const foreign = names.filter((name) => !OWN.includes(name));
  for (const name of foreign)
    for (const path of listPaths())
      for (const domain of ['', `; domain=${window.location.hostname}`])
        document.cookie = `${name}=; path=${path}; max-age=0${domain}`;
  return `${foreign.length} cookies that servers would refuse were removed`;
};
