import { createHash, createHmac, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import { OTP_LENGTH } from '@shop/contracts';

const SECRET_BYTES = 32; // 256 bits

/** Creates an unguessable value for a cookie or a response. */
export const createSecret = (): string => randomBytes(SECRET_BYTES).toString('base64url');

/** Hashes a secret for storage. A fast hash is enough, because secrets are random. */
export const hashSecret = (secret: string): string => createHash('sha256').update(secret).digest('base64url');

/** Creates a code of six digits; it may start with 0. */
export const createCode = (): string => String(randomInt(10 ** OTP_LENGTH)).padStart(OTP_LENGTH, '0');

export const hmac = (key: string, ...parts: readonly string[]): string =>
  createHmac('sha256', key).update(JSON.stringify(parts)).digest('base64url');

/** HMAC keys: `authSecret` signs, former secrets still verify after a rotation. */
export interface AuthSecrets {
  readonly authSecret: string;
  readonly formerAuthSecrets: readonly string[];
}

/** Returns the HMAC of the parts under each secret, the current one first. */
export const computeHmacs = (
  { authSecret, formerAuthSecrets }: AuthSecrets,
  ...parts: readonly string[]
): readonly [string, ...string[]] => [
  hmac(authSecret, ...parts),
  ...formerAuthSecrets.map((secret) => hmac(secret, ...parts)),
];

/** True if `given` is the HMAC of the parts under any secret. */
export const verifyHmac = (secrets: AuthSecrets, given: string, ...parts: readonly string[]): boolean =>
  computeHmacs(secrets, ...parts).some((hash) => isEqualInConstantTime(given, hash));

/** Compares two strings in constant time. */
export const isEqualInConstantTime = (a: string, b: string): boolean => {
  const hash = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(hash(a), hash(b));
};
