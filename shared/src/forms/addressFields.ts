import { cleanText } from '@shop/contracts/cleanPasted';
import { PHONE_MAX_LENGTH } from '@shop/contracts/constants';
import { checkPostalParts, getPostalCode, isCountryCode } from '@shop/contracts/postalRules';
import { isEmail, isPhone } from './rules';

/** The values that the rules of an address need. */
interface PostalValues {
  readonly country: string;
  readonly state: string;
  readonly zipCode: string;
}

export interface AddressField<Name extends string = string> {
  readonly name: Name;
  readonly label: string;
  /** Error when the field is empty. Optional fields have none. */
  readonly missing?: string;
  readonly autoComplete: string;
  readonly type?: 'text' | 'tel' | 'email';
  /** Keyboard on touch devices, if not that of the type. */
  readonly inputMode?: 'numeric';
  readonly autoCapitalize?: 'characters';
  readonly maxLength: number;
  /** The width in a form of two columns: one of them also on phones (`half`), or both (`wide`). */
  readonly width?: 'half' | 'wide';
  readonly hint?: string;
}

type PostalFieldName =
  'firstName' | 'lastName' | 'companyName' | 'streetAddress' | 'apartment' | 'townCity' | 'zipCode' | 'phone';
type PostalField = AddressField<PostalFieldName>;

/** Fields of a postal address (product.md 7.2), in the order of the form. */
export const FIELDS_BEFORE_COUNTRY: readonly PostalField[] = [
  {
    name: 'firstName',
    label: 'First name',
    missing: 'Enter your first name.',
    autoComplete: 'given-name',
    maxLength: 80,
    width: 'half',
  },
  {
    name: 'lastName',
    label: 'Last name',
    missing: 'Enter your last name.',
    autoComplete: 'family-name',
    maxLength: 80,
    width: 'half',
  },
  { name: 'companyName', label: 'Company name', autoComplete: 'organization', maxLength: 120, width: 'wide' },
];

/** Fields between country and state. */
export const FIELDS_BEFORE_STATE: readonly PostalField[] = [
  {
    name: 'streetAddress',
    label: 'Street address',
    missing: 'Enter a street address.',
    autoComplete: 'address-line1',
    maxLength: 160,
    width: 'wide',
  },
  { name: 'apartment', label: 'Apartment, suite, unit', autoComplete: 'address-line2', maxLength: 120, width: 'wide' },
  {
    name: 'townCity',
    label: 'Town / City',
    missing: 'Enter a town or city.',
    autoComplete: 'address-level2',
    maxLength: 80,
  },
];

const describePostalCode = (
  country: string,
): Pick<PostalField, 'label' | 'missing' | 'inputMode' | 'autoCapitalize'> => {
  const { name, isNumeric } = getPostalCode(isCountryCode(country) ? country : 'US');
  return {
    label: name.charAt(0).toUpperCase() + name.slice(1),
    missing: `Enter a ${name}.`,
    ...(isNumeric ? { inputMode: 'numeric' } : { autoCapitalize: 'characters' }),
  };
};

/** Fields after the state. The postal code is called and typed as in the country. */
export const listFieldsAfterState = (country: string): readonly PostalField[] => [
  {
    name: 'zipCode',
    ...describePostalCode(country),
    autoComplete: 'postal-code',
    maxLength: 16,
  },
  {
    name: 'phone',
    label: 'Phone',
    missing: 'Enter a phone number.',
    autoComplete: 'tel',
    type: 'tel',
    maxLength: PHONE_MAX_LENGTH,
  },
];

/** Returns an error message if the part is invalid for the country, otherwise true. */
const checkPart = (part: 'state' | 'zipCode', { country, state, zipCode }: PostalValues): string | true =>
  (isCountryCode(country) && checkPostalParts({ country, state, zipCode })[part]) || true;

const RULES: Readonly<Record<string, (value: string, values: PostalValues) => string | true>> = {
  email: isEmail(),
  phone: isPhone,
  state: (_, values) => checkPart('state', values),
  zipCode: (_, values) => checkPart('zipCode', values),
};

/** Returns the validation rule of a field. */
export const createAddressRule =
  ({ name, missing }: Pick<AddressField, 'name' | 'missing'>) =>
  (value: string, values: PostalValues): string | true =>
    missing !== undefined && cleanText(value).trim() === '' ? missing : (RULES[name]?.(value, values) ?? true);

export const checkState = createAddressRule({ name: 'state' });
