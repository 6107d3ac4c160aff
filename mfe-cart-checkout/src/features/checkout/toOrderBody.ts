import { COUNTRIES, type Billing, type CountryCode, type PaymentMethod, type PlaceOrderBody, type PostalAddress } from '@shop/shared/contracts';
import type { CartItem } from '@shop/shared/state';
import type { BillingForm } from './billingFields';

const isCountry = (value: string): value is CountryCode => Object.hasOwn(COUNTRIES, value);

const toBilling = ({ country, ...texts }: BillingForm): Billing => {
  const trimmed = Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, text.trim()]));
  return { ...texts, ...trimmed, country: isCountry(country) ? country : 'US' };
};

/** What the shopper saw and typed, as the API takes it. Prices are the server's: only the total seen goes along. */
export const toOrderBody = (form: BillingForm, items: readonly CartItem[], total: number, paymentMethod: PaymentMethod, shippingAddress: PostalAddress | null): PlaceOrderBody => ({
  items: items.map(({ productId, variantId, quantity }) => ({ product_id: productId, variant_id: variantId, quantity })),
  billing: toBilling(form),
  ...(shippingAddress ? { shipping_address: shippingAddress } : {}),
  payment_method: paymentMethod,
  expected_total: total,
});
