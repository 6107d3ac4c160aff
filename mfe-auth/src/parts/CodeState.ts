import { paths, safeReturnPath } from '@shop/shared/navigation';

/**
 * What a screen hands to the one where the code is entered: by the router's state, never by the address
 * (product.md 8.9).
 */
export interface CodeState {
  readonly email: string;
  readonly user_id: string;
  /** The code logs in; without it, it allows a new password. */
  readonly isLoginOTP?: boolean;
  readonly remember?: boolean;
  /** Where to go when signed in. */
  readonly next?: string;
}

const textOf = (state: object, name: string): string | undefined => {
  const value: unknown = Reflect.get(state, name);
  return typeof value === 'string' && value !== '' ? value : undefined;
};

/** What the router kept: nothing after a new tab, or of another shape after a release. */
export const readCodeState = (state: unknown): Partial<CodeState> => {
  if (typeof state !== 'object' || state === null) return {};
  const [email, user_id] = [textOf(state, 'email'), textOf(state, 'user_id')];
  return {
    ...(email === undefined ? {} : { email }),
    ...(user_id === undefined ? {} : { user_id }),
    isLoginOTP: Reflect.get(state, 'isLoginOTP') === true,
    remember: Reflect.get(state, 'remember') === true,
    next: safeReturnPath(textOf(state, 'next'), paths.home),
  };
};
