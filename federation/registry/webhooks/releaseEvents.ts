import * as Type from '@sinclair/typebox';
import type { Static } from '@sinclair/typebox';
import type { HistoryEntry } from '../compositionFile';

/** Events a webhook can subscribe to. */
export const WEBHOOK_EVENTS = ['live', 'canary', 'rolled-back', 'refused'] as const;
export const WebhookEvent = Type.Union(WEBHOOK_EVENTS.map((event) => Type.Literal(event)));
export type WebhookEvent = Static<typeof WebhookEvent>;

/** An event of one release, as sent to webhooks. */
export const ReleaseEvent = Type.Object({
  /** Identifies the cause: the same change has the same source, whichever host finds it. */
  source: Type.String(),
  event: Type.Union([WebhookEvent, Type.Literal('test')]),
  time: Type.String(),
  remote: Type.String(),
  /** The version concerned: live, canary, rolled back or refused. */
  version: Type.Union([Type.String(), Type.Null()]),
  /** For "rolled-back": the version visitors get instead. */
  to: Type.Optional(Type.String()),
  /** For "canary": percentage of visitors. */
  weight: Type.Optional(Type.Number()),
  by: Type.String(),
  reason: Type.Optional(Type.String()),
});
export type ReleaseEvent = Static<typeof ReleaseEvent>;

/** Entries written by older hosts have no id. */
export const buildSourceId = ({ id, at, by, action }: HistoryEntry): string => id ?? `${at} ${by} ${action}`;

/**
 * Converts a change of the composition to one event per remote, so that teams are notified of their own remotes only.
 */
export const toEvents = (entry: HistoryEntry): ReleaseEvent[] =>
  entry.changes.map(({ remote, channel, from, to, weight }) => {
    const common = {
      source: `${buildSourceId(entry)} ${remote} ${channel}`,
      time: entry.at,
      remote,
      by: entry.by,
      ...(entry.reason === undefined ? {} : { reason: entry.reason }),
    };
    if (entry.action === 'rollback' || entry.action === 'end-canary')
      return { ...common, event: 'rolled-back', version: from, ...(to === null ? {} : { to }) };
    if (channel === 'canary')
      return { ...common, event: 'canary', version: to, ...(weight === undefined ? {} : { weight }) };
    return { ...common, event: 'live', version: to };
  });
