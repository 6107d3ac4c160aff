/** Exit codes for scripts, the same as those of `npm run remote`. */
export const EXIT_CODES = { failed: 1, usage: 2, refused: 3, conflict: 4, unknown: 6 } as const;

/** A failed or refused command. Only its message is printed, without a stack. */
export class OperatorError extends Error {
  override name = 'OperatorError';
  constructor(
    readonly code: keyof typeof EXIT_CODES,
    message: string,
  ) {
    super(message);
  }
}

/** Returns the error's code, such as ENOENT, or its message. */
export const describeReason = (error: unknown): string => {
  if (typeof error === 'object' && error !== null && 'code' in error) return String(error.code);
  return error instanceof Error ? error.message : String(error);
};
