// A fixed locale and time zone, so that server and browser render the same text. Made when it is needed: the first use
// of Intl takes 50 ms on a slow phone, and most pages show no date.
const format = (date: string, timeStyle?: 'short'): string =>
  new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle, timeZone: 'UTC' }).format(new Date(date));

/** Formats a day ("2026-11-21") or an instant, in UTC, as "Nov 21, 2026". */
export const formatDay = (date: string): string => format(date);

/** Formats an instant as "Nov 21, 2026, 12:00 PM UTC". */
export const formatMinute = (instant: string): string =>
  // Some versions of Intl put a narrow no-break space before PM.
  `${format(instant, 'short').replace('\u202f', ' ')} UTC`;
