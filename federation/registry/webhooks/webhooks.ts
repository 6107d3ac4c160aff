import crypto from 'node:crypto';
import * as Type from '@sinclair/typebox';
import type { Static } from '@sinclair/typebox';
import { Check } from '@sinclair/typebox/value';
import type { RemoteId } from '@shop/runtime/remotes';
import type { Caller } from '../access/Caller';
import type { Registry } from '../Registry';
import { RegistryError } from '../RegistryError';
import { finishDelivery, listOutbox } from './outbox';
import { NotPublicAddressError, requirePublicAddress } from './publicAddress';
import { WebhookEvent } from './releaseEvents';

/** Limit per token, so that nobody can keep others from adding webhooks. */
const MAX_WEBHOOKS = 50;
const SECRET_BYTES = 32;
const DEFAULT_EVENTS: readonly WebhookEvent[] = ['live', 'rolled-back', 'refused'];

const WebhookProperties = {
  id: Type.String(),
  /** Undefined: all remotes. */
  remotes: Type.Optional(Type.Array(Type.String())),
  events: Type.Array(WebhookEvent),
  /** A token's name. */
  by: Type.String(),
  addedAt: Type.String(),
};
const StoredWebhook = Type.Object({
  ...WebhookProperties,
  url: Type.String(),
  /**
   * "whsec_" and base64 (Standard Webhooks), in plain text because it is used to sign. Anybody who can read the storage
   * has full control anyway.
   */
  secret: Type.String(),
});
export type StoredWebhook = Static<typeof StoredWebhook>;

/** Status of the last delivery. */
const DeliveryStatus = Type.Object({
  at: Type.String(),
  event: Type.String(),
  remote: Type.String(),
  version: Type.Union([Type.String(), Type.Null()]),
  outcome: Type.Union((['delivered', 'retried', 'given-up'] as const).map((outcome) => Type.Literal(outcome))),
  attempts: Type.Integer(),
  /** What went wrong. */
  detail: Type.Optional(Type.String()),
});
export type DeliveryStatus = Static<typeof DeliveryStatus>;

/**
 * Public data of a webhook: never its secret, and only the origin of its address, since many addresses contain secrets.
 */
export const Webhook = Type.Object({
  ...WebhookProperties,
  origin: Type.String(),
  /** Number of pending deliveries. */
  pending: Type.Integer(),
  last: Type.Optional(DeliveryStatus),
  /** Last delivery that was given up. */
  lastGivenUp: Type.Optional(DeliveryStatus),
});
export type Webhook = Static<typeof Webhook>;

export interface WebhookRequest {
  readonly url: string;
  /** Empty: all remotes. */
  readonly remotes: readonly RemoteId[];
  /** Empty: all but canaries. */
  readonly events: readonly WebhookEvent[];
}

const ID = /^[0-9a-f]{8}$/;
const buildWebhookPrefix = (id: string): string => `webhooks/${id}/`;

const readJson = async <S extends Type.TSchema>(
  { storage }: Registry,
  key: string,
  schema: S,
): Promise<Static<S> | undefined> => {
  const stored = await storage.read(key);
  const parsed: unknown = stored && JSON.parse(stored.body.toString('utf8'));
  return Check(schema, parsed) ? parsed : undefined;
};

/** Returns all webhooks with their secrets; only for deliveries. */
export const readWebhooks = async (registry: Registry): Promise<StoredWebhook[]> => {
  const ids = await registry.storage.listNames('webhooks/');
  const stored = await Promise.all(
    ids.map((id) => readJson(registry, `${buildWebhookPrefix(id)}webhook.json`, StoredWebhook)),
  );
  return stored.filter((webhook) => webhook !== undefined);
};

const canManage = ({ remotes }: Pick<StoredWebhook, 'remotes'>, { isOperator, requireRights }: Caller): boolean => {
  if (isOperator) return true;
  if (remotes === undefined) return false;
  try {
    requireRights(remotes);
    return true;
  } catch (error) {
    if (error instanceof RegistryError) return false;
    throw error;
  }
};

/** Lists the webhooks that a caller may change: all for operators, those of their own remotes for teams. */
export const listWebhooks = async (registry: Registry, caller: Caller): Promise<Webhook[]> => {
  const [stored, { pending }] = await Promise.all([readWebhooks(registry), listOutbox(registry)]);
  const manageable = stored
    .filter((webhook) => canManage(webhook, caller))
    .sort((a, b) => a.addedAt.localeCompare(b.addedAt));
  return Promise.all(
    manageable.map(async ({ id, remotes, events, by, addedAt, url }): Promise<Webhook> => {
      const [last, lastGivenUp] = await Promise.all([
        readJson(registry, `${buildWebhookPrefix(id)}last.json`, DeliveryStatus),
        readJson(registry, `${buildWebhookPrefix(id)}given-up.json`, DeliveryStatus),
      ]);
      return {
        id,
        ...(remotes ? { remotes } : {}),
        events,
        by,
        addedAt,
        origin: getOrigin(url),
        pending: pending.filter(({ webhookId }) => webhookId === id).length,
        ...(last ? { last } : {}),
        ...(lastGivenUp ? { lastGivenUp } : {}),
      };
    }),
  );
};

