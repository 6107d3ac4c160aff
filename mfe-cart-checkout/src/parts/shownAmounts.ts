import { formatMoney, fromCents, toCents } from '@shop/shared/format';

/** The currency in which amounts are shown, and its units per dollar. */
export interface ShownCurrency {
  readonly code: string;
  readonly rate: number;
}

interface PricedLine {
  /** Of a piece, in dollars. */
  readonly price: number;
  readonly quantity: number;
}

/** Rounds as formatMoney does: half a cent up, also where 10.43195 * 100 is a little less than that. */
const toShownCents = (dollars: number, rate: number): number => Math.round(Number(`${dollars * rate}e2`));

/** What a line costs as it is shown: a piece is converted and rounded, and the line is a multiple of that. */
const sumLine = ({ price, quantity }: PricedLine, rate: number): number => toShownCents(price, rate) * quantity;

export const formatLine = (line: PricedLine, { code, rate }: ShownCurrency): string =>
  formatMoney(fromCents(sumLine(line, rate)), code);

/**
 * Returns totals in the shown currency that add up with the lines above them. What is charged is the total in dollars.
 *
 * @param discount in dollars.
 */
export const convertTotals = (
  lines: readonly PricedLine[],
  discount: number,
  { rate }: Pick<ShownCurrency, 'rate'>,
): { readonly subtotal: number; readonly discount: number; readonly total: number } => {
  const subtotal = lines.reduce((cents, line) => cents + sumLine(line, rate), 0);
  const subtotalInDollars = lines.reduce((cents, { price, quantity }) => cents + toCents(price) * quantity, 0);
  const isFree = toCents(discount) >= subtotalInDollars;
  const off = isFree ? subtotal : Math.min(subtotal, toShownCents(discount, rate));
  return { subtotal: fromCents(subtotal), discount: fromCents(off), total: fromCents(subtotal - off) };
};
