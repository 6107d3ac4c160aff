import {
  ROLES,
  type Role,
  type StaffCustomerRow,
  type StaffMe,
  type StaffOrderRow,
  type StaffProductRow,
} from '@shop/contracts';

/** Who is signed in, with a role. */
export const meAs = (role: Role): StaffMe => ({
  id: '1',
  name: 'Ada',
  email: 'ada@example.com',
  role,
  permissions: [...ROLES[role].permissions],
  ways: { passkey: true, app: false },
  confirmed_until: '2026-11-21T12:05:00Z',
});

/** "ORD-7K3M-0001" of the first order. */
export const numberOf = (index: number): string => `ORD-7K3M-${String(index).padStart(4, '0')}`;

/** An order that is paid and to be sent. */
export const anOrderRow = (index: number, overrides: Partial<StaffOrderRow> = {}): StaffOrderRow => ({
  number: numberOf(index),
  status: 'processing',
  created_at: '2026-11-21T12:00:00Z',
  customer: `Customer ${index}`,
  email: `customer${index}@example.com`,
  store: 'jewellery-store',
  pieces: 1,
  total: 320,
  payment_method: 'global',
  part_sent: false,
  late: false,
  refunded: 0,
  refund_due: false,
  disputed: false,
  delivery: null,
  held_until: null,
  ...overrides,
});

/** A customer with two orders. */
export const aCustomerRow = (overrides: Partial<StaffCustomerRow> = {}): StaffCustomerRow => ({
  id: 'customer-1',
  name: 'Amelia Hart',
  email: 'amelia@example.com',
  created_at: '2026-03-04T12:00:00Z',
  orders: 2,
  spent: 640,
  last_order_at: '2026-11-18T12:00:00Z',
  erased_at: null,
  ...overrides,
});

/** A ring in six variants, on sale. */
export const aProductRow = (overrides: Partial<StaffProductRow> = {}): StaffProductRow => {
  const { stock = 24, variants = 6 } = overrides;
  return {
    id: 'ring-halo',
    store: 'jewellery-store',
    sku: 'OR-HAL-W',
    name: 'Halo Diamond Ring',
    image: '',
    category: 'Rings',
    brand: 'Ostara',
    status: 'published',
    stock,
    variants,
    least: Math.floor(stock / Math.max(1, variants)),
    price: 320,
    original_price: 400,
    changed_at: '2026-11-21T12:00:00.000Z',
    ...overrides,
  };
};
