import type { AuthAnswer, User } from '../contracts/auth';

/** The fields of a successful auth call that the shop reads. */
export interface SignInAnswer {
  /** '' if there is none. */
  readonly message: string;
  readonly user_id?: string;
  readonly token?: string;
  readonly user?: User;
}

const readText = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';

const readUser = (value: object): User => {
  const read = (name: keyof User): string => readText(Reflect.get(value, name));
  const isVerified = Reflect.get(value, 'is_verified') === true;
  return { id: read('id'), name: read('name'), email: read('email'), phone: read('phone'), is_verified: isVerified };
};

/** Reads a successful answer. A missing or odd field is no failure (product.md 11.5). */
export const readAuthAnswer = ({ message, user_id, token, user }: AuthAnswer): SignInAnswer => ({
  message: readText(message),
  ...(readText(user_id) === '' ? {} : { user_id: readText(user_id) }),
  ...(readText(token) === '' ? {} : { token: readText(token) }),
  ...(typeof user === 'object' && user !== null ? { user: readUser(user) } : {}),
});
