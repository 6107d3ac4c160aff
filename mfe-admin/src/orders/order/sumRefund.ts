import type { StaffLine, StaffOrder } from '@shop/contracts';

/** Pieces to refund, by the position of their line. */
export type Chosen = Readonly<Record<number, number>>;

interface RefundSum {
  /** Lines of which something is refunded. */
  readonly lines: number;
  /** What they cost, before the discount. */
  readonly beforeCents: number;
  /** Their share of the discount. */
  readonly shareCents: number;
  /** What goes back for them. */
  readonly cents: number;
}

/** How many pieces of a line are not refunded yet. */
export const countRefundable = ({ refundable_cents: cents }: StaffLine): number => cents.length;

/** How many are chosen, of those that are left. */
export const getChosen = (line: StaffLine, position: number, chosen: Chosen): number =>
  Math.min(chosen[position] ?? 0, countRefundable(line));

/** What goes back for chosen pieces of a line, after the discount's share. */
export const getLineCents = (line: StaffLine, quantity: number): number =>
  quantity === 0 ? 0 : (line.refundable_cents[quantity - 1] ?? 0);

/** Sums up what goes back for chosen pieces. */
export const sumRefund = (lines: readonly StaffLine[], chosen: Chosen): RefundSum => {
  let [count, beforeCents, cents] = [0, 0, 0];
  for (const [position, line] of lines.entries()) {
    const quantity = getChosen(line, position, chosen);
    if (quantity === 0) continue;
    count += 1;
    beforeCents += Math.round(line.unit_price * 100) * quantity;
    cents += getLineCents(line, quantity);
  }
  return { lines: count, beforeCents, shareCents: beforeCents - cents, cents };
};

export const getKeptCents = ({ money }: Pick<StaffOrder, 'money'>): number => Math.round(money.kept * 100);

/** "$1,286.92" is 128692; undefined for what is no sum of money. */
export const parseCents = (typed: string): number | undefined => {
  const text = typed.trim().replace(/^\$/, '').replaceAll(',', '');
  return /^\d{1,7}(?:\.\d{1,2})?$/.test(text) ? Math.round(Number(text) * 100) : undefined;
};
