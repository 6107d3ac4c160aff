import { RegistryError } from '../RegistryError';

const ISO_TIME = /^(\d{4}-\d{2}-\d{2})T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?(?:Z|[+-]\d{2}:\d{2})$/;

/** `Date` turns February 30 into March 2. */
const isDay = (day: string): boolean => !Number.isNaN(Date.parse(day)) && new Date(day).toISOString().startsWith(day);

/**
 * Parses an ISO 8601 time. The time zone is required, because the result would depend on the machine without it.
 * @throws {RegistryError} `invalid`, with an example.
 */
export const parseTime = (name: string, value: string): Date => {
  const [, day = ''] = ISO_TIME.exec(value) ?? [];
  const time = new Date(value);
  if (!isDay(day) || Number.isNaN(time.getTime()))
    throw new RegistryError(
      'invalid',
      `"${name}" must be a time with a time zone, such as 2026-12-24T18:00Z or 2026-12-24T18:00+01:00, not "${value}"`,
    );
  return time;
};
