import { FIGURES_PERIODS } from '@shop/contracts';
import { formatCount } from '@shop/shared/format';

export const PERIODS = FIGURES_PERIODS.map((value) => ({ value, label: `Last ${value} days` }));

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const DAY = /^(\d{4})-(\d\d)-(\d\d)$/;

/** "Nov 28", or with the year "Nov 28, 2026", of "2026-11-28". Days of calendars have no time zone. */
export const formatFigureDay = (day: string, { withYear = false } = {}): string => {
  const [, year, month, date] = DAY.exec(day) ?? [];
  const name = MONTHS[Number(month) - 1];
  if (year === undefined || name === undefined) return day;
  return `${name} ${Number(date)}${withYear ? `, ${year}` : ''}`;
};

/** How a figure stands beside the time before. */
interface Change {
  readonly direction: 'up' | 'down' | 'same';
  /** "23.3%". */
  readonly text: string;
}

/** Compares a figure with that of the time before. Of nothing, there are no percent. */
export const compareFigures = (now: number, before: number): Change => {
  if (before === 0) return now === 0 ? { direction: 'same', text: '0%' } : { direction: 'up', text: 'from nothing' };
  const percent = (Math.abs(now - before) / before) * 100;
  const text = `${formatCount(percent.toFixed(1))}%`;
  return { direction: text === '0.0%' ? 'same' : now > before ? 'up' : 'down', text: text.replace('.0%', '%') };
};

/** "$2.5k" of 2500, for the axis of a plot. */
export const formatTick = (dollars: number): string => {
  if (dollars === 0) return '0';
  if (dollars >= 1_000_000) return `$${formatCount(dollars / 1_000_000)}M`;
  return dollars >= 1_000 ? `$${dollars / 1_000}k` : `$${dollars}`;
};

const LINES = 4;
/** Steps that people count in, of each power of ten. */
const STEPS = [1, 2, 2.5, 5, 10];

/** Returns the values of the five lines of a plot, from 0 to at least `highest`. */
export const listTicks = (highest: number): readonly number[] => {
  const least = Math.max(1, highest / LINES);
  const power = 10 ** Math.floor(Math.log10(least));
  // A step of 2.5 is for tens and more.
  const step = STEPS.map((factor) => factor * power).find((each) => each >= least && Number.isInteger(each)) ?? least;
  return Array.from({ length: LINES + 1 }, (_, index) => index * step);
};
