import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox';
import { defineEndpoint, Nullable } from '../endpoint';
import { OptionalMeasure } from '../measure';

/** As many pieces or fewer, or steps of goods sold loose, are few. Triggers of the database say the same. */
export const LOW_STOCK = 5;

const LowStock = Type.Object({
  product_id: Type.String(),
  variant_id: Nullable(Type.String()),
  /** With the variant. */
  name: Type.String(),
  image: Type.String(),
  /** What can still be ordered, 0 for nothing. */
  stock: Type.Integer(),
  measure: OptionalMeasure,
});
export type LowStock = Static<typeof LowStock>;

/** Of which products and variants few are left: how many they are, at most 1,000, and the three that have the least. */
export const getLowStock = defineEndpoint({
  method: 'GET',
  path: '/admin/stock/low',
  access: { staff: 'catalog.write' },
  response: Type.Object({
    status: Type.Literal(true),
    message: Type.String(),
    data: Type.Object({ total: Type.Integer(), items: Type.Array(LowStock) }),
  }),
  failureMessage: 'Failed to read the stock',
});
