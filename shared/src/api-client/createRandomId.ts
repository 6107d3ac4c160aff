/**
 * Returns 128 random bits in hex, to identify a call or an order. Not a UUID, because `crypto.randomUUID` requires a
 * secure context.
 */
export const createRandomId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
