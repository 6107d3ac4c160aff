import type { AuditRow, ProductField, StaffProduct } from '@shop/contracts';
import { formatMoney } from '@shop/shared/format';
import { Boxes, Copy, PenLine, Sparkles } from 'lucide-react';
import { describeAction } from '../../audit/describeAction';
import type { TimelineEntry } from '../../detail/Timeline';
import { LABELS } from './checkField';
import { STATUSES } from './SidePanels';
import { REASONS } from './StockPanel';

const readText = (fields: AuditRow['after'], name: string): string => {
  const value = fields?.[name];
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
};

const describeChange = ({ before, after }: AuditRow): string => {
  const names = Object.keys(after ?? {});
  const status = STATUSES.find(({ value }) => value === readText(after, 'status'));
  if (status && names.length === 1) return `Now ${status.label.toLowerCase()}`;
  // Of the list, where prices are cents.
  const [was, is] = [before, after].map((fields) => Number(readText(fields, 'price_cents')) / 100);
  if (was !== undefined && is !== undefined && is > 0) return `Price ${formatMoney(was)} → ${formatMoney(is)}`;
  return `Changed: ${names.map((name) => LABELS[name as ProductField] ?? name).join(', ')}`;
};

const describeRow = (row: AuditRow): TimelineEntry => {
  const { id, action, actor, at, before, after } = row;
  const entry = { id: String(id), by: actor.name, at };
  switch (action) {
    case 'products.changed':
      return { ...entry, icon: PenLine, text: describeChange(row) };
    case 'products.created':
      return readText(after, 'from') === ''
        ? { ...entry, icon: Sparkles, text: 'Draft created' }
        : { ...entry, icon: Copy, text: `Duplicated from ${readText(after, 'from')}` };
    case 'products.stock-changed':
      return {
        ...entry,
        icon: Boxes,
        text: `Stock ${readText(before, 'stock')} → ${readText(after, 'stock')}: ${(REASONS[readText(after, 'reason')] ?? '').toLowerCase()}`,
        note: readText(after, 'note') || undefined,
      };
    default:
      return { ...entry, text: describeAction(action) };
  }
};

/** What staff have done with a product, newest first. */
export const describeTimeline = ({ timeline }: StaffProduct): TimelineEntry[] => timeline.map(describeRow);
