import type { DeliveryRun, StaffSlot } from '@shop/contracts';
import { Ban, CircleCheck, Clock, Truck, type LucideIcon } from 'lucide-react';

/** 1 is Monday. */
export const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] as const;

/** 20 is "8 PM", 0 and 24 are "12 AM". */
export const describeHour = (hour: number): string =>
  `${hour % 12 === 0 ? 12 : hour % 12} ${hour % 24 < 12 ? 'AM' : 'PM'}`;

/** "Mon–Sat", "Mon, Wed". */
const describeDays = (weekdays: readonly number[]): string => {
  const days = [...weekdays].sort((a, b) => a - b);
  const [first = 1, last = 1] = [days[0], days.at(-1)];
  const isRow = days.length > 2 && last - first === days.length - 1;
  return isRow ? `${WEEKDAYS[first - 1]}–${WEEKDAYS[last - 1]}` : days.map((day) => WEEKDAYS[day - 1]).join(', ');
};

/** "Mon–Sat 8 AM–10 AM". */
export const describeRun = ({ weekdays, from, to }: DeliveryRun): string =>
  `${describeDays(weekdays)} ${describeHour(from)}–${describeHour(to)}`;

interface State {
  readonly word: string;
  readonly icon: LucideIcon;
  readonly tone?: 'live' | 'line' | 'wait';
}

export const describeSlotState = ({ closed, late, taken, held, capacity }: StaffSlot): State => {
  if (late) return { word: 'Orders are in', icon: Truck };
  if (closed) return { word: 'Closed', icon: Ban, tone: 'line' };
  return taken + held >= capacity
    ? { word: 'Full', icon: Clock, tone: 'wait' }
    : { word: 'Open', icon: CircleCheck, tone: 'live' };
};

const DAY = new Intl.DateTimeFormat('en-US', { weekday: 'short', month: 'short', day: 'numeric', timeZone: 'UTC' });
const LOCAL = /^(\d{4}-\d\d-\d\d) (\d\d):\d\d$/;

interface LocalTime {
  readonly day: string;
  readonly hour: string;
}

/** Of "2026-11-27 08:00", in the area's time. */
const readLocal = (local: string): LocalTime => {
  const [, day, hour] = LOCAL.exec(local) ?? [];
  if (day === undefined) return { day: local, hour: '' };
  return { day: DAY.format(new Date(`${day}T00:00:00Z`)), hour: describeHour(Number(hour)) };
};

/** "Fri, Nov 27, 8 AM–10 AM". */
export const describeSlot = ({ starts, ends }: Pick<StaffSlot, 'starts' | 'ends'>): string => {
  const { day, hour } = readLocal(starts);
  return `${day}, ${hour}–${readLocal(ends).hour}`;
};

/** "Thu, Nov 26, 8 PM". */
export const describeUntil = (until: string): string => {
  const { day, hour } = readLocal(until);
  return `${day}, ${hour}`;
};

export const getAreaPath = (id: string): string => `/admin/delivery/areas/${encodeURIComponent(id)}`;
