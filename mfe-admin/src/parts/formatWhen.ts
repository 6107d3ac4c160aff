const TIME = new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit' });
const DAY = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric' });
const FULL = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'medium' });
const DAY_MS = 86_400_000;

/** "Today, 4:40 PM", "Yesterday, 4:40 PM", "Nov 22, 4:40 PM", in the time of the reader. */
export const formatWhen = (instant: string, now = new Date()): string => {
  const at = new Date(instant);
  const isDay = (day: Date): boolean => at.toDateString() === day.toDateString();
  const day = isDay(now) ? 'Today' : isDay(new Date(now.getTime() - DAY_MS)) ? 'Yesterday' : DAY.format(at);
  return `${day}, ${TIME.format(at)}`;
};

/** With the year and the seconds, for titles. */
export const formatInstant = (instant: string): string => FULL.format(new Date(instant));
