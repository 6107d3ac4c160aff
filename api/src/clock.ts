export interface Clock {
  now(): Date;
}

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** Returns a new date; a negative number of milliseconds gives an earlier one. */
export const addMs = (date: Date, milliseconds: number): Date => new Date(date.getTime() + milliseconds);
