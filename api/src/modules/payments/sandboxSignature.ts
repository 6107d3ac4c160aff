import { createHmac } from 'node:crypto';
import { isEqualInConstantTime } from '../../secrets';

export const SANDBOX_SIGNATURE_HEADER = 'sandbox-signature';

/** Maximum age (and clock skew) of a signature, which prevents replays. */
const TOLERANCE_S = 300;

const computeMac = (secret: string, text: string): string => createHmac('sha256', secret).update(text).digest('hex');

/** Signs time and body as the large providers do: `t=<seconds>,v1=<hex>`. */
export const signSandboxMessage = (secret: string, rawBody: string, now: Date): string => {
  const seconds = Math.floor(now.getTime() / 1000);
  return `t=${seconds},v1=${computeMac(secret, `${seconds}.${rawBody}`)}`;
};

export const isSandboxSignature = (secret: string, rawBody: string, signature: string, now: Date): boolean => {
  const [, seconds = '', hex = ''] = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(signature) ?? [];
  if (seconds === '' || !isEqualInConstantTime(hex, computeMac(secret, `${seconds}.${rawBody}`))) return false;
  return Math.abs(now.getTime() / 1000 - Number(seconds)) <= TOLERANCE_S;
};

/** Encodes and signs a payment for the page's URL, because the sandbox is stateless. */
export const sealSandboxSession = (secret: string, session: object): string => {
  const text = Buffer.from(JSON.stringify(session)).toString('base64url');
  return `${text}.${computeMac(secret, `session.${text}`)}`;
};

/** Decodes a sealed session. Returns undefined if the signature is invalid. */
export const openSandboxSession = (secret: string, sealed: string): unknown => {
  const [text = '', hex = ''] = sealed.split('.');
  return isEqualInConstantTime(hex, computeMac(secret, `session.${text}`))
    ? JSON.parse(Buffer.from(text, 'base64url').toString())
    : undefined;
};
