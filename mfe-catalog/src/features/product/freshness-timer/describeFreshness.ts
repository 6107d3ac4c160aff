const DAYS_PER_WEEK = 7;
const DAYS_PER_MONTH = 30;

const count = (number: number, unit: string): string => `${number} ${unit}${number === 1 ? '' : 's'}`;

/** Says how long food keeps after delivery, in the unit that people use for it. Weeks and months are rounded down. */
export const describeFreshness = (days: number): string => {
  if (days < 2 * DAYS_PER_WEEK) return `Stays fresh for ${count(days, 'day')} after delivery`;
  return days < 2 * DAYS_PER_MONTH
    ? `Best within ${count(Math.floor(days / DAYS_PER_WEEK), 'week')}`
    : `Best within ${count(Math.floor(days / DAYS_PER_MONTH), 'month')}`;
};
