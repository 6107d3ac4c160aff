import type { AreaTerms, CountryCode, DeliveryRun, StaffArea } from '@shop/contracts';
import type { Values } from '../form/mergeTheirs';

/** The fields of the form, named as the API names them. */
export type AreaField = keyof AreaTerms;
export type AreaTexts = Values<AreaField>;

export const LABELS: Readonly<Record<AreaField, string>> = {
  name: 'Name',
  country: 'Country',
  prefixes: 'Postal codes',
  time_zone: 'Time zone',
  minimum_cents: 'Smallest order',
  runs: 'Runs',
};

/** A run while it is typed: numbers as texts, so that nothing typed is lost. */
export interface EditedRun {
  readonly weekdays: readonly number[];
  readonly from: number;
  readonly to: number;
  readonly capacity: string;
  readonly daysBefore: string;
  readonly hour: number;
}

const editRun = ({ weekdays, from, to, capacity, cutoff }: DeliveryRun): EditedRun => ({
  weekdays,
  from,
  to,
  capacity: String(capacity),
  daysBefore: String(cutoff.days_before),
  hour: cutoff.hour,
});

/** The text of a list of runs, which is one field of the form. */
export const writeRuns = (runs: readonly EditedRun[]): string => JSON.stringify(runs);
export const readRuns = (text: string): readonly EditedRun[] => JSON.parse(text) as EditedRun[]; // of writeRuns

export const NEW_RUN: EditedRun = {
  weekdays: [1, 2, 3, 4, 5],
  from: 8,
  to: 10,
  capacity: '20',
  daysBefore: '1',
  hour: 20,
};
const OWN_ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone;

export const EMPTY: AreaTexts = {
  name: '',
  country: 'US',
  prefixes: '',
  time_zone: OWN_ZONE,
  minimum_cents: '',
  runs: writeRuns([NEW_RUN]),
};

export const toTexts = (area: StaffArea): AreaTexts => ({
  name: area.name,
  country: area.country,
  prefixes: area.prefixes.join(', '),
  time_zone: area.time_zone,
  minimum_cents: area.minimum_cents === 0 ? '' : (area.minimum_cents / 100).toFixed(2),
  runs: writeRuns(area.runs.map(editRun)),
});

const DOLLARS = /^\$?\s?\d{1,6}(?:\.\d{1,2})?$/;
const splitCodes = (text: string): string[] =>
  text
    .split(/[,;\n]/)
    .map((code) => code.trim())
    .filter(Boolean);

/** Everything that a form says, which `checkField` has checked. */
export const readTexts = (texts: AreaTexts): AreaTerms => ({
  name: texts.name.trim(),
  // The select offers no other country.
  country: texts.country as CountryCode,
  prefixes: splitCodes(texts.prefixes),
  time_zone: texts.time_zone.trim(),
  minimum_cents:
    texts.minimum_cents.trim() === '' ? 0 : Math.round(Number(texts.minimum_cents.trim().replace('$', '')) * 100),
  runs: readRuns(texts.runs).map(({ weekdays, from, to, capacity, daysBefore, hour }) => ({
    weekdays: [...weekdays].sort((a, b) => a - b),
    from,
    to,
    capacity: Number(capacity),
    cutoff: { days_before: Number(daysBefore), hour },
  })),
});

/** What differs from what is saved. */
export const readChanges = (texts: AreaTexts, saved: AreaTexts): Partial<AreaTerms> =>
  Object.fromEntries(
    Object.entries(readTexts(texts)).filter(([name]) => texts[name as AreaField] !== saved[name as AreaField]),
  );

const checkRuns = (text: string): string | undefined => {
  for (const [index, { weekdays, from, to, capacity, daysBefore, hour }] of readRuns(text).entries()) {
    const run = `Run ${index + 1}`;
    if (weekdays.length === 0) return `${run} needs a day.`;
    if (to <= from) return `${run} ends before it starts.`;
    if (!/^\d{1,4}$/.test(capacity)) return `${run} takes a whole number of orders.`;
    if (!/^\d$|^1[0-4]$/.test(daysBefore)) return `${run} takes orders until 0 to 14 days before.`;
    if (daysBefore === '0' && hour > from) return `${run} takes orders after it has started.`;
  }
  return undefined;
};

type Check = (text: string) => string | undefined;
const CHECKS: Readonly<Partial<Record<AreaField, Check>>> = {
  name: (text) => (text === '' ? 'Give it a name.' : undefined),
  prefixes: (text) => (splitCodes(text).length === 0 ? 'Say where vans go, such as 970, 971.' : undefined),
  time_zone: (text) => (text === '' ? 'Choose a time zone.' : undefined),
  minimum_cents: (text) => (text === '' || DOLLARS.test(text) ? undefined : 'Dollars, such as 25.'),
  runs: checkRuns,
};

/** Returns what is wrong with a field. The server checks all of it again, and more. */
export const checkField = (name: AreaField, texts: AreaTexts): string | undefined => CHECKS[name]?.(texts[name].trim());
