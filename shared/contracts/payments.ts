import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox';
import { PricedLine } from './cart';
import { defineEndpoint } from './endpoint';

export const PaymentMethod = Type.Union([Type.Literal('bank'), Type.Literal('global'), Type.Literal('cash')]);
export type PaymentMethod = Static<typeof PaymentMethod>;

const PaymentOption = Type.Object({
  method: PaymentMethod,
  available: Type.Boolean(),
  /** What the checkout calls it here; otherwise it has a name of its own for each method. */
  label: Type.Optional(Type.String()),
});
export type PaymentOption = Static<typeof PaymentOption>;

export const listPaymentMethods = defineEndpoint({
  method: 'GET',
  isPublic: true,
  path: '/payment-methods',
  access: 'anyone',
  response: Type.Object({
    status: Type.Literal(true),
    message: Type.String(),
    /** In the order of the checkout, which preselects the first that is available. */
    data: Type.Array(PaymentOption),
    /** What 'Your order' lists whatever is in the cart: of the sample only (product.md 13.2). */
    lines: Type.Optional(Type.Array(PricedLine)),
  }),
  failureMessage: 'Failed to fetch payment methods',
});

export const startPayment = defineEndpoint({
  method: 'POST',
  path: '/orders/:number/payment',
  access: 'anyone',
  params: Type.Object({ number: Type.String({ minLength: 1, maxLength: 32 }) }),
  response: Type.Object({
    status: Type.Literal(true),
    message: Type.String(),
    /** URL of the payment provider's page. Card data is entered only there. */
    url: Type.String(),
  }),
  failureMessage: 'Failed to open the payment page',
});
