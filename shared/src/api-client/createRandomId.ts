/**
 * 128 random bits in hex: what servers find a call, or an order, again by. Not a UUID, which pages without TLS cannot
 * make.
 */
export const createRandomId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
