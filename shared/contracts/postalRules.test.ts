import { checkPostalParts, findRegion, listRegions } from './postalRules';

test.each([
  ['US', 'NY', '10001'],
  ['US', 'new york', '10001-1234'],
  ['CA', 'Quebec', 'H2X 1Y4'],
  ['CA', 'ON', 'k1a0b1'],
  ['AU', 'NSW', '2000'],
  ['UK', 'Greater London', 'SW1A 1AA'],
] as const)('accepts %s, %s %s', (country, state, zipCode) => {
  expect(checkPostalParts({ country, state, zipCode })).toEqual({});
});

test.each([
  ['US', 'Ontario', '10001', { state: 'Choose a state of the United States.' }],
  ['US', 'NY', 'SW1A 1AA', { zipCode: 'Enter a ZIP Code of the United States, such as 10001.' }],
  [
    'CA',
    'NY',
    '10001',
    { state: 'Choose a state of Canada.', zipCode: 'Enter a postal code of Canada, such as K1A 0B1.' },
  ],
  ['AU', 'Victoria', '300', { zipCode: 'Enter a postcode of Australia, such as 2000.' }],
  ['UK', 'Kent', '90210', { zipCode: 'Enter a postcode of the United Kingdom, such as SW1A 1AA.' }],
] as const)('rejects %s, %s %s by field', (country, state, zipCode, fields) => {
  expect(checkPostalParts({ country, state, zipCode })).toEqual(fields);
});

test.each(['US', 'CA', 'AU'] as const)('asks for a state in %s', (country) => {
  expect(checkPostalParts({ country, state: ' ', zipCode: '' })).toEqual({ state: 'Enter a state.' });
});

test('asks for no county in the UK, and checks no state that is not given', () => {
  expect(checkPostalParts({ country: 'UK', state: '', zipCode: 'SW1A 1AA' })).toEqual({});
  expect(checkPostalParts({ country: 'US', zipCode: '10001' })).toEqual({});
});

test('accepts what is pasted with invisible characters and typographic spaces', () => {
  expect(checkPostalParts({ country: 'US', state: '\u200bNY', zipCode: '\u202a10001\u2011\uff11234\u202c' })).toEqual(
    {},
  );
  expect(checkPostalParts({ country: 'UK', state: '', zipCode: 'SW1A\u00a01AA' })).toEqual({});
});

test('finds regions by code and by name', () => {
  expect(findRegion('US', ' ny ')).toEqual({ code: 'NY', name: 'New York' });
  expect(findRegion('UK', 'Kent')).toBeUndefined();
  expect(listRegions('UK')).toBeNull();
});
