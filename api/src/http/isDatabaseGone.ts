const GONE_CODES = new Set([
  'ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'EPIPE', 'ETIMEDOUT', 'ENOENT',
  '57P01', '57P02', '57P03', '57014', '08000', '08003', '08006', '53300',
]);
const GONE_MESSAGE = /Connection terminated|Query read timeout|timeout exceeded when trying to connect|Client has encountered a connection error|embedded database/i;

const textOf = (error: object, property: 'code' | 'message'): string => {
  const value: unknown = Reflect.get(error, property);
  return typeof value === 'string' ? value : '';
};

/** Whether a query failed because the database is away or has no room, not because of the query. */
export const isDatabaseGone = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && (GONE_CODES.has(textOf(error, 'code')) || GONE_MESSAGE.test(textOf(error, 'message')));
