const readProperty = (value: unknown, property: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, property) : undefined;

/** A disk that is full, over quota, failed, read-only or missing. */
const DISK_CODES = new Set(['ENOSPC', 'EDQUOT', 'EROFS', 'EIO', 'EREGISTRYGONE']);
/** A bucket that cannot be reached. */
const NETWORK_CODES = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'EAI_AGAIN', 'EPIPE', 'ETIMEDOUT']);
const SERVER_ERROR = 500;

/** Whether the storage of releases failed for an operational reason, which may pass. */
export const isStorageUnavailable = (error: unknown): boolean => {
  const code = String(readProperty(error, 'code'));
  if (DISK_CODES.has(code) || NETWORK_CODES.has(code) || readProperty(error, 'name') === 'TimeoutError') return true;
  const status = readProperty(readProperty(error, '$metadata'), 'httpStatusCode');
  return typeof status === 'number' && status >= SERVER_ERROR;
};
