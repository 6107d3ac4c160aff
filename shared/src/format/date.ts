// A fixed locale and time zone, so that server and browser render the same text.
const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' });
const minute = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });

/** Formats a day ("2026-11-21") or an instant, in UTC, as "Nov 21, 2026". */
export const formatDay = (date: string): string => day.format(new Date(date));

/** Formats an instant as "Nov 21, 2026, 12:00 PM UTC". */
export const formatMinute = (instant: string): string =>
  // Some versions of Intl put a narrow no-break space before PM.
  `${minute.format(new Date(instant)).replace('\u202f', ' ')} UTC`;
