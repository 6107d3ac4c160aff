import { redactPersonalData } from './redactPersonalData';

const QUOTED = /"[^"\n]*"|'[^'\n]*'|“[^“”\n]*”/g;
const FRAME = /^\s+at /;

export interface DescribedError {
  readonly name: string;
  readonly code?: string;
  readonly message: string;
  readonly stack: string;
}

/**
 * Describes an error for the log. Databases and parsers quote their input in messages, so quoted text is removed, as is
 * anything that looks like personal data.
 */
export const describeError = (error: unknown): DescribedError => {
  if (!(error instanceof Error)) return { name: typeof error, message: '', stack: '' };
  const { name, message, stack = '' } = error;
  const code = 'code' in error && typeof error.code === 'string' ? { code: error.code } : {};
  // A stack begins with the message; keep only the frames.
  return {
    name,
    ...code,
    message: redactPersonalData(message.replace(QUOTED, '"[…]"')),
    stack: stack
      .split('\n')
      .filter((line) => FRAME.test(line))
      .join('\n'),
  };
};
