import type { Address } from '@shop/shared/contracts';

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

interface AddressField {
  readonly name: Exclude<keyof AddressForm, 'country'>;
  readonly label: string;
  /** Error when the field is empty. Optional fields have none. */
  readonly missing?: string;
  readonly autoComplete: string;
  readonly type?: 'text' | 'tel';
  readonly maxLength: number;
  readonly wide?: boolean;
  readonly hint?: string;
}

export const FIELDS_BEFORE_COUNTRY: readonly AddressField[] = [
  {
    name: 'label',
    label: 'Name of this address',
    missing: 'Name this address.',
    autoComplete: 'off',
    maxLength: 40,
    wide: true,
    hint: 'Such as Home or Studio.',
  },
  { name: 'firstName', label: 'First name', missing: 'Enter a first name.', autoComplete: 'given-name', maxLength: 80 },
  { name: 'lastName', label: 'Last name', missing: 'Enter a last name.', autoComplete: 'family-name', maxLength: 80 },
  { name: 'companyName', label: 'Company name', autoComplete: 'organization', maxLength: 120, wide: true },
];

/** Fields between country and state. */
export const FIELDS_BEFORE_STATE: readonly AddressField[] = [
  {
    name: 'streetAddress',
    label: 'Street address',
    missing: 'Enter a street address.',
    autoComplete: 'address-line1',
    maxLength: 160,
    wide: true,
  },
  { name: 'apartment', label: 'Apartment, suite, unit', autoComplete: 'address-line2', maxLength: 120, wide: true },
  {
    name: 'townCity',
    label: 'Town / City',
    missing: 'Enter a town or city.',
    autoComplete: 'address-level2',
    maxLength: 80,
  },
];

export const FIELDS_AFTER_STATE: readonly AddressField[] = [
  { name: 'zipCode', label: 'ZIP Code', missing: 'Enter a ZIP Code.', autoComplete: 'postal-code', maxLength: 16 },
  { name: 'phone', label: 'Phone', missing: 'Enter a phone number.', autoComplete: 'tel', type: 'tel', maxLength: 32 },
];
