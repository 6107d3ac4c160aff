import { parseArgs } from 'node:util';
import { CouponCode, OrderStatus, StorefrontSlug } from '@shop/shared/contracts';
import { Check } from '@sinclair/typebox/value';
import { normalizeEmail } from '../src/modules/auth/normalizeEmail';
import type { NewCoupon } from '../src/modules/coupons/couponsRepository';
import { toCouponCode } from '../src/modules/coupons/redeemCoupon';
import type { OrderFilter } from '../src/modules/orders/ordersRepository';
import { parseDollars } from './dollars';
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

/** Parses the words and options of a command line. @throws {OperatorError} for an unknown option. */
export const parseArguments = (argv: readonly string[]) => {
  try {
    return parseArgs({ args: [...argv], options: OPTIONS, allowPositionals: true, tokens: true });
  } catch (error) {
    throw new OperatorError('usage', error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error));
  }
};

export type Values = ReturnType<typeof parseArguments>['values'];

export const createUsageError = (message: string): OperatorError => new OperatorError('usage', message);

const parseWholeOption = (name: Option, value: string | undefined, max: number): number | null => {
  if (value === undefined) return null;
  if (!/^[1-9]\d{0,8}$/.test(value) || Number(value) > max)
    throw createUsageError(`--${name} is a whole number from 1 to ${max}, not "${value}".`);
  return Number(value);
};

const parseCentsOption = (name: Option, value: string | undefined): number | null => {
  if (value === undefined) return null;
  const cents = parseDollars(value);
  if (cents === undefined)
    throw createUsageError(`--${name} is an amount in dollars such as 12.50, above 0, not "${value}".`);
  return cents;
};

const DAY_MS = 86_400_000;

/** Parses a day (its start or end) or an instant. */
const parseDateOption = (name: Option, value: string | undefined, edge: 'beginning' | 'end'): Date | null => {
  if (value === undefined) return null;
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(value);
  const isInstant = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2})?(Z|[+-]\d{2}:\d{2})$/.test(value);
  const date = new Date(value);
  // Date accepts February 30 and turns it into March 2.
  const isReal =
    !Number.isNaN(date.getTime()) &&
    new Date(`${value.slice(0, 10)}T00:00:00Z`).toISOString().startsWith(value.slice(0, 10));
  if (!(isDay || isInstant) || !isReal)
    throw createUsageError(
      `--${name} is a day such as 2026-12-01 or an instant such as 2026-12-01T08:00:00Z, not "${value}".`,
    );
  return isDay && edge === 'end' ? new Date(date.getTime() + DAY_MS) : date;
};

const MAX_PAGES = 100_000;
const MAX_USES = 1_000_000_000;

export const toPageSize = (values: Values): number =>
  parseWholeOption('per-page', values['per-page'], MAX_PER_PAGE) ?? DEFAULT_PAGE_SIZE;

export const toOrderFilter = (values: Values): OrderFilter => {
  const { status } = values;
  if (status !== undefined && !Check(OrderStatus, status))
    throw createUsageError(
      `--status is one of ${OrderStatus.anyOf.map((one) => one.const).join(', ')}, not "${status}".`,
    );
  return {
    status: status ?? null,
    since: parseDateOption('since', values.since, 'beginning'),
    email: values.email === undefined ? null : normalizeEmail(values.email),
    owed: values.owed,
    page: parseWholeOption('page', values.page, MAX_PAGES) ?? 1,
    pageSize: toPageSize(values),
  };
};

export const toCoupon = (code: string, values: Values): NewCoupon => {
  if (!Check(CouponCode, code)) throw createUsageError('A code has 1 to 32 letters, digits, - and _.');
  const percent = parseWholeOption('percent', values.percent, 100);
  const cents = parseCentsOption('amount', values.amount);
  if ((percent === null) === (cents === null)) throw createUsageError('Use either --percent or --amount.');
  return {
    code: toCouponCode(code),
    kind: percent === null ? 'fixed' : 'percent',
    amount: percent ?? cents ?? 0,
    minimumCents: parseCentsOption('minimum', values.minimum) ?? 0,
    startsAt: parseDateOption('from', values.from, 'beginning'),
    endsAt: parseDateOption('until', values.until, 'end'),
    maxUses: parseWholeOption('uses', values.uses, MAX_USES),
    maxUsesPerCustomer: parseWholeOption('uses-per-customer', values['uses-per-customer'], MAX_USES),
  };
};

export const toStore = ({ store }: Values): StorefrontSlug | null => {
  if (store !== undefined && !Check(StorefrontSlug, store))
    throw createUsageError(`--store is ${StorefrontSlug.anyOf.map((one) => one.const).join(' or ')}, not "${store}".`);
  return store ?? null;
};
