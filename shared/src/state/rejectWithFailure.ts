import type { ApiFailure } from '../api-client/apiClient';

/** Details of a failure besides its message: messages by field, and its code. */
export type Refusal = Pick<ApiFailure, 'code' | 'status' | 'fields'>;
export interface RefusalConfig {
  readonly rejectValue: string;
  readonly rejectedMeta: Refusal;
}

/** Rejects a thunk with the message of a failed call; `meta` has the details. */
export const rejectWithFailure = <Rejection>(
  rejectWithValue: (message: string, refusal: Refusal) => Rejection,
  { message, code, status, fields }: ApiFailure,
): Rejection => rejectWithValue(message, { code, status, fields });
