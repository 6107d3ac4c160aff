/**
 * `invalid`: wrong usage, such as a version that is none. `refused`: something about the release itself, which must not
 * be shown. `conflict`: somebody else made a change first.
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

/** Creates the refusal of a release. Checks that do not know the release leave it out; `publishRelease` adds it. */
export const createRefusal = (
  reasons: readonly string[],
  release?: { readonly remote: string; readonly version: string },
): RegistryError =>
  new RegistryError(
    'refused',
    `${release ? `${release.remote} ${release.version}` : 'The release'} is refused:`,
    reasons,
  );
