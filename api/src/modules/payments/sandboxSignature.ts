import { createHmac } from 'node:crypto';
import { isEqualInConstantTime } from '../auth/secrets';

export const SANDBOX_SIGNATURE_HEADER = 'sandbox-signature';

/** A message says when it was signed; one that is older, or from a clock far off, is a copy of something. */
const TOLERANCE_S = 300;

const mac = (secret: string, text: string): string => createHmac('sha256', secret).update(text).digest('hex');

/** `t=<seconds>,v1=<hex>`: an HMAC over the time and the body, as the large providers sign. */
export const signSandboxMessage = (secret: string, rawBody: string, now: Date): string => {
  const seconds = Math.floor(now.getTime() / 1000);
  return `t=${seconds},v1=${mac(secret, `${seconds}.${rawBody}`)}`;
};

export const isSandboxSignature = (secret: string, rawBody: string, signature: string, now: Date): boolean => {
  const [, seconds = '', hex = ''] = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(signature) ?? [];
  if (seconds === '' || !isEqualInConstantTime(hex, mac(secret, `${seconds}.${rawBody}`))) return false;
  return Math.abs(now.getTime() / 1000 - Number(seconds)) <= TOLERANCE_S;
};

/** Everything the sandbox knows of a payment, in its page's address: it keeps nothing. */
export const sealSandboxSession = (secret: string, session: object): string => {
  const text = Buffer.from(JSON.stringify(session)).toString('base64url');
  return `${text}.${mac(secret, `session.${text}`)}`;
};

/** What was sealed; undefined for anything else. */
export const openSandboxSession = (secret: string, sealed: string): unknown => {
  const [text = '', hex = ''] = sealed.split('.');
  return isEqualInConstantTime(hex, mac(secret, `session.${text}`))
    ? JSON.parse(Buffer.from(text, 'base64url').toString())
    : undefined;
};
