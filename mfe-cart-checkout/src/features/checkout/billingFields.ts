import type { Billing } from '@shop/shared/contracts';
import { EMAIL_MAX_LENGTH } from '@shop/shared/contracts/constants';
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

export const EMAIL_FIELD: AddressField<'email'> = {
  name: 'email',
  label: 'Email address',
  missing: 'Enter an email address.',
  autoComplete: 'email',
  type: 'email',
  maxLength: EMAIL_MAX_LENGTH,
  wide: true,
};
