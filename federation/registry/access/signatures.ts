import crypto from 'node:crypto';

/**
 * Signs a text together with its expiry: "<text>~<expiry in seconds>~<signature>". It cannot be created or changed
 * without the key.
 */
export const signText = (key: string, purpose: string, text: string, until: Date): string => {
  const body = `${text}~${Math.floor(until.getTime() / 1_000)}`;
  return `${body}~${computeSignature(key, purpose, body)}`;
};

const computeSignature = (key: string, purpose: string, body: string): string =>
  crypto.createHmac('sha256', key).update(`${purpose}\n${body}`).digest('base64url');

/** Returns the text if it was signed with this key for this purpose and has not expired. */
export const verifyText = (key: string, purpose: string, signed: string, now: Date): string | undefined => {
  const end = signed.lastIndexOf('~');
  const body = signed.slice(0, end);
  const [given, expected] = [Buffer.from(signed.slice(end + 1)), Buffer.from(computeSignature(key, purpose, body))];
  if (end < 0 || given.length !== expected.length || !crypto.timingSafeEqual(given, expected)) return undefined;
  const middle = body.lastIndexOf('~');
  return Number(body.slice(middle + 1)) * 1_000 > now.getTime() ? body.slice(0, middle) : undefined;
};
