const MAX_NUMBERS = 5;

/** Up to five page numbers around the current one (product.md 4.7): listPageWindow(7, 20) is 5, 6, 7, 8, 9. */
export const listPageWindow = (page: number, pageCount: number): number[] => {
  const length = Math.min(MAX_NUMBERS, pageCount);
  const first = Math.min(Math.max(1, page - Math.floor(MAX_NUMBERS / 2)), pageCount - length + 1);
  return Array.from({ length }, (_, index) => first + index);
};
