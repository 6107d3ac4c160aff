/**
 * `invalid`: what was sent is no release. `refused`: it is one, and must not be shown. `conflict`: somebody else was
 * first. `frozen`: a freeze window holds it. `unapproved`: a second person has to approve it.
 */
export type RegistryErrorCode =
  'invalid' | 'unauthorized' | 'forbidden' | 'unknown' | 'conflict' | 'refused' | 'frozen' | 'unapproved';

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
