import type { StaffSettings } from '@shop/contracts';

/** A group of settings that Grace has saved, if it has a version. */
export const aSettingsGroup = <Value>(value: Value, version = 0) => ({
  version,
  edited: version === 0 ? null : { at: '2026-11-21T12:00:00Z', by: 'Grace' },
  value,
});
export const aShop = (name: string) => ({
  name,
  tagline: 'Light, set in gold',
  description: 'Fine jewelry.',
  utility_note: '',
  seller: 'Oriel Atelier',
  hours: '8 AM to 10 PM',
  call_note: '',
  email: 'hello@oriel.example',
  phone: '',
  street: '2150 Orchard Row',
  town: 'Portland, Oregon 97205',
  popular_searches: ['pearl', 'watch'],
});
export const SETTINGS: StaffSettings = {
  shops: [
    {
      store: 'jewellery-store',
      shop: aSettingsGroup(aShop('Oriel'), 2),
      opening: aSettingsGroup({ notice: '', closed: false, closed_text: '' }),
    },
    {
      store: 'organic-store',
      shop: aSettingsGroup(aShop('Furrow')),
      opening: aSettingsGroup({ notice: '', closed: false, closed_text: '' }),
    },
  ],
  payments: {
    ...aSettingsGroup({ bank: true, bank_account: 'Trust 42', global: true, cash: true }),
    provider: 'sandbox',
  },
  currencies: aSettingsGroup({ rates: { EUR: 0.92, GBP: 0.79 }, rated_on: '2026-11-20' }),
  search: aSettingsGroup({ synonyms: [['sourdough', 'bread']] }),
};
