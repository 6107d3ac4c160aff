import type { RouteHandle } from '@shop/shared/remote';
import { createSignedOutLoader } from '@shop/shared/state';
import type { RouteObject } from 'react-router-dom';
import { VerifyOtpPage } from './VerifyOtpPage';
import { VerifyResetOtpPage } from './VerifyResetOtpPage';

const plain: RouteHandle = { layout: 'plain' };

export const verifyCodeRoutes: RouteObject[] = [
  {
    id: 'auth.verify-otp',
    path: 'auth/verify-otp',
    Component: VerifyOtpPage,
    handle: plain,
    loader: createSignedOutLoader(),
  },
  {
    id: 'auth.verify-reset-otp',
    path: 'auth/verify-reset-otp',
    Component: VerifyResetOtpPage,
    handle: plain,
    loader: createSignedOutLoader(),
  },
];
