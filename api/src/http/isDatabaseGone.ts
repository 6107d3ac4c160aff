const GONE_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
  'ENOENT',
  '57014', // a query that took too long
  '25006', // a server that only reads, such as a standby, or one that protects its last bytes
  '55P03', // a lock that was not to be had in time
]);
/**
 * Classes of SQLSTATE: no connection, no room (a full disk, no memory, no connections), stopped by an operator, and
 * what the system under the server refused.
 */
const GONE_CLASSES = /^(?:08|53|57P|58)/;
const SQLSTATE_LENGTH = 5;
const GONE_MESSAGE =
  /Connection terminated|Query read timeout|timeout exceeded when trying to connect|Client has encountered a connection error|embedded database/i;

const textOf = (error: object, property: 'code' | 'message'): string => {
  const value: unknown = Reflect.get(error, property);
  return typeof value === 'string' ? value : '';
};

/** Whether a query failed because the database is away or has no room, not because of the query. */
export const isDatabaseGone = (error: unknown): boolean => {
  if (typeof error !== 'object' || error === null) return false;
  const code = textOf(error, 'code');
  return (
    GONE_CODES.has(code) ||
    (code.length === SQLSTATE_LENGTH && GONE_CLASSES.test(code)) ||
    GONE_MESSAGE.test(textOf(error, 'message'))
  );
};
