import {
  checkState,
  createAddressRule,
  FIELDS_BEFORE_COUNTRY,
  FIELDS_BEFORE_STATE,
  listFieldsAfterState,
} from './addressFields';

const FIELDS = [...FIELDS_BEFORE_COUNTRY, ...FIELDS_BEFORE_STATE, ...listFieldsAfterState('US')];
const newYork = { country: 'US', state: 'NY', zipCode: '10001' };

test('names, street, town, ZIP code and phone are required; company and apartment are optional (product 7.2)', () => {
  expect(Object.fromEntries(FIELDS.map((field) => [field.name, createAddressRule(field)('  ', newYork)]))).toEqual({
    firstName: 'Enter your first name.',
    lastName: 'Enter your last name.',
    companyName: true,
    streetAddress: 'Enter a street address.',
    apartment: true,
    townCity: 'Enter a town or city.',
    zipCode: 'Enter a ZIP Code.',
    phone: 'Enter a phone number.',
  });
});

test.each([
  ['zipCode', '10001', newYork, true],
  ['zipCode', '1', { ...newYork, zipCode: '1' }, 'Enter a ZIP Code of the United States, such as 10001.'],
  ['zipCode', '1', { ...newYork, country: 'XX', zipCode: '1' }, true],
  ['phone', 'call me', newYork, 'Enter a phone number, such as +1 212 555 0100.'],
  ['email', 'nobody', newYork, 'Enter an email address, such as name@example.com.'],
  ['townCity', '1', newYork, true],
])('%s %s', (name, value, values, expected) => {
  expect(createAddressRule({ name })(value, values)).toBe(expected);
});

test('a state is required and belongs to the country', () => {
  expect(checkState('', { ...newYork, state: '' })).toBe('Enter a state.');
  expect(checkState('NY', newYork)).toBe(true);
  expect(checkState('Kent', { ...newYork, state: 'Kent' })).toBe('Choose a state of the United States.');
});

test.each([
  ['US', 'ZIP Code', 'numeric'],
  ['UK', 'Postcode', undefined],
  ['CA', 'Postal code', undefined],
  ['AU', 'Postcode', 'numeric'],
])('in %s the postal code is called %s, with its keyboard', (country, label, inputMode) => {
  const [field] = listFieldsAfterState(country);
  expect([field?.label, field?.inputMode]).toEqual([label, inputMode]);
});
