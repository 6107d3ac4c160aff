import * as Type from '@sinclair/typebox';
import type { HistoryEntry } from '../compositionFile';
import type { Registry } from '../Registry';
import { readDocument, type DocumentKind } from '../storage/documents';
import {
  addPending,
  claimDelivery,
  finishDelivery,
  LEASE_MS,
  listOutbox,
  computeNextAttempt,
  postponeDelivery,
  readPending,
  removeFinished,
  type ClaimedDelivery,
} from './outbox';
import { buildSourceId, toEvents, type ReleaseEvent } from './releaseEvents';
import { sendEvent, type SendSettings } from './sendEvent';
import { readWebhooks, writeStatus, type DeliveryStatus, type StoredWebhook } from './webhooks';

/** Limit per webhook and run; the rest follows in the next run. */
const MAX_DELIVERIES_PER_RUN = 20;
/**
 * Limits the storage used by repeated refusals: with this many pending, further refusals are not queued for a webhook.
 */
const MAX_PENDING_REFUSALS = 100;
const CLEANUP_INTERVAL_MS = 600_000;

/** Position in the history up to which events are in the outbox. */
const CURSOR = {
  key: 'webhook-cursor',
  title: 'The cursor of webhooks',
  schema: Type.Object({ source: Type.String(), at: Type.String() }),
  empty: { source: '', at: '' },
} satisfies DocumentKind<Type.TSchema>;

/** Result of one delivery attempt. */
export type DeliveryOutcome = DeliveryStatus & { readonly webhookId: string };

const matchesWebhook = ({ remotes, events, addedAt }: StoredWebhook, { event, remote, time }: ReleaseEvent): boolean =>
  events.some((one) => one === event) && (remotes === undefined || remotes.includes(remote)) && time >= addedAt;

/** Queues a refusal in the outbox; refusals are not in the history. */
export const enqueueRefusal = async (registry: Registry, event: ReleaseEvent, now: Date): Promise<void> => {
  const webhooks = (await readWebhooks(registry)).filter((webhook) => matchesWebhook(webhook, event));
  if (webhooks.length === 0) return;
  const { pending } = await listOutbox(registry);
  for (const { id } of webhooks) {
    if (
      pending.filter(({ webhookId, event: kind }) => webhookId === id && kind === 'refused').length <
      MAX_PENDING_REFUSALS
    )
      await addPending(registry, id, event, now);
  }
};

/**
 * Lists the history entries after the cursor. If the cursor is no longer in the history, lists those that are not
 * older.
 */
const listEntriesAfter = (
  history: readonly HistoryEntry[],
  cursor: { readonly source: string; readonly at: string },
): readonly HistoryEntry[] => {
  const index = history.findLastIndex((entry) => buildSourceId(entry) === cursor.source);
  return index >= 0 ? history.slice(index + 1) : history.filter(({ at }) => at >= cursor.at);
};

/**
 * Delivers events to webhooks. Promotions and rollbacks are taken from the composition's history, which is written
 * together with the change, so no event is lost, whoever made the change, and no change waits for a webhook. Any number
 * of processes may run this at once. Each event is delivered at least once, always with the same id.
 */
export class WebhookDispatcher {
  #dispatchedTag: string | undefined;
  /** Due times of pending deliveries by name; they are not read again before. */
  readonly #dueAt = new Map<string, Date>();
  #cleanedUpAt = new Date(0);

  constructor(
    private readonly registry: Registry,
    private readonly settings: SendSettings,
  ) {}

  /** Queues new events of the history and delivers what is due. */
  async run(now: Date): Promise<DeliveryOutcome[]> {
    // Read before the webhooks, so that a webhook added before a change is notified of it.
    const changed = await this.#readChanged();
    const webhooks = await readWebhooks(this.registry);
    if (changed && webhooks.length > 0) await this.#dispatch(changed.history, webhooks, now);
    this.#dispatchedTag = changed?.tag ?? this.#dispatchedTag;
    return webhooks.length > 0 ? this.#deliver(webhooks, now) : [];
  }

