import type { AuditRow } from '@shop/contracts';
import { formatInstant } from '../formatTime';
import { formatLine } from '../csv/csvLine';

const HEADINGS = ['when', 'who', 'way', 'from', 'what', 'subject', 'before', 'after'];

const toText = (fields: AuditRow['before']): string => (fields === null ? '' : JSON.stringify(fields));

/** Writes rows of the audit as CSV, with lines as RFC 4180 has them. */
export const toCsv = (rows: readonly AuditRow[]): string =>
  [
    HEADINGS,
    ...rows.map(({ at, actor, action, subject, before, after }) => [
      formatInstant(at),
      actor.name,
      actor.kind,
      actor.network ?? '',
      action,
      `${subject.kind} ${subject.id}`,
      toText(before),
      toText(after),
    ]),
  ]
    .map(formatLine)
    .join('');
