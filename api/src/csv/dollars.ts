export const MAX_DOLLARS = 1_000_000;

/** Parses dollars such as 12.50 to cents. Returns undefined if the text is invalid, 0 or more than MAX_DOLLARS. */
export const parseDollars = (text: string): number | undefined => {
  const cents = /^\d{1,7}(\.\d{1,2})?$/.test(text) ? Math.round(Number(text) * 100) : 0;
  return cents > 0 && cents <= MAX_DOLLARS * 100 ? cents : undefined;
};

/** Formats cents as dollars with two decimals. */
export const formatDollars = (cents: number): string => (cents / 100).toFixed(2);
