/** Parses the page number of the URL; anything invalid is page 1. */
export const readPage = (params: URLSearchParams): number => {
  const page = Number(params.get('page') ?? '1');
  return Number.isSafeInteger(page) && page > 0 ? page : 1;
};
