const BASE_ORIGIN = 'http://shop.invalid';

/**
 * Returns the path if it stays within the shop when resolved as a browser would, else the fallback (security.md 3.7).
 */
export const toSafeReturnPath = (path: string | null | undefined, fallback: string): string => {
  if (!path?.startsWith('/') || !URL.canParse(path, BASE_ORIGIN)) return fallback;
  const { origin, pathname, search, hash } = new URL(path, BASE_ORIGIN);
  return origin === BASE_ORIGIN && !pathname.startsWith('//') ? pathname + search + hash : fallback;
};
