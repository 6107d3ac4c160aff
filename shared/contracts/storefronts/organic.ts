import type { StorefrontConfig } from './Storefront';

export const organic = {
  id: 'organic',
  slug: 'organic-store',
  name: 'Furrow',
  tagline: 'Why our carrots are crooked',
  description: 'Organic food from growers we know, packed the day you order.',
  theme: { primaryColor: '#21743a', secondaryColor: '#f5c84b', backgroundColor: '#faf8ef', textColor: '#16281c' },
  categories: [
    { name: 'Fruits', slug: 'fruits' },
    { name: 'Vegetables', slug: 'vegetables' },
    { name: 'Dairy', slug: 'dairy' },
    { name: 'Grains', slug: 'grains' },
    { name: 'Snacks', slug: 'snacks' },
    { name: 'Beverages', slug: 'beverages' },
  ],
  popularSearches: ['tomato', 'apple', 'bread', 'milk', 'gluten free'],
  cardStepper: true,
  apiBase: '/api/organic',
  features: ['freshness-timer', 'delivery-slot', 'weight-options'],
  brandLinkBase: '/products?brand=',
  seller: 'Furrow Market',
  utilityNote: 'Free shipping on every order',
  support: {
    email: 'hello@furrow.example',
    phone: '503 555 0142',
    street: '84 Old Mill Lane',
    town: 'Portland, Oregon 97205',
    hours: '8 AM to 10 PM',
    callNote: 'Calls within the USA are free.',
  },
} as const satisfies StorefrontConfig;
