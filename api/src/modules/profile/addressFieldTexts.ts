import type { FieldTexts } from '../../http/explainFields';

/** Billing and shipping addresses of orders have these fields, too. */
export const addressFieldTexts: FieldTexts = {
  firstName: 'Enter your first name.',
  lastName: 'Enter your last name.',
  country: 'Choose a country.',
  streetAddress: 'Enter a street address.',
  townCity: 'Enter a town or city.',
  state: 'Enter a state.',
  zipCode: 'Enter a ZIP Code.',
  phone: 'Enter a phone number, such as +1 212 555 0100.',
  companyName: 'Use one line of at most 120 characters.',
  apartment: 'Use one line of at most 120 characters.',
  label: 'Name this address with 1 to 40 characters.',
};