  /** Returns the history if it has changed since this process last dispatched it. */
  async #readChanged(): Promise<{ readonly tag: string; readonly history: readonly HistoryEntry[] } | undefined> {
    const tag = await this.registry.readCompositionTag();
    return tag === this.#dispatchedTag ? undefined : { tag, history: (await this.registry.readComposition()).history };
  }

  async #dispatch(history: readonly HistoryEntry[], webhooks: readonly StoredWebhook[], now: Date): Promise<void> {
    const { value: cursor, tag } = await readDocument(this.registry.storage, CURSOR);
    for (const event of listEntriesAfter(history, cursor).flatMap(toEvents)) {
      for (const webhook of webhooks)
        if (matchesWebhook(webhook, event)) await addPending(this.registry, webhook.id, event, now);
    }
    const last = history.at(-1);
    // The cursor is moved once the outbox has all events: a process killed in between queues them again under the same
    // names. If another process has moved the cursor, it has done the same.
    if (last && buildSourceId(last) !== cursor.source)
      await this.registry.storage.swap(CURSOR.key, JSON.stringify({ source: buildSourceId(last), at: last.at }), tag);
  }

  async #deliver(webhooks: readonly StoredWebhook[], now: Date): Promise<DeliveryOutcome[]> {
    const { pending, done } = await listOutbox(this.registry);
    if (now.getTime() - this.#cleanedUpAt.getTime() > CLEANUP_INTERVAL_MS) {
      this.#cleanedUpAt = now;
      await removeFinished(this.registry, done, now);
    }
    for (const name of this.#dueAt.keys()) if (!pending.some((one) => one.name === name)) this.#dueAt.delete(name);
    const due: ClaimedDelivery[] = [];
    for (const { name } of pending) {
      if ((this.#dueAt.get(name)?.getTime() ?? 0) > now.getTime()) continue;
      const found = await readPending(this.registry, name);
      if (!found) continue;
      const dueAt = new Date(found.delivery.dueAt);
      if (dueAt <= now) due.push(found);
      else this.#dueAt.set(name, dueAt);
    }
    due.sort((a, b) => a.delivery.event.time.localeCompare(b.delivery.event.time));
    const outcomes = await Promise.all(
      webhooks.map((webhook) =>
        this.#deliverTo(
          webhook,
          due.filter(({ delivery }) => delivery.webhookId === webhook.id).slice(0, MAX_DELIVERIES_PER_RUN),
          now,
        ),
      ),
    );
    return outcomes.flat();
  }

  /** Delivers in order of the events, and stops at the first failure. */
  async #deliverTo(webhook: StoredWebhook, due: readonly ClaimedDelivery[], now: Date): Promise<DeliveryOutcome[]> {
    const outcomes: DeliveryOutcome[] = [];
    const start = performance.now();
    for (const waiting of due) {
      const claimed = await claimDelivery(this.registry, waiting, now);
      if (!claimed) continue;
      const outcome = await this.#attempt(webhook, claimed, now);
      outcomes.push(outcome);
      if (outcome.outcome !== 'delivered' || performance.now() - start > LEASE_MS / 2) break;
    }
    return outcomes;
  }

  async #attempt(webhook: StoredWebhook, claimed: ClaimedDelivery, now: Date): Promise<DeliveryOutcome> {
    const { name, delivery } = claimed;
    const { event, attempts } = delivery;
    const detail = await sendEvent(webhook, delivery.messageId, event, this.settings, now);
    const next = detail === undefined ? undefined : computeNextAttempt(delivery, now);
    if (next) await postponeDelivery(this.registry, claimed, next);
    else await finishDelivery(this.registry, name, now);
    const outcome = detail === undefined ? 'delivered' : next ? 'retried' : 'given-up';
    const status: DeliveryStatus = {
      at: now.toISOString(),
      event: event.event,
      remote: event.remote,
      version: event.version,
      outcome,
      attempts,
      ...(detail === undefined ? {} : { detail }),
    };
    await writeStatus(this.registry, webhook.id, status);
    return { ...status, webhookId: webhook.id };
  }
}
