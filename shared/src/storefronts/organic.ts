import type { Storefront } from './storefront';

export const organic: Storefront = {
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
  menu: [
    { category: 'fruits', kinds: [{ label: 'Apples', q: 'apple' }, { label: 'Berries', q: 'berries' }, { label: 'Citrus', q: 'lemon' }, { label: 'Grapes', q: 'grapes' }] },
    { category: 'vegetables', kinds: [{ label: 'Roots', q: 'carrot' }, { label: 'Tomatoes', q: 'tomato' }, { label: 'Salad', q: 'lettuce' }, { label: 'Peppers', q: 'pepper' }] },
    { category: 'dairy', kinds: [{ label: 'Milk', q: 'milk' }, { label: 'Cheese', q: 'emmental' }, { label: 'Yoghurt', q: 'yoghurt' }, { label: 'Eggs', q: 'egg' }] },
    { category: 'grains', kinds: [{ label: 'Oats', q: 'oats' }, { label: 'Bread', q: 'loaf' }, { label: 'Rice', q: 'rice' }, { label: 'Pasta', q: 'spaghetti' }] },
  ],
  menuPromotion: { title: 'In season this week', filters: { category: 'vegetables' } },
  apiBase: '/api/organic',
  features: ['freshness-timer', 'delivery-slot', 'weight-options'],
  brandLinkBase: '/products?brand=',
  utilityNote: 'Free shipping on every order',
  support: { email: 'hello@furrow.example', phone: '503 555 0142', street: '84 Old Mill Lane', town: 'Portland, Oregon 97205' },
};
