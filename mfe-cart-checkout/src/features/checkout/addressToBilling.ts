import type { Address, PostalAddress } from '@shop/contracts';
import { EMPTY_BILLING, type BillingForm } from './billingFields';

/** Returns a saved address without id, label and default flags. */
export const toPostalAddress = ({
  firstName,
  lastName,
  companyName,
  country,
  streetAddress,
  apartment,
  townCity,
  state,
  zipCode,
  phone,
}: Address): PostalAddress => ({
  firstName,
  lastName,
  companyName,
  country,
  streetAddress,
  apartment,
  townCity,
  state,
  zipCode,
  phone,
});

/** Fills the form from a saved address and keeps the other fields. */
export const addressToBilling = (
  address: Address,
  { email, orderNotes }: Pick<BillingForm, 'email' | 'orderNotes'>,
): BillingForm => ({
  ...EMPTY_BILLING,
  ...toPostalAddress(address),
  email,
  orderNotes,
});
