export const MAX_DOLLARS = 1_000_000;

/**
 * Cents of dollars as people type them, such as 12.50; undefined for anything else, for none and for more than
 * MAX_DOLLARS.
 */
export const readDollars = (text: string): number | undefined => {
  const cents = /^\d{1,7}(\.\d{1,2})?$/.test(text) ? Math.round(Number(text) * 100) : 0;
  return cents > 0 && cents <= MAX_DOLLARS * 100 ? cents : undefined;
};

/** With both digits of the cents. */
export const formatDollars = (cents: number): string => (cents / 100).toFixed(2);
