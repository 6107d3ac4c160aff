/** What both ways of logging in fill in: changing the way keeps it. */
export interface LoginForm {
  email: string;
  password: string;
  remember: boolean;
}

export type LoginMode = 'password' | 'otp';
