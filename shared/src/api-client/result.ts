/** Why a call failed. `status` is 0 if there was no response. */
export interface ApiFailure {
  readonly message: string;
  readonly code: string;
  readonly status: number;
  readonly fields: Readonly<Record<string, string>>;
  /** Parsed body, for failures that carry more data, such as the fresh cart of a 409. */
  readonly body: unknown;
}

export type Result<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly failure: ApiFailure };

export const createFailure = (
  message: string,
  code: string,
  status: number,
  body: unknown = undefined,
  fields: ApiFailure['fields'] = {},
): ApiFailure => ({
  message,
  code,
  status,
  fields,
  body,
});
