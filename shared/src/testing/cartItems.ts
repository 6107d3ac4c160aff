import type { CartItem, NewCartItem } from '../state/cartSlice';

export const aCartItem = (overrides: Partial<CartItem> = {}): CartItem => ({
  id: 'ring-halo',
  name: 'Halo Diamond Ring',
  image: '',
  price: 320,
  category: 'Rings',
  rating: 4.8,
  quantity: 1,
  productId: 'ring-halo',
  variantId: null,
  ...overrides,
});

/** An item to add to the cart. */
export const aNewCartItem = (overrides: Partial<NewCartItem> = {}): NewCartItem => ({
  id: 'ring-halo',
  name: 'Halo Diamond Ring',
  image: '',
  price: 320,
  category: 'Rings',
  rating: 4.8,
  productId: 'ring-halo',
  variantId: null,
  ...overrides,
});
