import { randomUUID } from 'node:crypto';

export const REQUEST_ID_HEADER = 'x-request-id';
/** 128 bits as 32 digits, or a UUID. Nothing else gets into logs, headers and SQL comments. */
const REQUEST_ID = /^[0-9a-f]{8}(?:-?[0-9a-f]{4}){3}-?[0-9a-f]{12}$/;

export const isRequestId = (value: unknown): value is string => typeof value === 'string' && REQUEST_ID.test(value);

/** The id that came with a request; a fresh one where none came, or something else. */
// drawn from a store of random bytes: twenty times as quick as drawing sixteen
export const acceptRequestId = (given: unknown): string => (isRequestId(given) ? given : randomUUID());
