import type { Address, PostalAddress } from '@shop/shared/contracts';
import { EMPTY_BILLING, type BillingForm } from './billingFields';

/** A saved address without what only the account knows of it. */
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

/** Fills the form in from a saved address; what an address does not have stays as it was typed. */
export const addressToBilling = (
  address: Address,
  { email, orderNotes }: Pick<BillingForm, 'email' | 'orderNotes'>,
): BillingForm => ({
  ...EMPTY_BILLING,
  ...toPostalAddress(address),
  email,
  orderNotes,
});
