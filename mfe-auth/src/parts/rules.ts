import { isEmail, isPassword } from '@shop/shared/forms/rules';

/** product.md 8.5. */
export const isSignInEmail = isEmail('Please enter your email address');
export const isCurrentPassword = isPassword('Enter your current password.');
