import { COUNTRIES } from '@shop/contracts/constants';
import type { Billing, CountryCode, PaymentMethod, PlaceOrderBody, PostalAddress } from '@shop/contracts';
import type { ShownCurrency, toCartContents } from '@shop/shared/state';
import type { FoodState } from '../../parts/foodSlice';
import { addFood } from './addFood';
import type { BillingForm } from './billingFields';

const isCountry = (value: string): value is CountryCode => Object.hasOwn(COUNTRIES, value);

const toBilling = ({ country, ...texts }: BillingForm): Billing => {
  const trimmed = Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, text.trim()]));
  return { ...texts, ...trimmed, country: isCountry(country) ? country : 'US' };
};

interface Seen {
  readonly cart: ReturnType<typeof toCartContents>;
  /** Dollars. */
  readonly total: number;
  readonly currency: ShownCurrency;
  readonly paymentMethod: PaymentMethod;
  readonly shippingAddress: PostalAddress | null;
  readonly food: FoodState;
}

/** Builds the request body. The server computes prices; `expected_total` is the total the shopper saw. */
export const toOrderBody = (
  form: BillingForm,
  { cart, total, currency, paymentMethod, shippingAddress, food }: Seen,
): PlaceOrderBody => ({
  ...addFood(cart.items, food),
  billing: toBilling(form),
  ...(shippingAddress ? { shipping_address: shippingAddress } : {}),
  payment_method: paymentMethod,
  expected_total: total,
  ...(cart.couponCode === null ? {} : { coupon_code: cart.couponCode }),
  ...(currency === 'USD' ? {} : { display_currency: currency }),
});
