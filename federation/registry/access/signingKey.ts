import crypto from 'node:crypto';
import type { Registry } from '../Registry';

const KEY = 'keys/signing.json';

/**
 * The registry's own key for links and sessions, made when it is first needed. Whoever reads the storage may do
 * everything anyway.
 */
export const readSigningKey = async (registry: Registry): Promise<string> => {
  const present = await registry.storage.read(KEY);
  if (!present)
    await registry.storage.create(KEY, JSON.stringify({ key: crypto.randomBytes(32).toString('base64url') }));
  const stored: unknown = JSON.parse((present ?? (await registry.storage.read(KEY)))?.body.toString('utf8') ?? 'null');
  if (typeof stored === 'object' && stored !== null && 'key' in stored && typeof stored.key === 'string')
    return stored.key;
  throw new Error(`${KEY} in ${registry.storage.name} holds no key`);
};
