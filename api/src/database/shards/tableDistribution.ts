/** Where Citus would put the rows of a table (docs/scaling.md). */
export type Placement =
  /** The same rows on every node: joins with anything, but a write goes to all nodes. */
  | { readonly on: 'every node' }
  /** Queues, logs and small tables that only few requests write. */
  | { readonly on: 'one node' }
  /** On the shard of a column's value. Tables of a group have the rows of equal values on the same node. */
  | {
      readonly on: 'shards';
      readonly by: string;
      readonly group: string;
      /** The column that has to be added first, if `by` only refers to `identifiedBy` of the group's first table. */
      readonly becomes?: string;
      readonly identifiedBy?: string;
    };

const everywhere: Placement = { on: 'every node' };
const oneNode: Placement = { on: 'one node' };
const byAccount = (by = 'account_id'): Placement => ({ on: 'shards', by, group: 'account' });

export const distribution: Readonly<Record<string, Placement>> = {
  accounts: byAccount('id'),
  account_identities: byAccount(),
  account_events: byAccount(),
  sessions: byAccount(),
  reset_grants: byAccount(),
  carts: byAccount(),
  addresses: byAccount(),
  wishlist_items: byAccount(),

  // By number instead of id, because nearly all statements have the number.
  orders: { on: 'shards', by: 'number', group: 'order', identifiedBy: 'id' },
  order_lines: { on: 'shards', by: 'order_id', group: 'order', becomes: 'order_number' },
  order_holders: { on: 'shards', by: 'order_id', group: 'order', becomes: 'order_number' },
  payments: { on: 'shards', by: 'order_number', group: 'order' },
  payment_events: { on: 'shards', by: 'payment_id', group: 'order', becomes: 'order_number' },

  // A popular coupon is one row that its orders write. Copies on every node would multiply these writes.
  coupons: { on: 'shards', by: 'code', group: 'coupon' },
  coupon_uses: { on: 'shards', by: 'code', group: 'coupon' },

  idempotency_keys: { on: 'shards', by: 'key', group: 'key' },
  counters: { on: 'shards', by: 'key', group: 'key' },
  sign_in_attempts: { on: 'shards', by: 'key', group: 'key' },
  challenges: { on: 'shards', by: 'id_hash', group: 'challenge' },
  codes: { on: 'shards', by: 'email', group: 'email' },
  mailed_codes: { on: 'shards', by: 'email', group: 'email' },
  code_mails: { on: 'shards', by: 'email', group: 'email' },
  reviews: { on: 'shards', by: 'product_id', group: 'product' },

  // Listings join and filter all products, so they are on every node. But they have the stock, which orders write: each
  // of these writes would commit on all nodes. Stock has to become a table by product before orders gain from nodes.
  products: everywhere,
  product_variants: everywhere,
  categories: everywhere,
  brands: everywhere,
  attribute_sets: everywhere,
  facet_cells: everywhere,
  search_words: everywhere,
  posts: everywhere,
  currencies: everywhere,
  delivery_areas: everywhere,

  // A few hundred rows, of which the shop lists all of an area; only orders of food write them.
  delivery_slots: oneNode,
  delivery_holds: oneNode,
  mails: oneNode,
  contact_messages: oneNode,
  operator_log: oneNode,
  seed_state: oneNode,
};

/** Functions of the database that read distributed tables. */
export const TABLES_OF_FUNCTIONS: Readonly<Record<string, readonly string[]>> = {
  lock_holdings: ['order_holders', 'order_lines'],
  // Triggers between two tables that are distributed alike; they go with "codes".
  copy_code_to_mailed: ['mailed_codes'],
  copy_mailed_to_code: ['codes'],
};
