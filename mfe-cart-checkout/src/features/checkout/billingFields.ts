import type { Billing } from '@shop/shared/contracts';
import { EMAIL_PATTERN } from '@shop/shared/contracts/constants';

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

export interface BillingField {
  readonly name: Exclude<keyof Billing, 'country' | 'orderNotes'>;
  readonly label: string;
  /** Error when the field is empty. Optional fields have none. */
  readonly missing?: string;
  readonly autoComplete: string;
  readonly type?: 'text' | 'tel' | 'email';
  readonly inputMode?: 'tel' | 'email' | 'text';
  readonly maxLength: number;
  readonly wide?: boolean;
  readonly pattern?: { readonly value: RegExp; readonly message: string };
}

/** product.md 7.2, in the order of the form. */
export const BILLING_FIELDS_BEFORE_COUNTRY: readonly BillingField[] = [
  {
    name: 'firstName',
    label: 'First name',
    missing: 'Enter your first name.',
    autoComplete: 'given-name',
    maxLength: 80,
  },
  {
    name: 'lastName',
    label: 'Last name',
    missing: 'Enter your last name.',
    autoComplete: 'family-name',
    maxLength: 80,
  },
  { name: 'companyName', label: 'Company name', autoComplete: 'organization', maxLength: 120, wide: true },
];

/** Fields between country and state. */
export const BILLING_FIELDS_BEFORE_STATE: readonly BillingField[] = [
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

export const BILLING_FIELDS_AFTER_STATE: readonly BillingField[] = [
  { name: 'zipCode', label: 'ZIP Code', missing: 'Enter a ZIP Code.', autoComplete: 'postal-code', maxLength: 16 },
  {
    name: 'phone',
    label: 'Phone',
    missing: 'Enter a phone number.',
    autoComplete: 'tel',
    type: 'tel',
    inputMode: 'tel',
    maxLength: 32,
    pattern: { value: /^\s*[+()\d][-+().\d\s]{4,}$/, message: 'Enter a phone number, such as +1 212 555 0100.' },
  },
  {
    name: 'email',
    label: 'Email address',
    missing: 'Enter an email address.',
    autoComplete: 'email',
    type: 'email',
    inputMode: 'email',
    maxLength: 254,
    wide: true,
    pattern: { value: EMAIL_PATTERN, message: 'Enter an email address, such as name@example.com.' },
  },
];
