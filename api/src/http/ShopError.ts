import type { PricedLine } from '@shop/shared/contracts';

/** Every refusal of the API: its status and what the shopper reads. */
export const SHOP_ERRORS = {
  NOT_FOUND: [404, 'Not found'],
  PRODUCT_NOT_FOUND: [404, 'Product not found'],
  ORDER_NOT_FOUND: [404, 'Order not found'],
  INVALID_REQUEST: [400, 'The request is not valid.'],
  IDEMPOTENCY_KEY_MISSING: [400, 'The header Idempotency-Key must have 16 to 64 letters, digits, - or _.'],
  IDEMPOTENCY_KEY_REUSED: [422, 'This order was sent before with other contents. Please place it again.'],
  INVALID_ORDER: [422, 'Please check the marked fields.'],
  TOTAL_CHANGED: [409, 'Prices or products have changed. Please check your cart and place the order again.'],
  OUT_OF_STOCK: [409, 'Some products are no longer in stock in that quantity. Please check your cart and place the order again.'],
  FORBIDDEN_ORIGIN: [403, 'This request came from another site.'],
  UNAVAILABLE: [503, 'The shop is resting for a moment. Please try again.'],
  INTERNAL: [500, 'Something went wrong on our side. Please try again.'],
} as const satisfies Record<string, readonly [number, string]>;

export type ShopErrorCode = keyof typeof SHOP_ERRORS;

interface ShopErrorDetails {
  /** A sentence by each field it concerns. */
  readonly fields?: Readonly<Record<string, string>>;
  /** The cart as it is now, for conflicts. */
  readonly cart?: { readonly lines: readonly PricedLine[]; readonly total: number };
}

/** Thrown by rules; one plugin turns it into an answer. */
export class ShopError extends Error {
  override name = 'ShopError';
  readonly status: number;
  constructor(
    readonly code: ShopErrorCode,
    readonly details: ShopErrorDetails = {},
  ) {
    const [status, message] = SHOP_ERRORS[code];
    super(message);
    this.status = status;
  }
}
