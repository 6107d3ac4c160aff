interface PricedLine {
  readonly line_total: number;
  readonly quantity: number;
}

/**
 * Shares a discount among lines in proportion to what they cost, in cents that add up to it: largest remainders get the
 * cents that rounding down leaves. Returns what each line costs after its share.
 */
export const shareDiscount = (lines: readonly PricedLine[], discountCents: number): number[] => {
  const totals = lines.map((line) => Math.round(line.line_total * 100));
  const subtotal = totals.reduce((sum, total) => sum + total, 0);
  if (subtotal === 0) return totals;
  const exact = totals.map((total) => (discountCents * total) / subtotal);
  const shares = exact.map(Math.floor);
  const left = discountCents - shares.reduce((sum, share) => sum + share, 0);
  const byRemainder = exact.map((share, index) => ({ index, remainder: share % 1 }));
  byRemainder.sort((a, b) => b.remainder - a.remainder || a.index - b.index);
  for (const { index } of byRemainder.slice(0, left)) shares[index] = (shares[index] ?? 0) + 1;
  return totals.map((total, index) => total - (shares[index] ?? 0));
};

/** What the first `count` of a line's pieces cost, in cents: the shares of all of them add up to the line's. */
const costOfFirst = (cents: number, quantity: number, count: number): number => Math.round((cents * count) / quantity);

/** What goes back for 1, 2, … of a line's pieces that are not refunded yet, in cents. */
export const listRefundableCents = (cents: number, quantity: number, refunded: number): number[] =>
  Array.from(
    { length: Math.max(0, quantity - refunded) },
    (_, index) => costOfFirst(cents, quantity, refunded + index + 1) - costOfFirst(cents, quantity, refunded),
  );
