import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
  randomBytes,
  randomInt,
  timingSafeEqual,
} from 'node:crypto';
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

const CIPHER = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

const deriveKey = (secret: string, purpose: string): Buffer => Buffer.from(hkdfSync('sha256', secret, '', purpose, 32));

/** Encrypts what must be read again, so that a leaked database alone is useless. */
export const seal = ({ authSecret }: Pick<AuthSecrets, 'authSecret'>, purpose: string, text: string): string => {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(CIPHER, deriveKey(authSecret, purpose), iv);
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url');
};

/** Decrypts a text that was sealed with the current secret or a former one; undefined if none fits. */
export const unseal = (
  { authSecret, formerAuthSecrets }: AuthSecrets,
  purpose: string,
  sealed: string,
): string | undefined => {
  const bytes = Buffer.from(sealed, 'base64url');
  for (const secret of [authSecret, ...formerAuthSecrets]) {
    try {
      const decipher = createDecipheriv(CIPHER, deriveKey(secret, purpose), bytes.subarray(0, IV_BYTES));
      decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
      return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]).toString('utf8');
    } catch {
      // sealed with another secret
    }
  }
  return undefined;
};
