const DAY = new Intl.DateTimeFormat('en-US', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' });

/** Formats "2026-11-12" as "12 Nov 2026" with fixed month names, so that server and browser render the same text. */
export const formatDay = (day: string): string => {
  const parts = new Map<string, string>(DAY.formatToParts(new Date(day)).map(({ type, value }) => [type, value]));
  return ['day', 'month', 'year'].map((type) => parts.get(type)).join(' ');
};
