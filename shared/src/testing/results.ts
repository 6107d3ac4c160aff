import type { ApiFailure, Result } from '../api-client/apiClient';

export const succeed = <T>(value: T): Result<T> => ({ ok: true, value });
export const fail = (message: string, overrides: Partial<ApiFailure> = {}): Result<never> => ({
  ok: false,
  failure: { message, code: 'TEST', status: 500, fields: {}, body: undefined, ...overrides },
});
