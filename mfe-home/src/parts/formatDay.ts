const DAY = new Intl.DateTimeFormat('en-US', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' });

/** "2026-11-12" is "12 Nov 2026", wherever it is read: the American short months, which every browser spells alike. */
export const formatDay = (day: string): string => {
  const parts = new Map<string, string>(DAY.formatToParts(new Date(day)).map(({ type, value }) => [type, value]));
  return ['day', 'month', 'year'].map((type) => parts.get(type)).join(' ');
};
