import crypto from 'node:crypto';
import * as Type from '@sinclair/typebox';
import type { Static } from '@sinclair/typebox';
import type { Caller } from '../access/Caller';
import type { Registry } from '../Registry';
import { RegistryError } from '../RegistryError';
import { changeDocument, readDocument, type DocumentKind } from '../storage/documents';
import { parseWebhookUrl, type AddressPolicy } from './publicAddress';

/** Limit per token, so that nobody can keep others from adding webhooks. */
const MAX_WEBHOOKS = 50;

/** Public data of a webhook: only the origin of its URL, which may contain secrets. No `remotes`: all of them. */
export const Webhook = Type.Object({
  id: Type.String(),
  origin: Type.String(),
  remotes: Type.Optional(Type.Array(Type.String())),
  by: Type.String(),
});
/** The secret is stored in plain text because it signs. Anybody who can read the storage has full control anyway. */
const StoredWebhook = Type.Object({ ...Webhook.properties, url: Type.String(), secret: Type.String() });
export type StoredWebhook = Static<typeof StoredWebhook>;

const WEBHOOKS = {
  key: 'webhook-list',
  title: 'The list of webhooks',
  schema: Type.Object({ webhooks: Type.Array(StoredWebhook) }),
  empty: { webhooks: [] },
} satisfies DocumentKind<Type.TSchema>;

/** Returns all webhooks with their secrets, or only those that `caller` may change. */
export const readWebhooks = async ({ storage }: Registry, caller?: Caller): Promise<StoredWebhook[]> =>
  (await readDocument(storage, WEBHOOKS)).value.webhooks.filter(({ remotes }) => caller?.canChange(remotes) ?? true);

/** @throws {RegistryError} `unknown`, also if the webhook is not the caller's. */
export const findWebhook = async (registry: Registry, id: string, caller: Caller): Promise<StoredWebhook> => {
  const webhook = (await readWebhooks(registry, caller)).find((known) => known.id === id);
  if (!webhook) throw new RegistryError('unknown', `You have no webhook ${id}`);
  return webhook;
};

/** Returns the secret, which cannot be shown again. @throws {RegistryError} `invalid`. */
export const addWebhook = async (
  registry: Registry,
  { url, remotes }: { readonly url: string; readonly remotes: readonly string[] },
  by: string,
  policy: AddressPolicy,
): Promise<{ readonly id: string; readonly secret: string }> => {
  const { href, origin } = parseWebhookUrl(url, policy);
  const added = {
    id: crypto.randomBytes(4).toString('hex'),
    secret: `whsec_${crypto.randomBytes(32).toString('base64')}`,
  };
  const stored = { ...added, ...(remotes.length > 0 ? { remotes: [...remotes] } : {}), by, url: href, origin };
  await changeDocument(registry.storage, WEBHOOKS, ({ webhooks }) => {
    if (webhooks.filter((known) => known.by === by).length >= MAX_WEBHOOKS)
      throw new RegistryError('invalid', `${by} has added ${MAX_WEBHOOKS} webhooks already; remove one first`);
    return { webhooks: [...webhooks, stored] };
  });
  return added;
};

export const removeWebhook = async (registry: Registry, id: string, caller: Caller): Promise<void> => {
  await findWebhook(registry, id, caller);
  await changeDocument(registry.storage, WEBHOOKS, ({ webhooks }) => ({
    webhooks: webhooks.filter((one) => one.id !== id),
  }));
};
