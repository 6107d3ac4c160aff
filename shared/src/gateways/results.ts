import type { Result } from '../api-client/apiClient';

export const mapResult = <A, B>(result: Result<A>, map: (value: A) => B): Result<B> =>
  result.ok ? { ok: true, value: map(result.value) } : result;

/** Returns the response's `data`. */
export const unwrapData = <T>(result: Result<{ readonly data: T }>): Result<T> => mapResult(result, ({ data }) => data);
