import { describeAddress } from './describeAddress';

const ada = {
  firstName: 'Ada',
  lastName: 'Lovelace',
  companyName: '',
  streetAddress: '12 Analytical Row',
  apartment: '',
  townCity: 'London',
  state: '',
  zipCode: 'SW1A 1AA',
  country: 'UK',
} as const;

test('an address has a line for each part that is given', () => {
  expect(describeAddress(ada)).toBe('Ada Lovelace\n12 Analytical Row\nLondon, SW1A 1AA\nUnited Kingdom');
  expect(
    describeAddress({ ...ada, companyName: 'Engines', apartment: 'Unit 2', state: 'Kent', phone: '+44 20 7946 0000' }),
  ).toBe('Ada Lovelace\nEngines\n12 Analytical Row\nUnit 2\nLondon, Kent SW1A 1AA\nUnited Kingdom\n+44 20 7946 0000');
});
