import crypto from 'node:crypto';

/** Returns the SHA-384 of a released file in base64, as `integrity` attributes have it. */
export const hashContent = (content: string | Buffer): string =>
  crypto.createHash('sha384').update(content).digest('base64');
