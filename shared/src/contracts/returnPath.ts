const SELF = 'http://shop.invalid';

/**
 * A path of this shop, whatever was asked for: resolved as a browser would, and refused where that leaves the origin
 * (security.md 3.7).
 */
export const safeReturnPath = (path: string | null | undefined, fallback: string): string => {
  if (!path?.startsWith('/') || !URL.canParse(path, SELF)) return fallback;
  const { origin, pathname, search, hash } = new URL(path, SELF);
  return origin === SELF && !pathname.startsWith('//') ? pathname + search + hash : fallback;
};
