import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox';
import { Closed, defineEndpoint, Nullable } from '../endpoint';
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

/** What the list and its export are filtered by. */
const filters = {
  /** Kind of the actor, id of the actor, kind of the subject, the subject itself. */
  by: Filter,
  actor: Filter,
  kind: Filter,
  subject: Type.Optional(Type.String({ ...typedText, maxLength: 128 })),
  /** ISO 8601 dates; both days count. */
  from: Filter,
  to: Filter,
};

/** Who did what, newest first. */
export const listAudit = defineEndpoint({
  method: 'GET',
  path: '/admin/audit',
  access: { staff: 'audit.read' },
  query: Type.Object({
    ...filters,
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

/** The newest rows, at most ten thousand, as CSV. Like all exports it asks for a confirmation, and is in the audit. */
export const exportAudit = defineEndpoint({
  method: 'POST',
  path: '/admin/audit/export',
  access: { staff: 'audit.read' },
  body: Closed(filters),
  response: Type.Object({
    status: Type.Literal(true),
    message: Type.String(),
    csv: Type.String(),
    rows: Type.Integer(),
    /** False if there are more rows than an export has. */
    complete: Type.Boolean(),
  }),
  failureMessage: 'The audit could not be exported.',
});
