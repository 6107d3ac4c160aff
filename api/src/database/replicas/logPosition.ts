/** Position in PostgreSQL's write-ahead log: bytes from its beginning. */
export type LogPosition = bigint;

/** As PostgreSQL writes it: two hexadecimal numbers. */
export const LOG_POSITION = /^[0-9A-F]{1,8}\/[0-9A-F]{1,8}$/;
const HALF_BITS = 32n;

export const parsePosition = (text: string): LogPosition => {
  const [high = '0', low = '0'] = text.split('/');
  return (BigInt(`0x${high}`) << HALF_BITS) + BigInt(`0x${low}`);
};
