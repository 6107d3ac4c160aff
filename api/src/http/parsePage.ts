const MAX_PAGE = 100_000;

/** A page's number out of a query string that anyone may have typed: 1 for what is none. */
export const parsePage = (text: string | undefined): number => {
  const page = Number((text ?? '').trim());
  return Number.isInteger(page) && page >= 1 ? Math.min(page, MAX_PAGE) : 1;
};
