/** Values shared by both login forms, so that switching between them keeps them. */
export interface LoginForm {
  email: string;
  password: string;
  remember: boolean;
}

export type LoginMode = 'password' | 'otp';
