const SELF = 'http://shop.invalid';

/** A path of this shop, whatever was asked for: resolved as a browser would, and refused where that leaves the origin (SECURITY, Open redirect). */
export const safeReturnPath = (path: string | undefined, fallback: string): string => {
  if (path === undefined || !path.startsWith('/') || !URL.canParse(path, SELF)) return fallback;
  const url = new URL(path, SELF);
  return url.origin === SELF ? url.pathname + url.search : fallback;
};
