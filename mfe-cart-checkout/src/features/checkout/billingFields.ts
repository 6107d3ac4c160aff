import type { Billing, User } from '@shop/contracts';
import { EMAIL_MAX_LENGTH } from '@shop/contracts/constants';
import type { AddressField } from '@shop/shared/forms/addressFields';

/** The form's values. */
export type BillingForm = { [K in keyof Billing]: string };

export const EMPTY_BILLING: BillingForm = {
  firstName: '',
  lastName: '',
  companyName: '',
  country: 'US',
  streetAddress: '',
  apartment: '',
  townCity: '',
  state: '',
  zipCode: '',
  phone: '',
  email: '',
  orderNotes: '',
};

/** What the account says about the customer. The last word of the name is taken for the last name. */
export const toBilling = ({ name, email, phone }: User): BillingForm => {
  const words = name.trim().split(/\s+/);
  const lastName = words.length > 1 ? (words.pop() ?? '') : '';
  return { ...EMPTY_BILLING, firstName: words.join(' '), lastName, email, phone };
};

export const EMAIL_FIELD: AddressField<'email'> = {
  name: 'email',
  label: 'Email address',
  missing: 'Enter an email address.',
  autoComplete: 'email',
  type: 'email',
  maxLength: EMAIL_MAX_LENGTH,
  width: 'wide',
};
