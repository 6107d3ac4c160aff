import crypto from 'node:crypto';
import * as Type from '@sinclair/typebox';
import type { Static } from '@sinclair/typebox';
import { Check } from '@sinclair/typebox/value';
import type { RemoteId } from '@shop/runtime/remotes';
import type { Registry } from '../Registry';
import { RegistryError } from '../RegistryError';

/** Remotes of an operator's token. A team's token lists its own remotes. */
const ALL_REMOTES = '*';
const TOKEN_NAME = /^[\w-]{1,40}$/;

const StoredToken = Type.Object({
  name: Type.String(),
  /** Remotes it may publish and release, or "*". */
  remotes: Type.Array(Type.String()),
  /** SHA-256 of the secret, hex. The secret is long and random, so a slow hash is not needed. */
  hash: Type.String(),
  createdAt: Type.String(),
});
type StoredToken = Static<typeof StoredToken>;

/** The authenticated holder of a token. */
export interface Bearer {
  readonly name: string;
  readonly remotes: readonly string[];
  readonly isOperator: boolean;
  /**
   * Derived from the token; changes when the token is replaced or its sessions are ended. Signs sessions and is never
   * sent to anybody.
   */
  readonly key: string;
}

const hashSecret = (secret: string): string => crypto.createHash('sha256').update(secret).digest('hex');
const buildTokenKey = (name: string): string => `tokens/${name}/token.json`;

const requireTokenName = (name: string): void => {
  if (!TOKEN_NAME.test(name))
    throw new RegistryError('invalid', `"${name}" is not a valid token name: use letters, numbers and dashes`);
};

/**
 * Creates a token and returns its text, which is not stored and cannot be shown again. `remotes` is '*' for operators.
 */
export const createToken = async (
  registry: Registry,
  name: string,
  remotes: readonly RemoteId[] | '*',
  now: Date,
): Promise<string> => {
  requireTokenName(name);
  const secret = crypto.randomBytes(32).toString('base64url');
  const stored: StoredToken = {
    name,
    remotes: remotes === '*' ? [ALL_REMOTES] : [...remotes],
    hash: hashSecret(secret),
    createdAt: now.toISOString(),
  };
  if (!(await registry.storage.create(buildTokenKey(name), JSON.stringify(stored))))
    throw new RegistryError('conflict', `The token "${name}" already exists; revoke it first`);
  return `${name}.${secret}`;
};

export const revokeToken = async (registry: Registry, name: string): Promise<void> => {
  requireTokenName(name);
  await registry.storage.removeAll(`tokens/${name}/`);
};

const readStored = async (registry: Registry, name: string): Promise<StoredToken | undefined> => {
  if (!TOKEN_NAME.test(name)) return undefined;
  const object = await registry.storage.read(buildTokenKey(name));
  const parsed: unknown = object && JSON.parse(object.body.toString('utf8'));
  return Check(StoredToken, parsed) ? parsed : undefined;
};

const buildSessionsKey = (name: string): string => `tokens/${name}/sessions.json`;

/** Ends all sessions that were started with this token. The token itself stays valid. */
export const endSessions = async (registry: Registry, name: string): Promise<void> => {
  requireTokenName(name);
  await registry.storage.write(buildSessionsKey(name), JSON.stringify({ generation: crypto.randomUUID() }));
};

const toBearer = async (registry: Registry, { name, remotes, hash: ofToken }: StoredToken): Promise<Bearer> => {
  const generation = (await registry.storage.read(buildSessionsKey(name)))?.body.toString('utf8') ?? '';
  return { name, remotes, isOperator: remotes.includes(ALL_REMOTES), key: `${ofToken} ${generation}` };
};

export const listTokens = async (
  registry: Registry,
): Promise<readonly Pick<StoredToken, 'name' | 'remotes' | 'createdAt'>[]> => {
  const stored = await Promise.all(
    (await registry.storage.listNames('tokens/')).map((name) => readStored(registry, name)),
  );
  return stored.flatMap((token) =>
    token ? [{ name: token.name, remotes: token.remotes, createdAt: token.createdAt }] : [],
  );
};

/** Returns the holder of a token, or undefined if it is not valid. */
export const findBearer = async (registry: Registry, token: string): Promise<Bearer | undefined> => {
  const [name = '', secret = ''] = token.split('.');
  const stored = await readStored(registry, name);
  const isRight = crypto.timingSafeEqual(
    Buffer.from(hashSecret(secret)),
    Buffer.from(stored?.hash ?? hashSecret('nobody has this')),
  );
  return stored && isRight ? toBearer(registry, stored) : undefined;
};

/** Returns the holder by name, to verify a session that was signed with their key. */
export const findBearerByName = async (registry: Registry, name: string): Promise<Bearer | undefined> => {
  const stored = await readStored(registry, name);
  return stored && toBearer(registry, stored);
};

/** @throws {RegistryError} `forbidden` if the bearer has no rights on one of the remotes. */
export const requireRights = (bearer: Bearer, remotes: readonly string[]): void => {
  const foreign = bearer.isOperator ? undefined : remotes.find((remote) => !bearer.remotes.includes(remote));
  if (foreign !== undefined) throw new RegistryError('forbidden', `The token "${bearer.name}" is not for ${foreign}`);
};
