import { parseArgs } from 'node:util';
import { CouponCode, OrderStatus, StorefrontSlug } from '@shop/shared/contracts';
import { Check } from '@sinclair/typebox/value';
import { normalizeEmail } from '../src/modules/auth/normalizeEmail';
import type { NewCoupon } from '../src/modules/coupons/couponsRepository';
import { toCouponCode } from '../src/modules/coupons/redeemCoupon';
import type { OrderFilter } from '../src/modules/orders/ordersRepository';
import { readDollars } from './dollars';
import { OperatorError } from './OperatorError';

export const DEFAULT_PAGE_SIZE = 25;
const MAX_PER_PAGE = 500;

const OPTIONS = {
  by: { type: 'string' },
  help: { type: 'boolean' },
  'dry-run': { type: 'boolean', default: false },
  json: { type: 'boolean', default: false },
  store: { type: 'string' },
  status: { type: 'string' },
  since: { type: 'string' },
  email: { type: 'string' },
  owed: { type: 'boolean', default: false },
  page: { type: 'string' },
  'per-page': { type: 'string' },
  paid: { type: 'boolean', default: false },
  reason: { type: 'string', default: '' },
  percent: { type: 'string' },
  amount: { type: 'string' },
  minimum: { type: 'string' },
  from: { type: 'string' },
  until: { type: 'string' },
  uses: { type: 'string' },
  'uses-per-customer': { type: 'string' },
  replace: { type: 'boolean', default: false },
} as const;

export type Option = keyof typeof OPTIONS;

/** The words and options of a command line. @throws {OperatorError} for an option that there is not. */
export const readArguments = (argv: readonly string[]) => {
  try {
    return parseArgs({ args: [...argv], options: OPTIONS, allowPositionals: true, tokens: true });
  } catch (error) {
    throw new OperatorError('usage', error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error));
  }
};

export type Values = ReturnType<typeof readArguments>['values'];

export const usageError = (message: string): OperatorError => new OperatorError('usage', message);

const wholeOption = (name: Option, value: string | undefined, most: number): number | null => {
  if (value === undefined) return null;
  if (!/^[1-9]\d{0,8}$/.test(value) || Number(value) > most)
    throw usageError(`--${name} is a whole number from 1 to ${most}, not "${value}".`);
  return Number(value);
};

const centsOption = (name: Option, value: string | undefined): number | null => {
  if (value === undefined) return null;
  const cents = readDollars(value);
  if (cents === undefined)
    throw usageError(`--${name} is an amount in dollars such as 12.50, above 0, not "${value}".`);
  return cents;
};

const DAY_MS = 86_400_000;

/** A day, from its beginning or to its end, or an instant. */
const dateOption = (name: Option, value: string | undefined, edge: 'beginning' | 'end'): Date | null => {
  if (value === undefined) return null;
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(value);
  const isInstant = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2})?(Z|[+-]\d{2}:\d{2})$/.test(value);
  const date = new Date(value);
  // Date turns the 30th of February into the 2nd of March.
  const isReal =
    !Number.isNaN(date.getTime()) &&
    new Date(`${value.slice(0, 10)}T00:00:00Z`).toISOString().startsWith(value.slice(0, 10));
  if (!(isDay || isInstant) || !isReal)
    throw usageError(
      `--${name} is a day such as 2026-12-01 or an instant such as 2026-12-01T08:00:00Z, not "${value}".`,
    );
  return isDay && edge === 'end' ? new Date(date.getTime() + DAY_MS) : date;
};

const MAX_PAGES = 100_000;
const MAX_USES = 1_000_000_000;

export const toPageSize = (values: Values): number =>
  wholeOption('per-page', values['per-page'], MAX_PER_PAGE) ?? DEFAULT_PAGE_SIZE;

export const toQuestion = (values: Values): OrderFilter => {
  const { status } = values;
  if (status !== undefined && !Check(OrderStatus, status))
    throw usageError(`--status is one of ${OrderStatus.anyOf.map((one) => one.const).join(', ')}, not "${status}".`);
  return {
    status: status ?? null,
    since: dateOption('since', values.since, 'beginning'),
    email: values.email === undefined ? null : normalizeEmail(values.email),
    owed: values.owed,
    page: wholeOption('page', values.page, MAX_PAGES) ?? 1,
    pageSize: toPageSize(values),
  };
};

export const toCoupon = (code: string, values: Values): NewCoupon => {
  if (!Check(CouponCode, code)) throw usageError('A code has 1 to 32 letters, digits, - and _.');
  const percent = wholeOption('percent', values.percent, 100);
  const cents = centsOption('amount', values.amount);
  if ((percent === null) === (cents === null)) throw usageError('Say --percent or --amount, one of them.');
  return {
    code: toCouponCode(code),
    kind: percent === null ? 'fixed' : 'percent',
    amount: percent ?? cents ?? 0,
    minimumCents: centsOption('minimum', values.minimum) ?? 0,
    startsAt: dateOption('from', values.from, 'beginning'),
    endsAt: dateOption('until', values.until, 'end'),
    maxUses: wholeOption('uses', values.uses, MAX_USES),
    maxUsesPerCustomer: wholeOption('uses-per-customer', values['uses-per-customer'], MAX_USES),
  };
};

export const toStore = ({ store }: Values): StorefrontSlug | null => {
  if (store !== undefined && !Check(StorefrontSlug, store))
    throw usageError(`--store is ${StorefrontSlug.anyOf.map((one) => one.const).join(' or ')}, not "${store}".`);
  return store ?? null;
};
