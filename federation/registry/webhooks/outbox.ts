import crypto from 'node:crypto';
import * as Type from '@sinclair/typebox';
import type { Static } from '@sinclair/typebox';
import { Check } from '@sinclair/typebox/value';
import type { Registry } from '../Registry';
import { ReleaseEvent } from './releaseEvents';

const PREFIX = 'webhook-outbox/';
/** Time limit for a delivery; afterwards another process may take over from a killed one. */
export const LEASE_MS = 60_000;
const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const RETRY_DELAYS_MS: readonly number[] = [
  5 * SECOND_MS,
  30 * SECOND_MS,
  2 * MINUTE_MS,
  10 * MINUTE_MS,
  30 * MINUTE_MS,
  HOUR_MS,
  2 * HOUR_MS,
  4 * HOUR_MS,
];
const DONE_RETENTION_MS = HOUR_MS;
/** Events older than this are given up. */
const MAX_DELIVERY_AGE_MS = 24 * HOUR_MS;

/** Delivery of one event to one webhook. */
const Delivery = Type.Object({
  webhookId: Type.String(),
  /** The same for every attempt and host, so that receivers can deduplicate. */
  messageId: Type.String(),
  event: ReleaseEvent,
  createdAt: Type.String(),
  /** Earliest time of the next attempt, or end of the lease. */
  dueAt: Type.String(),
  attempts: Type.Integer(),
});
export type Delivery = Static<typeof Delivery>;

export interface PendingDelivery {
  /** Name in the outbox. */
  readonly name: string;
  readonly webhookId: string;
  readonly event: string;
}

/** A delivery leased by this process. */
export interface ClaimedDelivery {
  readonly name: string;
  readonly delivery: Delivery;
  readonly tag: string;
}

const buildDeliveryKey = (name: string): string => `${PREFIX}${name}/delivery`;

const NAME = /^([0-9a-f]{8})-([a-z-]+)-([0-9a-f]{32})$/;

const buildDoneKey = (name: string): string => `${PREFIX}${name}/done`;

/** Lists pending and finished deliveries by their names only. */
export const listOutbox = async ({
  storage,
}: Registry): Promise<{ readonly pending: PendingDelivery[]; readonly done: string[] }> => {
  const keys = await storage.list(PREFIX);
  const names = [...new Set(keys.map((key) => key.slice(PREFIX.length).split('/')[0] ?? ''))];
  const done = names.filter((name) => keys.includes(buildDoneKey(name)));
  const pending = names
    .filter((name) => !done.includes(name))
    .flatMap((name) => {
      const [, webhookId, event] = NAME.exec(name) ?? [];
      return webhookId !== undefined && event !== undefined ? [{ name, webhookId, event }] : [];
    });
  return { pending, done };
};

/**
 * Marks a delivery as finished. The mark is kept for a while, so that a host with an older view does not queue it
 * again.
 */
export const finishDelivery = async ({ storage }: Registry, name: string, now: Date): Promise<void> =>
  void (await storage.create(buildDoneKey(name), now.toISOString()));

/** Removes finished deliveries after the retention period. */
export const removeFinished = async ({ storage }: Registry, done: readonly string[], now: Date): Promise<void> => {
  for (const name of done) {
    const at = (await storage.read(buildDoneKey(name)))?.body.toString('utf8');
    if (at !== undefined && now.getTime() - new Date(at).getTime() > DONE_RETENTION_MS)
      await storage.removeAll(`${PREFIX}${name}/`);
  }
};

/** Queues an event for a webhook. Queuing the same event again has no effect. */
export const addPending = async (
  { storage }: Registry,
  webhookId: string,
  event: ReleaseEvent,
  now: Date,
): Promise<void> => {
  const hash = crypto
    .createHash('sha256')
    .update(`${webhookId} ${event.event} ${event.source}`)
    .digest('hex')
    .slice(0, 32);
  const delivery: Delivery = {
    webhookId,
    messageId: `msg_${hash}`,
    event,
    createdAt: now.toISOString(),
    dueAt: now.toISOString(),
    attempts: 0,
  };
  await storage.swap(buildDeliveryKey(`${webhookId}-${event.event}-${hash}`), JSON.stringify(delivery), null);
};

export const readPending = async ({ storage }: Registry, name: string): Promise<ClaimedDelivery | undefined> => {
  const stored = await storage.read(buildDeliveryKey(name));
  const delivery: unknown = stored && JSON.parse(stored.body.toString('utf8'));
  return stored && Check(Delivery, delivery) ? { name, delivery, tag: stored.tag } : undefined;
};

/** Leases a due delivery. Returns undefined if another process has it. */
export const claimDelivery = async (
  { storage }: Registry,
  { name, delivery, tag }: ClaimedDelivery,
  now: Date,
): Promise<ClaimedDelivery | undefined> => {
  const claimed: Delivery = {
    ...delivery,
    attempts: delivery.attempts + 1,
    dueAt: new Date(now.getTime() + LEASE_MS).toISOString(),
  };
  const next = await storage.swap(buildDeliveryKey(name), JSON.stringify(claimed), tag);
  return next === undefined ? undefined : { name, delivery: claimed, tag: next };
};

/** Returns the time of the next attempt of a failed delivery; undefined if it is given up. */
export const computeNextAttempt = ({ attempts, createdAt }: Delivery, now: Date): Date | undefined => {
  const next = now.getTime() + (RETRY_DELAYS_MS[attempts - 1] ?? RETRY_DELAYS_MS.at(-1) ?? 0);
  return next - new Date(createdAt).getTime() > MAX_DELIVERY_AGE_MS ? undefined : new Date(next);
};

/** Schedules a leased delivery for later. */
export const postponeDelivery = async (
  { storage }: Registry,
  { name, delivery, tag }: ClaimedDelivery,
  dueAt: Date,
): Promise<void> => {
  await storage.swap(buildDeliveryKey(name), JSON.stringify({ ...delivery, dueAt: dueAt.toISOString() }), tag);
};
