const day = new Intl.DateTimeFormat('en-US', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' });
const minute = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });

/** "Nov 21, 2026". In a fixed time zone, so that server and browser render the same text. */
export const formatDay = (instant: string): string => day.format(new Date(instant));

/** "Nov 21, 2026, 12:00 PM UTC". */
export const formatMinute = (instant: string): string => `${minute.format(new Date(instant))} UTC`;
