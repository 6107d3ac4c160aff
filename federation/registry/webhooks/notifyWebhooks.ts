import crypto from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { recordDeliveries, type Delivery, type HistoryEntry } from '../compositionFile';
import type { Registry } from '../Registry';
import { sendEvent, type ReleaseEvent, type SendSettings } from './sendEvent';
import { readWebhooks, type StoredWebhook } from './webhooks';

/** Pauses before the second and the third attempt. */
const RETRY_DELAYS_MS = [1_000, 10_000];

/** Returns one event per remote, so that teams are notified of their own remotes only. */
const toEvents = ({ at: time, by, action, reason, changes }: HistoryEntry): ReleaseEvent[] =>
  changes.flatMap(({ remote, channel, from, to }): ReleaseEvent[] => {
    const common = { time, remote, by, ...(reason === undefined ? {} : { reason }) };
    if (action === 'rollback' || action === 'end-canary')
      return [{ ...common, event: 'rolled-back', version: from, ...(to === null ? {} : { to }) }];
    if (action === 'retire') return channel === 'live' ? [{ ...common, event: 'retired', version: from }] : [];
    return channel === 'live' ? [{ ...common, event: 'live', version: to }] : [];
  });

interface NotifySettings extends SendSettings {
  readonly onDelivery?: (delivery: Delivery) => void;
  readonly pause?: (ms: number, options: { readonly signal: AbortSignal }) => Promise<void>;
}

/**
 * Sends what this process does to releases to webhooks. No change waits for it. The history has the outcome, and the
 * audit that of refusals. `finish` waits until everything was sent or has failed; `stop` lets the process end earlier.
 */
export const notifyWebhooks = (registry: Registry, settings: NotifySettings) => {
  const { onDelivery, pause = (ms, options) => wait(ms, undefined, options) } = settings;
  const pending = new Set<Promise<void>>();
  const stopping = new AbortController();
  const { signal } = stopping;

  const send = async (webhook: StoredWebhook, event: ReleaseEvent): Promise<Delivery> => {
    const id = `msg_${crypto.randomUUID()}`; // the same for every attempt, so that receivers can ignore duplicates
    let detail = await sendEvent(webhook, id, event, settings);
    for (const ms of RETRY_DELAYS_MS) {
      if (detail !== undefined) await pause(ms, { signal }).catch(() => undefined); // aborted
      if (detail === undefined || signal.aborted) break;
      detail = await sendEvent(webhook, id, event, settings);
    }
    const about = { webhook: webhook.id, event: event.event, remote: event.remote };
    const delivery: Delivery =
      detail === undefined ? { ...about, outcome: 'sent' } : { ...about, outcome: 'failed', detail };
    onDelivery?.(delivery);
    return delivery;
  };
  const notify = async (events: readonly ReleaseEvent[], record: (deliveries: Delivery[]) => Promise<unknown>) => {
    const webhooks = events.length > 0 ? await readWebhooks(registry) : [];
    const sent = events.flatMap((event) =>
      webhooks.filter(({ remotes }) => remotes?.includes(event.remote) ?? true).map((webhook) => send(webhook, event)),
    );
    if (sent.length > 0) await record(await Promise.all(sent));
  };
  const start = (work: Promise<void>): void => {
    const running = work.catch(() => undefined).finally(() => pending.delete(running)); // the change stays
    pending.add(running);
  };

  registry.events.on('change', (entry) =>
    start(notify(toEvents(entry), (sent) => registry.change((file) => recordDeliveries(file, entry, sent)))),
  );
  registry.events.on('refusal', ({ set, at, by, reason }) => {
    const event = { event: 'refused', time: at.toISOString(), by, reason } as const;
    const events = Object.entries(set).map(([remote, version]) => ({ ...event, remote, version }));
    start(notify(events, (details) => registry.audit({ at, by, action: 'webhook', outcome: 'done', details })));
  });
  return { finish: () => Promise.all(pending), stop: () => stopping.abort() };
};
