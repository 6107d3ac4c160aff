import type { PaymentRequest } from './PaymentProvider';

const MAX_LINES = 6;

/** What a payment page lists of an order: short, because the sandbox's page has it in its address. */
export const shortenLines = (
  lines: PaymentRequest['lines'],
): { readonly lines: PaymentRequest['lines']; readonly others: number } => ({
  lines: lines.slice(0, MAX_LINES),
  others: Math.max(0, lines.length - MAX_LINES),
});

/** The same as one text. */
export const describeLines = (all: PaymentRequest['lines']): string => {
  const { lines, others } = shortenLines(all);
  return [...lines.map(({ text }) => text), ...(others > 0 ? [`and ${others} more`] : [])].join(', ');
};
