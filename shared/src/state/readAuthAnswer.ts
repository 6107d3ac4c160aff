import type { AuthAnswer, User } from '@shop/contracts/auth';

/** The fields of a successful auth call that the shop reads. */
export interface SignInAnswer {
  /** '' if there is none. */
  readonly message: string;
  readonly user_id?: string;
  /** The address whose password a link may change. */
  readonly email?: string;
  /** False if no code was sent, because the last ones are still valid. */
  readonly codeSent?: boolean;
  /** Seconds until the next code can be sent. */
  readonly nextCodeS?: number;
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
export const readAuthAnswer = ({
  message,
  user_id,
  code_sent,
  next_code_s,
  email,
  token,
  user,
}: AuthAnswer): SignInAnswer => ({
  message: readText(message),
  ...(readText(user_id) === '' ? {} : { user_id: readText(user_id) }),
  ...(readText(email) === '' ? {} : { email: readText(email) }),
  ...(typeof code_sent === 'boolean' ? { codeSent: code_sent } : {}),
  ...(typeof next_code_s === 'number' ? { nextCodeS: next_code_s } : {}),
  ...(readText(token) === '' ? {} : { token: readText(token) }),
  ...(typeof user === 'object' && user !== null ? { user: readUser(user) } : {}),
});
