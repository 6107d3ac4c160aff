import { EMAIL_PATTERN } from '@shop/shared/contracts/constants';

/** Validation rules, repeated by the server. Each returns an error message or true. */
export const isFilled =
  (sentence: string) =>
  (value: string): true | string =>
    value.trim() !== '' || sentence;

export const isEmail = (value: string): true | string =>
  EMAIL_PATTERN.test(value.trim()) || 'Enter an email address, for example name@example.com.';
