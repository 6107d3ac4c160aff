/** What a member of staff may do, a sentence each as the back office shows it. Who may write an area may read it. */
export const PERMISSIONS = {
  'orders.read': 'See orders, their customers’ addresses and their payments.',
  'orders.write': 'Mark orders as paid, send, prolong and cancel them.',
  'refunds.write': 'Give money back.',
  'catalog.write': 'Change products, prices, stock, categories and brands.',
  'pictures.write': 'Upload pictures and describe them.',
  'coupons.write': 'Add and end coupons.',
  'content.write': 'Change home pages, texts, posts and menus.',
  'reviews.write': 'Publish, reject and answer reviews.',
  'delivery.write': 'Change delivery areas and slots.',
  'customers.read': 'See customers and what they ordered.',
  'customers.write': 'Unlock, export and erase customers, and end their sessions.',
  'settings.write': 'Change the shop’s name, bank account, currencies and payment methods.',
  'staff.write': 'Invite and suspend staff, and change their roles.',
  'audit.read': 'See who did what.',
  'reports.read': 'See figures.',
} as const;
export type Permission = keyof typeof PERMISSIONS;

const all = Object.keys(PERMISSIONS) as Permission[];

/** Roles are constants: a person has one, and no screen edits what it may do. */
export const ROLES = {
  owner: { name: 'Owner', permissions: all },
  manager: {
    name: 'Manager',
    permissions: all.filter((permission) => permission !== 'staff.write' && permission !== 'settings.write'),
  },
  orders: {
    name: 'Orders',
    permissions: ['orders.read', 'orders.write', 'refunds.write', 'delivery.write', 'customers.read'],
  },
  catalog: { name: 'Catalog', permissions: ['catalog.write', 'pictures.write', 'coupons.write', 'reviews.write'] },
  content: { name: 'Content', permissions: ['content.write', 'pictures.write', 'reviews.write'] },
  support: { name: 'Support', permissions: ['orders.read', 'customers.read', 'customers.write', 'reviews.write'] },
  analyst: { name: 'Analyst', permissions: ['orders.read', 'reports.read', 'audit.read'] },
} as const satisfies Record<string, { readonly name: string; readonly permissions: readonly Permission[] }>;
export type Role = keyof typeof ROLES;

export const isRole = (value: string): value is Role => Object.hasOwn(ROLES, value);

export const mayDo = (role: Role, permission: Permission): boolean =>
  (ROLES[role].permissions as readonly Permission[]).includes(permission);
