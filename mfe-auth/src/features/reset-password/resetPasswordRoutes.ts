import type { RouteHandle } from '@shop/shared/remote';
import type { RouteObject } from 'react-router-dom';
import { ForgotPasswordPage } from './ForgotPasswordPage';
import { ResetPasswordPage } from './ResetPasswordPage';

const plain: RouteHandle = { layout: 'plain' };

/** Also for signed-in customers: an account created with Google sets its first password here. */
export const resetPasswordRoutes: RouteObject[] = [
  { id: 'auth.forgot-password', path: 'auth/forgot-password', Component: ForgotPasswordPage, handle: plain },
  { id: 'auth.reset-password', path: 'auth/reset-password', Component: ResetPasswordPage, handle: plain },
];
