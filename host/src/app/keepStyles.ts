import { STYLES_COOKIE } from '@shop/contracts/constants';

const ONE_YEAR_S = 31_536_000;
/** The cookie is part of every request. Those of other releases are forgotten first. */
const MAX_KEPT = 12;

const readKept = (): string[] =>
  new RegExp(`(?:^|;\\s*)${STYLES_COOKIE}=([\\w.-]+)`).exec(document.cookie)?.[1]?.split('.') ?? [];

/**
 * Fetches the files of the styles that are in this page, so that the browser has them, and tells the server by a
 * cookie: its next pages link to them.
 */
export const keepStyles = async (): Promise<void> => {
  const files = [...document.querySelectorAll<HTMLStyleElement>('style[data-href]')].flatMap(
    ({ dataset: { href = '' } }) => {
      const id = /\.([\w-]+)\.css$/.exec(href)?.[1];
      return id === undefined ? [] : [{ href, id }];
    },
  );
  const fetched = await Promise.all(
    files.map(async ({ href, id }) => {
      // eslint-disable-next-line no-restricted-globals -- a file, which the browser is to keep
      const response = await fetch(href, { priority: 'low' }).catch(() => undefined);
      return response?.ok && (await response.blob()) ? [id] : [];
    }),
  );
  const ids = [...new Set([...fetched.flat(), ...readKept()])].slice(0, MAX_KEPT);
  if (fetched.length > 0)
    document.cookie = `${STYLES_COOKIE}=${ids.join('.')}; path=/; max-age=${ONE_YEAR_S}; samesite=lax`;
};
