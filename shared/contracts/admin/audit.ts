import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox';
import { defineEndpoint, Nullable } from '../endpoint';
import { typedText } from '../fields';

export const ActorKind = Type.Union([
  Type.Literal('staff'),
  Type.Literal('operator'),
  Type.Literal('job'),
  Type.Literal('provider'),
  Type.Literal('shopper'),
]);
export type ActorKind = Static<typeof ActorKind>;

const Fields = Type.Record(Type.String(), Type.Unknown());

export const AuditRow = Type.Object({
  id: Type.Integer(),
  at: Type.String(),
  actor: Type.Object({
    kind: ActorKind,
    id: Nullable(Type.String()),
    name: Type.String(),
    /** IP address of staff. */
    network: Nullable(Type.String()),
  }),
  /** Its subject's kind and a participle: "order.shipped". */
  action: Type.String(),
  subject: Type.Object({ kind: Type.String(), id: Type.String() }),
  before: Nullable(Fields),
  after: Nullable(Fields),
});
export type AuditRow = Static<typeof AuditRow>;

const Filter = Type.Optional(Type.String({ maxLength: 128 }));

/** Who did what, newest first. */
export const listAudit = defineEndpoint({
  method: 'GET',
  path: '/admin/audit',
  access: { staff: 'audit.read' },
  query: Type.Object({
    /** Kind of the actor, id of the actor, kind of the subject, the subject itself. */
    by: Filter,
    actor: Filter,
    kind: Filter,
    subject: Type.Optional(Type.String({ ...typedText, maxLength: 128 })),
    /** ISO 8601 dates; both days count. */
    from: Filter,
    to: Filter,
    /** Of the page before. */
    cursor: Filter,
  }),
  response: Type.Object({
    status: Type.Literal(true),
    message: Type.String(),
    data: Type.Object({ items: Type.Array(AuditRow), next: Nullable(Type.String()) }),
  }),
  failureMessage: 'Failed to fetch the audit',
});
