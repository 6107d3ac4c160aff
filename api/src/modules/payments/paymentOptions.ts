import type { PaymentMethod, PaymentOption } from '@shop/contracts';
import { PAYMENT_METHODS } from '@shop/contracts';
import type { PaymentConfig } from '../settings/readSettings';

const NAMES = { bank: 'bank transfer', global: 'online payment', cash: 'cash' } as const;
/** What the checkout calls online payments with a provider, where that is not the shop's own name for them. */
const LABELS: Readonly<Record<string, string>> = { stripe: 'Card, Apple Pay, Google Pay' };
const choices = new Intl.ListFormat('en', { type: 'disjunction' });

export const findPaymentLabel = (provider: string | null): string | undefined =>
  provider === null ? undefined : LABELS[provider];

/** Returns how customers can pay, in the order of the checkout, which preselects the first that is available. */
export const listPaymentOptions = ({ provider, bankAccount, isOff }: PaymentConfig): PaymentOption[] => {
  const available = {
    bank: bankAccount !== undefined,
    global: provider !== 'none',
    cash: true,
  };
  const isOn = ({ method }: PaymentOption): boolean => !isOff[method];
  const options = PAYMENT_METHODS.map((method) => ({ method, available: available[method] })).filter(isOn);
  const label = findPaymentLabel(provider);
  if (label === undefined) return options;
  const isOnline = ({ method }: PaymentOption): boolean => method === 'global';
  return [
    ...options.filter(isOnline).map((option) => ({ ...option, label })),
    ...options.filter((option) => !isOnline(option)),
  ];
};

/** Returns why an order cannot be paid by a method; undefined if it can. */
export const describeUnavailable = (config: PaymentConfig, method: PaymentMethod): string | undefined => {
  const options = listPaymentOptions(config);
  if (options.some((option) => option.method === method && option.available)) return undefined;
  const others = options.filter(({ available }) => available).map((option) => NAMES[option.method]);
  const name = NAMES[method];
  return `${name.charAt(0).toUpperCase()}${name.slice(1)} is not available. Choose ${choices.format(others)}.`;
};
