import crypto from 'node:crypto';
import type { Caller } from '../access/Caller';
import type { Registry } from '../Registry';
import { sendEvent, type SendSettings } from './sendEvent';
import { findWebhook } from './webhooks';

/** Sends a test event once, immediately. Returns what went wrong, or undefined if the receiver accepted it. */
export const testWebhook = async (
  registry: Registry,
  id: string,
  caller: Caller,
  settings: SendSettings,
  now: Date,
): Promise<string | undefined> => {
  const webhook = await findWebhook(registry, id, caller);
  const event = {
    source: 'test',
    event: 'test',
    time: now.toISOString(),
    remote: webhook.remotes?.[0] ?? 'every remote',
    version: null,
    by: caller.name,
  } as const;
  return sendEvent(webhook, `msg_${crypto.randomUUID().replaceAll('-', '')}`, event, settings, now);
};
