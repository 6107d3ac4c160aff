import { createHash, createHmac, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import { OTP_LENGTH } from '@shop/shared/contracts';

const SECRET_BYTES = 32; // 256 bits

/** An unguessable value for a cookie or the wire. */
export const createSecret = (): string => randomBytes(SECRET_BYTES).toString('base64url');

/** How such a value is stored: it has the entropy already, so a fast hash is enough. */
export const hashSecret = (secret: string): string => createHash('sha256').update(secret).digest('base64url');

/** Six digits, as text: a code may begin with 0. */
export const createCode = (): string => String(randomInt(10 ** OTP_LENGTH)).padStart(OTP_LENGTH, '0');

/** What only the shop can compute of these parts. */
export const hmac = (key: string, ...parts: readonly string[]): string =>
  createHmac('sha256', key).update(JSON.stringify(parts)).digest('base64url');

/** The secrets of HMACs: `authSecret` signs; after a rotation what the former ones signed is still accepted. */
export interface AuthSecrets {
  readonly authSecret: string;
  readonly formerAuthSecrets: readonly string[];
}

/** The HMAC of these parts under each secret, the current one first. */
export const hmacs = (
  { authSecret, formerAuthSecrets }: AuthSecrets,
  ...parts: readonly string[]
): readonly [string, ...string[]] => [
  hmac(authSecret, ...parts),
  ...formerAuthSecrets.map((secret) => hmac(secret, ...parts)),
];

/** True if the shop made this HMAC of these parts, under any of its secrets. */
export const isKeyedHash = (secrets: AuthSecrets, given: string, ...parts: readonly string[]): boolean =>
  hmacs(secrets, ...parts).some((hash) => equalInConstantTime(given, hash));

/** Whether two texts are equal, in a time that does not tell where they differ. */
export const equalInConstantTime = (a: string, b: string): boolean => {
  const hash = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(hash(a), hash(b));
};
