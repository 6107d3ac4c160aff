import { RESEND_WAIT_S } from '@shop/contracts/constants';
import type { forgotPassword } from '@shop/shared/state';
import { paths, toSafeReturnPath } from '@shop/shared/navigation';

const SECOND_MS = 1_000;

/**
 * State passed to the code screen through the router's state, never in the URL (product.md 8.9).
 */
export interface CodeState {
  readonly email: string;
  /** Undefined if the server named none. */
  readonly user_id?: string | undefined;
  /** False if the address has got no new code, because the last ones are still valid. */
  readonly codeSent?: boolean | undefined;
  /** When the next code can be sent, in milliseconds since 1970. */
  readonly nextCodeAt?: number;
  /** True if the code logs in; otherwise it permits a new password. */
  readonly isLoginOTP?: boolean;
  readonly remember?: boolean;
  /** Path to navigate to after signing in. */
  readonly next?: string;
}

type CodeAnswer = ReturnType<typeof forgotPassword.fulfilled>['payload'];

/** The part of the state that the answer to a request for a code gives. */
export const toCodeState = ({ user_id, codeSent, nextCodeS = RESEND_WAIT_S }: CodeAnswer) => ({
  user_id,
  codeSent,
  nextCodeAt: Date.now() + nextCodeS * SECOND_MS,
});

const readText = (state: object, name: string): string | undefined => {
  const value: unknown = Reflect.get(state, name);
  return typeof value === 'string' && value !== '' ? value : undefined;
};

/** Parses the router's state: undefined in a new tab, or if a release changed its shape. */
export const readCodeState = (state: unknown): Partial<CodeState> => {
  if (typeof state !== 'object' || state === null) return {};
  const [email, user_id] = [readText(state, 'email'), readText(state, 'user_id')];
  return {
    ...(email === undefined ? {} : { email }),
    ...(user_id === undefined ? {} : { user_id }),
    codeSent: Reflect.get(state, 'codeSent') !== false,
    nextCodeAt: Number(Reflect.get(state, 'nextCodeAt')) || 0,
    isLoginOTP: Reflect.get(state, 'isLoginOTP') === true,
    remember: Reflect.get(state, 'remember') === true,
    next: toSafeReturnPath(readText(state, 'next'), paths.home),
  };
};
