const UNAVAILABLE_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
  'ENOENT',
  '57014', // query timeout
  '25006', // read-only server, such as a standby, or one whose disk is almost full
  '55P03', // lock timeout
]);
/**
 * SQLSTATE classes: connection errors, insufficient resources (disk, memory, connections), operator intervention and
 * system errors.
 */
const UNAVAILABLE_CLASSES = /^(?:08|53|57P|58)/;
const SQLSTATE_LENGTH = 5;
const UNAVAILABLE_MESSAGE =
  /Connection terminated|Cannot use a pool after calling end|Query read timeout|timeout exceeded when trying to connect|Client has encountered a connection error|embedded database/i;

const readText = (error: object, property: 'code' | 'message'): string => {
  const value: unknown = Reflect.get(error, property);
  return typeof value === 'string' ? value : '';
};

/** True if a query failed because the database is unreachable or out of resources, not because of the query. */
export const isDatabaseUnavailable = (error: unknown): boolean => {
  if (typeof error !== 'object' || error === null) return false;
  const code = readText(error, 'code');
  return (
    UNAVAILABLE_CODES.has(code) ||
    (code.length === SQLSTATE_LENGTH && UNAVAILABLE_CLASSES.test(code)) ||
    UNAVAILABLE_MESSAGE.test(readText(error, 'message'))
  );
};
