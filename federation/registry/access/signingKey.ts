import crypto from 'node:crypto';
import type { Registry } from '../Registry';

const KEY = 'keys/signing.json';

/**
 * Returns the registry's key for signing links and sessions, and creates it on first use. Storing it is safe: anybody
 * who can read the storage has full control of the registry already.
 */
export const readSigningKey = async (registry: Registry): Promise<string> => {
  const present = await registry.storage.read(KEY);
  if (!present)
    await registry.storage.create(KEY, JSON.stringify({ key: crypto.randomBytes(32).toString('base64url') }));
  const stored: unknown = JSON.parse((present ?? (await registry.storage.read(KEY)))?.body.toString('utf8') ?? 'null');
  if (typeof stored === 'object' && stored !== null && 'key' in stored && typeof stored.key === 'string')
    return stored.key;
  throw new Error(`${KEY} in ${registry.storage.name} does not contain a key`);
};
