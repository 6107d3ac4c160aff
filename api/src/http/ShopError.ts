import type { KeptCart, PricedCart } from '@shop/contracts';

/**
 * Every error of the API, with its status and message. `{wait}` is replaced by the time in `retryAfterS`, `{reason}` by
 * `reason`.
 */
export const SHOP_ERRORS = {
  NOT_FOUND: [404, 'Not found'],
  PRODUCT_NOT_FOUND: [404, 'Product not found'],
  ORDER_NOT_FOUND: [404, 'Order not found'],
  POST_NOT_FOUND: [404, 'Post not found'],
  INVALID_REQUEST: [400, 'The request is not valid.'],
  IDEMPOTENCY_KEY_MISSING: [400, 'The header Idempotency-Key must have 16 to 64 letters, digits, - or _.'],
  IDEMPOTENCY_KEY_REUSED: [422, 'This order was sent before with other contents. Please place it again.'],
  INVALID_ORDER: [422, 'Please check the marked fields.'],
  TOTAL_CHANGED: [409, 'Prices or products have changed: nothing was ordered yet.'],
  OUT_OF_STOCK: [409, 'Some products are no longer in stock in that quantity: nothing was ordered yet.'],
  ORDER_COUPON_REFUSED: [409, '{reason} Please check your cart and place the order again.'],
  TOO_MUCH_UNPAID: [422, '{reason} Your order hasn’t been placed.'],
  MINIMUM_ORDER: [422, '{reason} Your order hasn’t been placed.'],
  SLOT_REFUSED: [409, '{reason} Please choose another one. Your order hasn’t been placed.'],
  ORDER_REFUSED: [409, '{reason}'],
  SHOP_CLOSED: [409, 'We are closed and take no orders. {reason} Your cart is kept.'],
  CONTENT_NOT_FOUND: [404, 'There is no such page.'],
  NOTHING_TO_PUBLISH: [409, 'There is no draft to publish.'],
  PRODUCT_REFUSED: [409, '{reason}'],
  ORDER_NOT_PAYABLE: [409, 'This order is no longer waiting for payment.'],
  ORDER_ACCESS_REFUSED: [404, 'No order has this number and email address.'],
  COUPON_REFUSED: [422, '{reason}'],
  CART_CHANGED: [409, 'Your cart was changed on another device.'],
  PAYMENT_UNAVAILABLE: [
    503,
    'The payment page cannot be opened right now. Your order is kept: please try again in a moment.',
  ],
  WEBHOOK_REFUSED: [400, 'This message is not signed by the payment provider.'],
  PAYMENT_NOT_FOUND: [404, 'Payment not found'],
  ORDER_NOT_CANCELABLE: [409, 'This order is on its way and can no longer be canceled.'],
  INVALID_FORM: [422, 'Please check the marked fields.'],
  UNAUTHENTICATED: [401, 'Log in to continue.'],
  GOOGLE_IS_THE_ONLY_WAY: [409, 'Google is the only way to log in to this account. Set a password first.'],
  TOO_MANY_SEARCHES: [429, 'That is a lot of searches in a short time. Please try again in a moment.'],
  INVALID_CREDENTIALS: [401, 'Wrong email or password.'],
  TOO_MANY_ATTEMPTS: [429, 'Too many attempts. Please try again {wait}.'],
  TOO_MANY_ORDERS: [
    429,
    'That is a lot of orders in a short time. Please try again {wait}, or contact us. What you typed is kept.',
  ],
  TOO_MANY_GUEST_ORDERS: [
    429,
    'That is a lot of orders from your connection, or for this email address, in a short time. Log in to order now, or try again {wait}. What you typed is kept.',
  ],
  TOO_MANY_MESSAGES: [429, 'That is a lot of messages in a short time. Please try again later, or call us.'],
  BUSY: [503, 'Many people are logging in right now. Please try again in a moment.'],
  // Wrong, expired and used codes share one error: a difference would reveal whether an address has an account.
  CODE_REFUSED: [422, 'That code is incorrect or has expired. Check it, or request a new one.'],
  LINK_REFUSED: [422, 'This link has expired, or it was used. Please ask for a new code.'],
  CHALLENGE_EXPIRED: [410, 'This request has expired. Please start again.'],
  CODE_TRIES_EXHAUSTED: [429, 'Too many wrong codes. Ask for a new one.'],
  CODE_TRIES_EXHAUSTED_TODAY: [
    429,
    'Too many wrong codes today. Open the link in the last mail, or try again tomorrow.',
  ],
  RESET_NOT_GRANTED: [403, 'This password reset has expired. Please start again.'],
  SESSION_NOT_FOUND: [404, 'This session has already ended.'],
  TOO_MANY_REVIEWS: [429, 'You can write 5 reviews a day. Please try again {wait}. What you typed is kept.'],
  REVIEW_EXISTS: [409, 'You have already reviewed this product.'],
  ADDRESS_NOT_FOUND: [404, 'Address not found'],
  TOO_MANY_ADDRESSES: [422, 'You can save up to 20 addresses. Delete one to add another.'],
  GOOGLE_UNAVAILABLE: [503, 'Google sign-in is not set up for this shop.'],
  GOOGLE_UNREACHABLE: [503, 'Google cannot be reached right now. Please try again.'],
  NOT_ALLOWED: [403, 'Your role may not do this. Ask an owner.'],
  CONFIRMATION_NEEDED: [403, 'Confirm that it is you, and send it again.'],
  CONFIRMATION_REFUSED: [422, 'That did not work. Try again.'],
  STAFF_SIGN_IN_REFUSED: [401, 'That did not work. Use the passkey or app that you signed up with.'],
  CEREMONY_EXPIRED: [410, 'This took too long, or was sent twice. Start again.'],
  INVITE_REFUSED: [410, 'This invitation was used, withdrawn or is older than 48 hours. Ask for another one.'],
  STAFF_EXISTS: [409, 'This passkey is in use already.'],
  STAFF_NOT_FOUND: [404, 'Nobody on the staff has this id.'],
  INVITE_NOT_FOUND: [404, 'This invitation was used or withdrawn.'],
  CUSTOMER_NOT_FOUND: [404, 'There is no such customer any more.'],
  ERASURE_REFUSED: [409, '{reason}'],
  REVIEW_NOT_FOUND: [404, 'There is no such review any more.'],
  PICTURE_NOT_FOUND: [404, 'There is no such picture.'],
  COUPON_NOT_FOUND: [404, 'There is no such coupon.'],
  AREA_NOT_FOUND: [404, 'There is no such delivery area any more.'],
  SLOT_NOT_FOUND: [404, 'There is no such delivery slot.'],
  SETTING_NOT_FOUND: [404, 'There are no such settings.'],
  GROUP_NOT_FOUND: [404, 'There is no such category or brand any more.'],
  IMPORT_NOT_FOUND: [404, 'There is no such import.'],
  IMPORT_REFUSED: [409, '{reason}'],
  PICTURE_REFUSED: [422, 'This file {reason}.'],
  FILE_TOO_LARGE: [413, 'This file is too large: {reason}.'],
  UPLOAD_INCOMPLETE: [400, 'The file did not arrive completely. Please try again.'],
  TOO_MANY_UPLOADS: [429, 'Many files are on their way already. Please try again in a moment.'],
  PICTURES_UNAVAILABLE: [503, 'The picture could not be stored: nothing of it was kept. Please try again in a moment.'],
  CHANGED_MEANWHILE: [409, 'Somebody else has changed this meanwhile. What you typed is kept.'],
  LAST_OWNER: [409, 'This is the last owner: make somebody else an owner first.'],
  FORBIDDEN_ORIGIN: [403, 'This request came from another site.'],
  UNAVAILABLE: [503, 'The shop is resting for a moment. Please try again.'],
  INTERNAL: [500, 'Something went wrong on our side. Please try again.'],
} as const satisfies Record<string, readonly [number, string]>;

