/**
 * Where parcels are packed, and whose days figures count: changing it takes a migration that empties them (decision
 * 0076).
 */
export const SHOP_TIME_ZONE = 'America/Los_Angeles';
/** What is ordered by then is packed on the same working day. */
const CUTOFF_HOUR = 14;
const ENGRAVING_DAYS = 2;
/** Working days that a carrier takes to an address in the US. */
const FASTEST_DAYS = 1;
const SLOWEST_DAYS = 3;

const HOUR = new Intl.DateTimeFormat('en-US', { hour: 'numeric', hourCycle: 'h23', timeZone: SHOP_TIME_ZONE });
const LOCAL_DAY = new Intl.DateTimeFormat('en-CA', { dateStyle: 'short', timeZone: SHOP_TIME_ZONE });
const SHORT_DAY = new Intl.DateTimeFormat('en-US', {
  weekday: 'short',
  month: 'short',
  day: 'numeric',
  timeZone: 'UTC',
});

const DAY_MS = 86_400_000;
const SATURDAY = 6;
const DAYS_PER_WEEK = 7;

/** Days on which no carrier comes: by date, and by weekday and its number in the month; -1 is the last. */
const FIXED_HOLIDAYS: readonly string[] = ['1-1', '7-4', '12-25'];
const MONDAY = 1;
const THURSDAY = 4;
const MOVING_HOLIDAYS = [
  { month: 5, weekday: MONDAY, week: -1 },
  { month: 9, weekday: MONDAY, week: 1 },
  { month: 11, weekday: THURSDAY, week: 4 },
];

const isHoliday = (day: Date): boolean => {
  const [month, date, weekday] = [day.getUTCMonth() + 1, day.getUTCDate(), day.getUTCDay()];
  if (FIXED_HOLIDAYS.includes(`${month}-${date}`)) return true;
  const week = Math.ceil(date / DAYS_PER_WEEK);
  const isLast = new Date(day.getTime() + DAYS_PER_WEEK * DAY_MS).getUTCMonth() + 1 !== month;
  return MOVING_HOLIDAYS.some(
    (holiday) =>
      holiday.month === month && holiday.weekday === weekday && (holiday.week < 0 ? isLast : holiday.week === week),
  );
};

const isWorkingDay = (day: Date): boolean => day.getUTCDay() % SATURDAY !== 0 && !isHoliday(day);

/** Returns the day that is so many working days later; with 0, the first working day from this one on. */
const addWorkingDays = (day: Date, count: number): Date => {
  let [at, left] = [day, count];
  while (left > 0 || !isWorkingDay(at)) {
    at = new Date(at.getTime() + DAY_MS);
    if (isWorkingDay(at)) left -= 1;
  }
  return at;
};

/**
 * When a parcel arrives at an address in the US if it can be packed from `since` on: "Tue, Dec 1 to Thu, Dec 3".
 * Engraving takes two more working days.
 */
export const describeArrival = (since: Date, { isEngraved }: { readonly isEngraved: boolean }): string => {
  const today = new Date(`${LOCAL_DAY.format(since)}T00:00:00Z`);
  const isLate = Number(HOUR.format(since)) >= CUTOFF_HOUR;
  const first = isLate && isWorkingDay(today) ? addWorkingDays(today, 1) : addWorkingDays(today, 0);
  const packed = addWorkingDays(first, isEngraved ? ENGRAVING_DAYS : 0);
  return [FASTEST_DAYS, SLOWEST_DAYS].map((days) => SHORT_DAY.format(addWorkingDays(packed, days))).join(' to ');
};
