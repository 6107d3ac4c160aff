import { EMAIL_PATTERN, PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH } from '@shop/shared/contracts/constants';

/** product.md 8.6 and 8.8. */
const EMAIL_MISSING = 'Please enter your email address';
export const PASSWORDS_DIFFER = "Passwords don't match!";

const PHONE = /^\s*[+()\d][-+().\d\s]{4,}$/;

/** Validation rules, repeated by the server. Each returns an error message or true. */
export const isEmail = (value: string): true | string =>
  value.trim() === ''
    ? EMAIL_MISSING
    : EMAIL_PATTERN.test(value.trim()) || 'Enter an email address, such as name@example.com.';
export const isName = (value: string): true | string => value.trim() !== '' || 'Enter your name.';
export const isPhoneOrNone = (value: string): true | string =>
  value.trim() === '' || PHONE.test(value) || 'Enter a phone number, such as +1 212 555 0100.';
export const isNewPassword = (value: string): true | string =>
  (value.length >= PASSWORD_MIN_LENGTH && value.length <= PASSWORD_MAX_LENGTH) ||
  `Use ${PASSWORD_MIN_LENGTH} to ${PASSWORD_MAX_LENGTH} characters.`;
export const isGivenPassword = (value: string): true | string => value !== '' || 'Enter your password.';

export const NEW_PASSWORD_HINT = `${PASSWORD_MIN_LENGTH} characters or more. A few words are easier to remember.`;
