import type { Command } from 'commander';
import type { NewCoupon } from '../src/modules/coupons/couponsRepository';
import { addCoupon } from './addCoupon';
import type { CommandLine } from './CommandLine';
import {
  createUsageError,
  parseAmount,
  parseCouponCode,
  parseDate,
  parseEmail,
  parseList,
  parseWholeNumber,
} from './parseArguments';

const MAX_USES = 1_000_000_000;

interface AddValues {
  readonly percent?: number;
  readonly amount?: number;
  readonly minimum: number;
  readonly maximum?: number;
  readonly products?: string[];
  readonly categories?: string[];
  readonly notReduced?: boolean;
  readonly email?: string;
  readonly from?: Date;
  readonly until?: Date;
  readonly uses?: number;
  readonly usesPerCustomer?: number;
  readonly dryRun?: boolean;
}

const toCoupon = (
  code: string,
  {
    percent,
    amount,
    minimum,
    maximum,
    products,
    categories,
    notReduced,
    email,
    from,
    until,
    uses,
    usesPerCustomer,
  }: AddValues,
): NewCoupon => {
  const discount = percent ?? amount;
  if (discount === undefined || (percent !== undefined && amount !== undefined))
    throw createUsageError('Use either --percent or --amount.');
  return {
    code,
    kind: percent === undefined ? 'fixed' : 'percent',
    amount: discount,
    minimumCents: minimum,
    maximumCents: maximum ?? null,
    productIds: products ?? null,
    categories: categories ?? null,
    excludesReduced: notReduced ?? false,
    email: email ?? null,
    startsAt: from ?? null,
    endsAt: until ?? null,
    maxUses: uses ?? null,
    maxUsesPerCustomer: usesPerCustomer ?? null,
  };
};

/** Commands for coupons. */
export const addCouponCommands = (program: Command, { withDatabase }: CommandLine): void => {
  program
    .command('coupons')
    .description('create coupons')
    .command('add')
    .description('create a coupon with --percent or --amount; an existing one is not changed')
    .argument('<code>', '1 to 32 letters, digits, - and _', parseCouponCode)
    .option('--percent <percent>', 'such as 10', parseWholeNumber('--percent', 100))
    .option('--amount <dollars>', 'such as 5', parseAmount('amount'))
    .option('--minimum <dollars>', 'smallest order that it applies to, such as 40', parseAmount('minimum'), 0)
    .option('--maximum <dollars>', 'largest order that it applies to', parseAmount('maximum'))
    .option('--products <ids>', 'reduces only these products, separated by commas', parseList)
    .option('--categories <slugs>', 'reduces only products of these categories, separated by commas', parseList)
    .option('--not-reduced', 'leaves out products that are reduced already')
    .option(
      '--email <address>',
      'only for who owns this email address: signed in, or by the link of a mail',
      parseEmail,
    )
    .option('--from <day>', 'first day in UTC, such as 2026-12-01', parseDate('from', 'beginning'))
    .option('--until <day>', 'last day in UTC, which is included', parseDate('until', 'end'))
    .option('--uses <count>', 'maximum number of uses', parseWholeNumber('--uses', MAX_USES))
    .option(
      '--uses-per-customer <count>',
      'maximum number of uses for each customer',
      parseWholeNumber('--uses-per-customer', MAX_USES),
    )
    .option('--dry-run', 'only show what would change')
    .action((code: string, { dryRun = false, ...values }: AddValues) => {
      const coupon = toCoupon(code, values);
      return withDatabase((context) => addCoupon(context, coupon, { dryRun }));
    });
};