export type ShopErrorCode = keyof typeof SHOP_ERRORS;

interface ShopErrorDetails {
  /** A message for each invalid field. */
  readonly fields?: Readonly<Record<string, string>>;
  /** Seconds until a retry can succeed. */
  readonly retryAfterS?: number;
  /** A sentence of the message. */
  readonly reason?: string;
  /** The current cart, for conflicts. */
  readonly cart?: PricedCart;
  /** The stored cart, if another device changed it. */
  readonly kept_cart?: KeptCart;
}

const MINUTE_S = 60;
const HOUR_S = 60 * MINUTE_S;
/** Longer waits are given in hours. */
const MAX_WAIT_IN_MINUTES = 90;

/** "in a minute", "in 40 minutes", "in 3 hours": rounded up, so that the retry is not too early. */
const describeWait = (seconds: number): string => {
  const minutes = Math.ceil(seconds / MINUTE_S);
  if (minutes <= 1) return 'in a minute';
  return minutes <= MAX_WAIT_IN_MINUTES ? `in ${minutes} minutes` : `in ${Math.ceil(seconds / HOUR_S)} hours`;
};

/** Thrown by rules; `errorPlugin` turns it into a response. */
export class ShopError extends Error {
  override name = 'ShopError';
  readonly status: number;
  readonly details: Omit<ShopErrorDetails, 'reason'>;
  constructor(
    readonly code: ShopErrorCode,
    { reason = '', ...details }: ShopErrorDetails = {},
  ) {
    const [status, message] = SHOP_ERRORS[code];
    super(message.replace('{wait}', describeWait(details.retryAfterS ?? 0)).replace('{reason}', reason));
    this.status = status;
    this.details = details;
  }
}
