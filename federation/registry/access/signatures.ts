import crypto from 'node:crypto';

/**
 * A text with its end and its signature: "<text>~<until, seconds>~<signature>". Whoever has not the key can make none
 * and change none.
 */
export const signText = (key: string, purpose: string, text: string, until: Date): string => {
  const body = `${text}~${Math.floor(until.getTime() / 1_000)}`;
  return `${body}~${computeSignature(key, purpose, body)}`;
};

const computeSignature = (key: string, purpose: string, body: string): string =>
  crypto.createHmac('sha256', key).update(`${purpose}\n${body}`).digest('base64url');

/** The text, where it was signed with this key for this purpose and has not ended. */
export const verifyText = (key: string, purpose: string, signed: string, now: Date): string | undefined => {
  const end = signed.lastIndexOf('~');
  const body = signed.slice(0, end);
  const [given, expected] = [Buffer.from(signed.slice(end + 1)), Buffer.from(computeSignature(key, purpose, body))];
  if (end < 0 || given.length !== expected.length || !crypto.timingSafeEqual(given, expected)) return undefined;
  const middle = body.lastIndexOf('~');
  return Number(body.slice(middle + 1)) * 1_000 > now.getTime() ? body.slice(0, middle) : undefined;
};
