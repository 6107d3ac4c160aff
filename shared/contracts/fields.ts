import * as Type from '@sinclair/typebox';
import {
  EMAIL_MAX_LENGTH,
  NAME_MAX_LENGTH,
  OTP_LENGTH,
  PASSWORD_MAX_LENGTH,
  PASSWORD_MIN_LENGTH,
  PHONE_MAX_LENGTH,
} from './constants';
import { CLEANED } from './cleanPasted';
import { EMAIL_PATTERN } from './emailPattern';

/** Options of what people type: see cleanPasted. Passwords are never cleaned. */
export const typedText = { [CLEANED]: 'text' } as const;
export const typedCode = { [CLEANED]: 'code' } as const;

/** Control characters and what breaks lines, in a character class: no one-line field has them. */
const CONTROL = String.raw`\u0000-\u001f\u007f-\u009f\u2028\u2029`;

/** A one-line text that is not blank. The pattern cannot backtrack: leading spaces never match its first letter. */
export const RequiredText = (maxLength: number) =>
  Type.String({ ...typedText, minLength: 1, maxLength, pattern: `^[^\\S${CONTROL}]*[^\\s${CONTROL}][^${CONTROL}]*$` });

/** A one-line code that is not blank. */
export const RequiredCode = (maxLength: number) => Type.String({ ...RequiredText(maxLength), ...typedCode });

/** A one-line text, '' if it is not given. */
export const OptionalText = (maxLength: number) =>
  Type.String({ ...typedText, maxLength, pattern: `^[^${CONTROL}]*$` });

/** A text of several lines, '' if it is not given. */
export const OptionalLines = (maxLength: number) =>
  Type.String({
    ...typedText,
    maxLength,
    pattern: String.raw`^[^\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029]*$`,
  });

/** A number of at least five characters, and an extension: "(503) 555-0100 x12". It cannot backtrack far. */
const PHONE = String.raw`[+()\d][-+().\d ]{4,}(([xX#]|[eE][xX][tT]([eE][nN][sS][iI][oO][nN])?\.?|;ext=) *\d{1,8})?`;

/** Made up by a client, so that a repeated request is known. */
export const RequestKey = Type.String({ minLength: 16, maxLength: 64, pattern: /^[\w-]+$/.source });

export const PersonName = RequiredText(NAME_MAX_LENGTH);
export const EmailAddress = Type.String({
  ...typedCode,
  minLength: 3,
  maxLength: EMAIL_MAX_LENGTH,
  pattern: EMAIL_PATTERN.source,
});
export const Phone = Type.String({
  ...typedCode,
  minLength: 5,
  maxLength: PHONE_MAX_LENGTH,
  pattern: `^${PHONE}$`,
});
/** A phone number, or '' if not given. */
export const OptionalPhone = Type.String({ ...typedCode, maxLength: PHONE_MAX_LENGTH, pattern: `^(${PHONE})?$` });

export const NewPassword = Type.String({ minLength: PASSWORD_MIN_LENGTH, maxLength: PASSWORD_MAX_LENGTH });
/** An existing password. Only its length is limited, because rules may have changed since. */
export const ExistingPassword = Type.String({ minLength: 1, maxLength: PASSWORD_MAX_LENGTH });
export const OneTimeCode = Type.String({ ...typedCode, minLength: OTP_LENGTH, maxLength: OTP_LENGTH });
/** The key of the link in a mail. */
export const LinkKey = Type.String({ minLength: 1, maxLength: 64 });
/** What a request for a code tells, whether or not the address has an account. */
export const codeFields = {
  /** False if the address has got as many codes as it can for now: the last ones are valid. */
  code_sent: Type.Boolean(),
  /** Seconds until the next code can be sent. */
  next_code_s: Type.Integer({ minimum: 1 }),
};
/** The `user_id` on the wire: an opaque challenge, never an account's id (product.md 8.14). */
export const ChallengeId = Type.String({ minLength: 1, maxLength: 128 });
