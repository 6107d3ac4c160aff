import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox';
import { PricedLine } from './cart';
import { defineEndpoint, Nullable } from './endpoint';

/** A product that a customer has ordered, as it was ordered last. */
export const BoughtProduct = Type.Object({
  product_id: Type.String(),
  name: Type.String(),
  image: Type.String(),
  /** Number of orders with it. */
  times: Type.Integer(),
  /** The last variant and quantity at current prices, capped at the stock; null if it cannot be bought now. */
  line: Nullable(PricedLine),
});
export type BoughtProduct = Static<typeof BoughtProduct>;

export const listBoughtProducts = defineEndpoint({
  method: 'GET',
  path: '/bought-products',
  access: 'customer',
  response: Type.Object({ status: Type.Literal(true), message: Type.String(), data: Type.Array(BoughtProduct) }),
  failureMessage: 'Failed to fetch what you have bought',
});
