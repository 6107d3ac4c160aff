const UNIQUE_VIOLATION = '23505';

/** True if a statement failed because a row with that key already exists. */
export const isUniqueViolation = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && Reflect.get(error, 'code') === UNIQUE_VIOLATION;
