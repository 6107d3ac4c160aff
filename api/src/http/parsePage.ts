const MAX_PAGE = 100_000;

/** Parses a page number from a query string. Returns 1 if it is invalid. */
export const parsePage = (text: string | undefined): number => {
  const page = Number((text ?? '').trim());
  return Number.isInteger(page) && page >= 1 ? Math.min(page, MAX_PAGE) : 1;
};
