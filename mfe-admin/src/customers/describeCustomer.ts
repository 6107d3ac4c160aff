import type { AuditRow } from '@shop/contracts';
import { Download, LockOpen, LogOut, UserCheck, UserX, type LucideIcon } from 'lucide-react';
import type { TimelineEntry } from '../detail/Timeline';
import { describeAction } from '../audit/describeAction';

const DAY = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' });

/** "Mar 4, 2025", of an ISO 8601 instant, where the reader is. */
export const formatDay = (instant: string): string => DAY.format(new Date(instant));

export const getCustomerPath = (id: string): string => `/admin/customers/${encodeURIComponent(id)}`;

/** The list of orders with this address. */
export const getOrdersPath = (email: string): string => `/admin/orders?view=all&q=${encodeURIComponent(email)}`;

const EVENTS: Readonly<Record<string, readonly [LucideIcon, string]>> = {
  'customer.unlocked': [LockOpen, 'Unlocked'],
  'customer.session-ended': [LogOut, 'Session ended'],
  'customer.sessions-ended': [LogOut, 'All sessions ended'],
  'customer.exported': [Download, 'Data exported'],
  'customer.erasure-started': [UserX, 'Erasure started'],
  'customer.erasure-postponed': [UserX, 'Erasure postponed'],
  'customer.erasure-stopped': [UserCheck, 'Kept after all'],
};

/** What was written about a customer and done, as the timeline shows it. */
export const describeRow = ({ id, action, actor, at, after }: AuditRow): TimelineEntry => {
  const [icon, text] = EVENTS[action] ?? [];
  const note = after?.['note'];
  return {
    id: String(id),
    icon,
    text: action === 'customer.noted' ? 'Note' : (text ?? describeAction(action)),
    by: actor.name,
    at,
    note: typeof note === 'string' ? note : undefined,
  };
};