/** Returns the origin of an address; the rest may be a secret. */
export const getOrigin = (url: string): string => (URL.canParse(url) ? new URL(url).origin : 'no address');

/** Which addresses are allowed: in production only public ones over https. */
export type AddressPolicy = 'public' | 'any';

/**
 * Parses and checks the address of a webhook.
 * @throws {RegistryError} `invalid`, with the reason.
 */
const parseWebhookUrl = async (text: string, policy: AddressPolicy): Promise<URL> => {
  const invalid = (message: string): RegistryError => new RegistryError('invalid', message);
  if (!URL.canParse(text)) throw invalid(`A webhook needs an address such as https://ci.example/hooks`);
  const url = new URL(text);
  if (url.protocol !== 'https:' && !(policy === 'any' && url.protocol === 'http:'))
    throw invalid('The address of a webhook must start with https://');
  if (url.username !== '' || url.password !== '')
    throw invalid(
      'The address of a webhook must not contain a user or password; receivers verify the signature instead',
    );
  if (policy === 'any') return url;
  try {
    await requirePublicAddress(url);
  } catch (error) {
    if (error instanceof NotPublicAddressError) throw invalid(error.message);
    throw error;
  }
  return url;
};

/**
 * Adds a webhook. Teams may add webhooks only for their own remotes. Returns its secret, which cannot be shown again.
 * @throws {RegistryError} `invalid`; `forbidden`.
 */
export const addWebhook = async (
  registry: Registry,
  { url, remotes, events }: WebhookRequest,
  caller: Caller,
  policy: AddressPolicy,
  now: Date,
): Promise<{ readonly id: string; readonly secret: string }> => {
  if (remotes.length === 0 && !caller.isOperator)
    throw new RegistryError('forbidden', 'Only operators may add webhooks for all remotes; name yours');
  caller.requireRights(remotes);
  const address = await parseWebhookUrl(url, policy);
  const own = (await readWebhooks(registry)).filter(({ by }) => by === caller.name);
  if (own.length >= MAX_WEBHOOKS)
    throw new RegistryError('invalid', `${caller.name} has added ${MAX_WEBHOOKS} webhooks already; remove one first`);
  const secret = `whsec_${crypto.randomBytes(SECRET_BYTES).toString('base64')}`;
  const id = crypto.randomBytes(4).toString('hex');
  const stored: StoredWebhook = {
    id,
    ...(remotes.length > 0 ? { remotes: [...new Set(remotes)].sort() } : {}),
    events: [...new Set(events.length > 0 ? events : DEFAULT_EVENTS)],
    by: caller.name,
    addedAt: now.toISOString(),
    url: address.href,
    secret,
  };
  if (!(await registry.storage.create(`${buildWebhookPrefix(id)}webhook.json`, JSON.stringify(stored))))
    throw new RegistryError('conflict', 'The id is already in use; try again');
  return { id, secret };
};

/**
 * Finds a webhook that the caller may change.
 * @throws {RegistryError} `unknown`, also if it belongs to somebody else.
 */
export const findWebhook = async (registry: Registry, id: string, caller: Caller): Promise<StoredWebhook> => {
  const webhook = ID.test(id)
    ? await readJson(registry, `${buildWebhookPrefix(id)}webhook.json`, StoredWebhook)
    : undefined;
  if (!webhook || !canManage(webhook, caller)) throw new RegistryError('unknown', `You have no webhook ${id}`);
  return webhook;
};

/** Removes a webhook and cancels its pending deliveries. */
export const removeWebhook = async (registry: Registry, id: string, caller: Caller, now: Date): Promise<void> => {
  const webhook = await findWebhook(registry, id, caller);
  await registry.storage.removeAll(buildWebhookPrefix(webhook.id));
  const { pending } = await listOutbox(registry);
  for (const { name, webhookId } of pending) if (webhookId === id) await finishDelivery(registry, name, now);
};

/** Stores the status of a delivery if the webhook still exists. */
export const writeStatus = async (registry: Registry, id: string, status: DeliveryStatus): Promise<void> => {
  if (!(await registry.storage.readTag(`${buildWebhookPrefix(id)}webhook.json`))) return;
  await registry.storage.write(`${buildWebhookPrefix(id)}last.json`, JSON.stringify(status));
  if (status.outcome === 'given-up')
    await registry.storage.write(`${buildWebhookPrefix(id)}given-up.json`, JSON.stringify(status));
};
