import { hmac, verifyHmac, type AuthSecrets } from '../secrets';

const PURPOSE = 'draft';
const VALID_MS = 3_600_000;
const KEY = /^([0-9a-z]{1,10})\.([\w-]{1,64})$/;

/**
 * Makes the key of a link to what is not published. It opens that alone, for an hour. `id` is a product's, or that of a
 * document (getDraftId).
 */
export const createDraftKey = (
  { authSecret }: Pick<AuthSecrets, 'authSecret'>,
  id: string,
  now: Date,
): { readonly key: string; readonly validUntil: Date } => {
  const validUntil = new Date(now.getTime() + VALID_MS);
  const until = validUntil.getTime().toString(36);
  return { key: `${until}.${hmac(authSecret, PURPOSE, id, until)}`, validUntil };
};

export const isDraftKey = (secrets: AuthSecrets, key: string, id: string, now: Date): boolean => {
  const [, until, signature] = KEY.exec(key) ?? [];
  return (
    until !== undefined &&
    signature !== undefined &&
    parseInt(until, 36) > now.getTime() &&
    verifyHmac(secrets, signature, PURPOSE, id, until)
  );
};
