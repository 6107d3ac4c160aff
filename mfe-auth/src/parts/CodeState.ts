import { paths, toSafeReturnPath } from '@shop/shared/navigation';

/**
 * State passed to the code screen through the router's state, never in the URL (product.md 8.9).
 */
export interface CodeState {
  readonly email: string;
  /** Undefined if the server named none. */
  readonly user_id?: string | undefined;
  /** True if the code logs in; otherwise it permits a new password. */
  readonly isLoginOTP?: boolean;
  readonly remember?: boolean;
  /** Path to navigate to after signing in. */
  readonly next?: string;
}

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
    isLoginOTP: Reflect.get(state, 'isLoginOTP') === true,
    remember: Reflect.get(state, 'remember') === true,
    next: toSafeReturnPath(readText(state, 'next'), paths.home),
  };
};
