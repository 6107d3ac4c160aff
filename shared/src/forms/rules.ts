import { PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH } from '@shop/contracts/constants';
import { cleanCode, cleanText } from '@shop/contracts/cleanPasted';
import { EMAIL_PATTERN } from '@shop/contracts/emailPattern';

/**
 * Validation rules of form fields, repeated by the server, which cleans what was pasted as they do. Each returns an
 * error message or true.
 */
type Rule<Values = unknown> = (value: string, values: Values) => true | string;

const PHONE = /^[+()\d][-+().\d ]{4,}((?:[x#]|ext(?:ension)?\.?|;ext=) *\d{1,8})?$/i;

export const isFilled =
  (missing: string): Rule =>
  (value) =>
    cleanText(value).trim() !== '' || missing;
export const isName = isFilled('Enter your name.');

/** Rule for email addresses. Sign-in forms have another text for an empty field (product.md 8.5). */
export const isEmail =
  (missing = 'Enter an email address.'): Rule =>
  (value) => {
    const address = cleanCode(value);
    return address === ''
      ? missing
      : EMAIL_PATTERN.test(address) || 'Enter an email address, such as name@example.com.';
  };

export const isPhone: Rule = (value) =>
  PHONE.test(cleanCode(value)) || 'Enter a phone number, such as +1 212 555 0100.';
export const isPhoneOrNone: Rule = (value, values) => cleanCode(value) === '' || isPhone(value, values);

export const isNewPassword: Rule = (value) =>
  (value.length >= PASSWORD_MIN_LENGTH && value.length <= PASSWORD_MAX_LENGTH) ||
  `Use ${PASSWORD_MIN_LENGTH} to ${PASSWORD_MAX_LENGTH} characters.`;
export const NEW_PASSWORD_HINT = `${PASSWORD_MIN_LENGTH} characters or more. A few words are easier to remember.`;
/** product.md 8.7: the confirmation of a new password. */
export const isSamePassword: Rule<{ readonly password: string }> = (value, { password }) =>
  value === password || "Passwords don't match!";
/** Rule for an existing password. Spaces count. */
export const isPassword =
  (missing = 'Enter your password.'): Rule =>
  (value) =>
    value !== '' || missing;
