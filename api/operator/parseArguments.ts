import { CouponCode } from '@shop/contracts';
import { Check } from '@sinclair/typebox/value';
import { normalizeEmail } from '../src/modules/auth/normalizeEmail';
import { toCouponCode } from '../src/modules/coupons/redeemCoupon';
import { parseDollars } from '../src/csv/dollars';
import { OperatorError } from './OperatorError';

export const createUsageError = (message: string): OperatorError => new OperatorError('usage', message);

/**
 * Returns a parser of free text. A leading hyphen is refused: in "--reason --dry-run" the text is missing, and without
 * this check the refund would be made.
 */
export const parseText =
  (name: string) =>
  (value: string): string => {
    if (value.startsWith('-')) throw createUsageError(`--${name} is a text without a leading hyphen, not "${value}".`);
    return value;
  };

export const parseEmail = (value: string): string => {
  const email = normalizeEmail(parseText('email')(value));
  // Such as "$EMAIL" when the variable is not set.
  if (email === '') throw createUsageError('The email address is empty.');
  return email;
};

/** "rings,earrings" */
export const parseList = (value: string): string[] => {
  const items = parseText('products or --categories')(value)
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean);
  if (items.length === 0) throw createUsageError('The list is empty.');
  return items;
};

/** "1,3:2": lines of an order by their number from 1, each with how many pieces; one if unset. */
export const parsePieces = (value: string): { readonly position: number; readonly quantity: number }[] =>
  parseList(value).map((text) => {
    const [, line = '', quantity = '1'] = /^([1-9]\d{0,2})(?::([1-9]\d?))?$/.exec(text) ?? [];
    if (line === '') throw createUsageError(`--lines are numbers of lines such as 1,3 or 1:2, not "${value}".`);
    return { position: Number(line) - 1, quantity: Number(quantity) };
  });

const MAX_NAME_LENGTH = 80;

export const parseOperatorName = (value: string): string => {
  const name = parseText('by')(value.trim());
  if (name === '' || name.length > MAX_NAME_LENGTH)
    throw createUsageError(`--by is a name of 1 to ${MAX_NAME_LENGTH} characters.`);
  return name;
};

/** Returns a parser of a whole number from 1. `name` is an option such as `--days` or an argument such as `<id>`. */
export const parseWholeNumber =
  (name: string, max: number) =>
  (value: string): number => {
    if (!/^[1-9]\d{0,8}$/.test(value) || Number(value) > max)
      throw createUsageError(`${name} is a whole number from 1 to ${max}, not "${value}".`);
    return Number(value);
  };

/** Returns a parser of dollars to cents. */
export const parseAmount =
  (name: string) =>
  (value: string): number => {
    const cents = parseDollars(value);
    if (cents === undefined)
      throw createUsageError(`--${name} is an amount in dollars such as 12.50, above 0, not "${value}".`);
    return cents;
  };

const DAY_MS = 86_400_000;
const DAY_OR_INSTANT = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2})?(Z|[+-]\d{2}:\d{2}))?$/;

/** Returns a parser of a day (its start or end) or an instant. */
export const parseDate =
  (name: string, edge: 'beginning' | 'end') =>
  (value: string): Date => {
    const [day, date] = [value.slice(0, 10), new Date(value)];
    // Date accepts February 30 and turns it into March 2.
    const isReal = !Number.isNaN(date.getTime()) && new Date(day).toISOString().startsWith(day);
    if (!DAY_OR_INSTANT.test(value) || !isReal)
      throw createUsageError(
        `--${name} is a day such as 2026-12-01 or an instant such as 2026-12-01T08:00:00Z, not "${value}".`,
      );
    return value === day && edge === 'end' ? new Date(date.getTime() + DAY_MS) : date;
  };

const TIME = /^(\d{4}-\d{2}-\d{2})[ T](\d{2}:\d{2}:\d{2}(?:\.\d{1,3})?)(Z|[+-]\d{2}(?::?\d{2})?)$/;

/** Returns a parser of a time with its zone, as PostgreSQL prints it, such as 2026-11-27 10:15:00+00. */
export const parseTime =
  (name: string) =>
  (value: string): Date => {
    const [, day = '', time = '', zone = ''] = TIME.exec(value) ?? [];
    const offset = zone.length === 3 ? `${zone}:00` : zone;
    const date = new Date(`${day}T${time}${offset}`);
    if (Number.isNaN(date.getTime()) || !new Date(day).toISOString().startsWith(day))
      throw createUsageError(`${name} is a time with its zone such as "2026-11-27 10:15:00+00", not "${value}".`);
    return date;
  };

export const parseCouponCode = (value: string): string => {
  if (!Check(CouponCode, value)) throw createUsageError('A code has 1 to 32 letters, digits, - and _.');
  return toCouponCode(value);
};

export const parseOrderNumber = (value: string): string => {
  const number = value.trim().toUpperCase();
  if (number === '') throw createUsageError('The number of the order is empty.');
  return number;
};

export const DEFAULT_PAGE_SIZE = 25;
const MAX_PAGE_SIZE = 500;
const MAX_PAGES = 100_000;

export const parsePage = parseWholeNumber('--page', MAX_PAGES);
export const parsePageSize = parseWholeNumber('--per-page', MAX_PAGE_SIZE);
