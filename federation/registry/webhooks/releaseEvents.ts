import * as Type from '@sinclair/typebox';
import type { Static } from '@sinclair/typebox';
import type { HistoryEntry } from '../compositionFile';

/** What a webhook may be told of. */
export const WEBHOOK_EVENTS = ['live', 'canary', 'rolled-back', 'refused'] as const;
export const WebhookEvent = Type.Union(WEBHOOK_EVENTS.map((event) => Type.Literal(event)));
export type WebhookEvent = Static<typeof WebhookEvent>;

/** What happened to one release, as a webhook tells it. */
export const ReleaseEvent = Type.Object({
  /** What it follows from: the same thing has the same source, whoever finds it. */
  source: Type.String(),
  event: Type.Union([WebhookEvent, Type.Literal('test')]),
  time: Type.String(),
  remote: Type.String(),
  /** What it is about: what is live, what is a canary, what was taken back, what was refused. */
  version: Type.Union([Type.String(), Type.Null()]),
  /** Of "rolled-back": what visitors get instead. */
  to: Type.Optional(Type.String()),
  /** Of "canary": percent of the visitors. */
  weight: Type.Optional(Type.Number()),
  by: Type.String(),
  reason: Type.Optional(Type.String()),
});
export type ReleaseEvent = Static<typeof ReleaseEvent>;

/** Entries of hosts of before have no id. */
export const buildSourceId = ({ id, at, by, action }: HistoryEntry): string => id ?? `${at} ${by} ${action}`;

/** What a change of the composition tells, one event for each remote: a team is told of its own only. */
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
