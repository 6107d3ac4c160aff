import type { Address } from '@shop/contracts';
import type { AddressField } from '@shop/shared/forms/addressFields';

/** The form's values. */
export type AddressForm = { [K in keyof Omit<Address, 'id' | 'default_billing' | 'default_shipping'>]: string };

export const EMPTY_ADDRESS: AddressForm = {
  label: '',
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
};

export const LABEL_FIELD: AddressField<'label'> = {
  name: 'label',
  label: 'Name of this address',
  missing: 'Name this address.',
  autoComplete: 'off',
  maxLength: 40,
  width: 'wide',
  hint: 'Such as Home or Studio.',
};
