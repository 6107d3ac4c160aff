import { randomUUID } from 'node:crypto';

export const REQUEST_ID_HEADER = 'x-request-id';
/** 128 bits as 32 hex digits, or a UUID. No other value gets into logs, headers and SQL comments. */
const REQUEST_ID = /^[0-9a-f]{8}(?:-?[0-9a-f]{4}){3}-?[0-9a-f]{12}$/;

export const isRequestId = (value: unknown): value is string => typeof value === 'string' && REQUEST_ID.test(value);

/**
 * Returns the given id if it is valid, otherwise a new one. `randomUUID` uses pooled random bytes and is twenty times
 * as fast as `randomBytes(16)`.
 */
export const acceptRequestId = (given: unknown): string => (isRequestId(given) ? given : randomUUID());
