/**
 * `invalid`: the input is malformed. `refused`: the release is valid but must not be shown. `conflict`: somebody else
 * made a change first.
 */
export type RegistryErrorCode = 'invalid' | 'unauthorized' | 'forbidden' | 'unknown' | 'conflict' | 'refused';

/** Status of each code over HTTP. */
export const ERROR_STATUS: Readonly<Record<RegistryErrorCode, number>> = {
  invalid: 400,
  unauthorized: 401,
  forbidden: 403,
  unknown: 404,
  conflict: 409,
  refused: 422,
};

/** Error for a request that the registry rejects, with the reasons for the caller. */
export class RegistryError extends Error {
  override name = 'RegistryError';
  constructor(
    readonly code: RegistryErrorCode,
    message: string,
    /** One sentence per reason, if there are several. */
    readonly reasons: readonly string[] = [],
  ) {
    super([message, ...reasons.map((reason) => `  - ${reason}`)].join('\n'));
  }
}
