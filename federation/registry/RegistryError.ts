/** `invalid`: what was sent is no release. `refused`: it is one, and must not be shown. `conflict`: somebody else was first. */
export type RegistryErrorCode = 'invalid' | 'unauthorized' | 'forbidden' | 'unknown' | 'conflict' | 'refused';

/** What the registry does not do, with the reasons for whoever asked. */
export class RegistryError extends Error {
  override name = 'RegistryError';
  constructor(
    readonly code: RegistryErrorCode,
    message: string,
    /** One sentence each, where there are several. */
    readonly reasons: readonly string[] = [],
  ) {
    super([message, ...reasons.map((reason) => `  - ${reason}`)].join('\n'));
  }
}
