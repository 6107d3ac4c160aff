/** For scripts: what went wrong, as a number; the same as of `npm run remote`. */
export const EXIT_CODES = { failed: 1, usage: 2, refused: 3, conflict: 4, unknown: 6 } as const;

/** What a command does not do, and why: its message is the one sentence the operator reads. */
export class OperatorError extends Error {
  override name = 'OperatorError';
  constructor(
    readonly code: keyof typeof EXIT_CODES,
    message: string,
  ) {
    super(message);
  }
}

/** Why something failed, in a few words: ENOENT, ENOSPC, or what the error says. */
export const reasonOf = (error: unknown): string => {
  if (typeof error === 'object' && error !== null && 'code' in error) return String(error.code);
  return error instanceof Error ? error.message : String(error);
};
