import type { CURRENCIES } from '@shop/contracts/constants';

const SYMBOLS: Readonly<Record<string, string>> = { USD: '$', EUR: '€', GBP: '£' } satisfies Record<
  (typeof CURRENCIES)[number],
  string
>;

/** Returns "€" for EUR, to show before an amount field. */
export const getCurrencySymbol = (currency: string): string => SYMBOLS[currency] ?? currency;

/** "1,234" from 1234. Without Intl, whose first use takes 50 ms on a slow phone before the page works. */
export const formatCount = (count: number | string): string => `${count}`.replace(/\B(?=(?:\d{3}){1,5}(?:\.|$))/g, ',');

/** "$1,234.50" from 1234.5 dollars. Half a cent is rounded up, also where 1043.195 * 100 is a little less than that. */
export const formatMoney = (amount: number, currency = 'USD'): string => {
  const cents = Math.round(Number(`${Math.abs(amount)}e2`));
  return (amount < 0 ? '-' : '') + getCurrencySymbol(currency) + formatCount((cents / 100).toFixed(2));
};

/** Converts dollars to cents. Sums are computed in cents, so that 0.1 + 0.2 is 0.3. */
export const toCents = (amount: number): number => Math.round(amount * 100);
export const fromCents = (cents: number): number => cents / 100;
