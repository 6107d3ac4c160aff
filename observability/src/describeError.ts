import { withoutPersonalParts } from './withoutPersonalParts';

const QUOTED = /"[^"\n]*"|'[^'\n]*'|“[^“”\n]*”/g;
const FRAME = /^\s+at /;

export interface DescribedError {
  readonly name: string;
  readonly code?: string;
  readonly message: string;
  readonly stack: string;
}

/**
 * An error as a log may have it. Databases and parsers quote what they were given: quotations are left out, as is
 * whatever looks like somebody's.
 */
export const describeError = (error: unknown): DescribedError => {
  if (!(error instanceof Error)) return { name: typeof error, message: '', stack: '' };
  const { name, message, stack = '' } = error;
  const code = 'code' in error && typeof error.code === 'string' ? { code: error.code } : {};
  // A stack begins with the message: only its places are kept.
  return {
    name,
    ...code,
    message: withoutPersonalParts(message.replace(QUOTED, '"[…]"')),
    stack: stack
      .split('\n')
      .filter((line) => FRAME.test(line))
      .join('\n'),
  };
};
