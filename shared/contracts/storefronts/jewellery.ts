import type { StorefrontConfig } from './Storefront';

export const jewellery = {
  id: 'jewellery',
  slug: 'jewellery-store',
  name: 'Oriel',
  tagline: 'Light, set in gold',
  description: 'Fine jewelry. Made slowly. Checked twice. Worn for life.',
  theme: { primaryColor: '#c9a356', secondaryColor: '#1e1915', backgroundColor: '#fbf8f2', textColor: '#1e1915' },
  categories: [
    { name: 'Rings', slug: 'rings' },
    { name: 'Necklaces', slug: 'necklaces' },
    { name: 'Earrings', slug: 'earrings' },
    { name: 'Bracelets', slug: 'bracelets' },
    { name: 'Watches', slug: 'watches' },
  ],
  popularSearches: ['diamond ring', 'pearl', 'gold hoops', 'tennis bracelet', 'watch'],
  pictureScale: 1.25, // --card-ratio: 4 / 5
  apiBase: '/api/jewellery',
  features: ['customization', 'certification', 'size-guide'],
  brandLinkBase: '/products?brand=',
  seller: 'Oriel Atelier',
  utilityNote: 'Free shipping on every order',
  support: {
    email: 'hello@oriel.example',
    phone: '503 555 0100',
    street: '2150 Orchard Row',
    town: 'Portland, Oregon 97205',
    hours: '8 AM to 10 PM',
    callNote: 'Calls within the USA are free.',
  },
} as const satisfies StorefrontConfig;
