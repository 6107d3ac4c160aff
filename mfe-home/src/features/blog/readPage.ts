/** The blog starts at page 1. The address is a shopper's to edit: what is no page is the first. */
export const readPage = (params: URLSearchParams): number => {
  const page = Number(params.get('page') ?? '1');
  return Number.isSafeInteger(page) && page > 0 ? page : 1;
};
