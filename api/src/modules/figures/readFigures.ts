import { EMPTY_SEARCH_DAYS, type Figures, type FigureSums, type StorefrontSlug } from '@shop/contracts';
import type { AppContext } from '../../AppContext';
import { addDays } from './addDays';
import { addUpPastDays } from './addUpPastDays';
import { findEmptySearches } from './emptySearchesRepository';
import { findFigures, type DaySums } from './figuresRepository';

const toDollars = (cents: number): number => cents / 100;

const sumDays = (days: readonly DaySums[]): FigureSums => {
  const orders = days.reduce((sum, day) => sum + day.orders, 0);
  const cents = days.reduce((sum, day) => sum + day.cents, 0);
  return {
    orders,
    revenue: toDollars(cents),
    average: orders === 0 ? 0 : toDollars(Math.round(cents / orders)),
  };
};

const latest = (day: string, other: string): string => (day > other ? day : other);

/**
 * Returns the figures of some days that end today, beside as many days before them.
 *
 * - A day is one of the shop's time zone (SHOP_TIME_ZONE); an order belongs to the day on which it was placed. Today is
 *   not over, so it is compared with a whole day.
 * - Orders are those that were placed and are not canceled, also unpaid ones. A later cancellation or refund changes
 *   the day of the order.
 * - Revenue is what these orders cost, after their discounts, less what was given back of them or is about to be. Money
 *   that came twice, or of a wrong amount, and went back was never revenue.
 * - The average is revenue by orders, rounded to a cent.
 * - A product brings its lines' share of what their order brings, in proportion to their prices. What is sold loose
 *   counts as one piece a line.
 * - Of a storefront, these are its lines, and the orders that have one: an order from both counts for both.
 */
export const readFigures = async (
  context: Pick<AppContext, 'database' | 'clock'>,
  { days, store }: { readonly days: number; readonly store: StorefrontSlug | null },
): Promise<Figures> => {
  const { database } = context;
  const { today, liveFrom, hasOrders } = await addUpPastDays(context, 2 * days);
  const from = addDays(today, 1 - days);
  const beforeFrom = addDays(from, -days);
  const range = { beforeFrom, from, liveFrom: latest(liveFrom, beforeFrom), until: addDays(today, 1), store };
  const [found, searches] = await Promise.all([
    findFigures(database, range),
    findEmptySearches(database, { from: latest(from, addDays(today, 1 - EMPTY_SEARCH_DAYS)), store }),
  ]);
  const byDay = new Map(found.days.map((sums) => [sums.day, sums]));
  const list = (first: string): readonly DaySums[] =>
    Array.from({ length: days }, (_, index) => {
      const day = addDays(first, index);
      return byDay.get(day) ?? { day, orders: 0, cents: 0 };
    });
  const [now, before] = [list(from), list(beforeFrom)];
  return {
    has_orders: hasOrders,
    days: now.map(({ day, orders, cents }, index) => {
      const then = before[index] ?? { day: '', orders: 0, cents: 0 };
      return {
        day,
        orders,
        revenue: toDollars(cents),
        before_day: then.day,
        before_orders: then.orders,
        before_revenue: toDollars(then.cents),
      };
    }),
    sums: sumDays(now),
    before: sumDays(before),
    products: found.products.map(({ cents, ...product }) => ({ ...product, revenue: toDollars(cents) })),
    searches,
  };
};
