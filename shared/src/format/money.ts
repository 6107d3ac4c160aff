const formatters = new Map<string, Intl.NumberFormat>();

/** "$1,234.50" from 1234.5 dollars. */
export const formatMoney = (amount: number, currency = 'USD'): string => {
  let formatter = formatters.get(currency);
  if (!formatter) {
    formatter = new Intl.NumberFormat('en-US', { style: 'currency', currency });
    formatters.set(currency, formatter);
  }
  return formatter.format(amount);
};

/** Returns "€" for EUR, to show before an amount field. */
export const getCurrencySymbol = (currency: string): string =>
  new Intl.NumberFormat('en-US', { style: 'currency', currency, currencyDisplay: 'narrowSymbol' })
    .formatToParts(0)
    .find(({ type }) => type === 'currency')?.value ?? currency;

/** Converts dollars to cents. Sums are computed in cents, so that 0.1 + 0.2 is 0.3. */
export const toCents = (amount: number): number => Math.round(amount * 100);
export const fromCents = (cents: number): number => cents / 100;
