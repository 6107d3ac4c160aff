import { ShopError } from './ShopError';

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** Returns the start of a day, or of a day after it; null for none. @throws {ShopError} INVALID_REQUEST. */
export const readDay = (field: string, text: string | undefined, addDays = 0): Date | null => {
  if (text === undefined || text === '') return null;
  const day = new Date(`${text}T00:00:00Z`);
  if (!DAY.test(text) || Number.isNaN(day.getTime()))
    throw new ShopError('INVALID_REQUEST', { fields: { [field]: 'Enter a day, such as 2026-11-28.' } });
  day.setUTCDate(day.getUTCDate() + addDays);
  return day;
};
