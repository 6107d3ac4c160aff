import type { ImportRow, ImportState } from '@shop/contracts';
import { Check, CircleAlert, CircleX, Loader, Undo2, type LucideIcon } from 'lucide-react';

interface StateWords {
  readonly word: string;
  readonly icon: LucideIcon;
  readonly tone?: 'wait' | 'move' | 'bad' | 'live' | 'line';
}

export const STATES: Readonly<Record<ImportState, StateWords>> = {
  waiting: { word: 'Waiting', icon: Loader, tone: 'move' },
  planning: { word: 'Being read', icon: Loader, tone: 'move' },
  planned: { word: 'To import', icon: CircleAlert, tone: 'wait' },
  refused: { word: 'Has errors', icon: CircleX, tone: 'bad' },
  applying: { word: 'Being imported', icon: Loader, tone: 'move' },
  applied: { word: 'Imported', icon: Check, tone: 'live' },
  undoing: { word: 'Being undone', icon: Loader, tone: 'move' },
  undone: { word: 'Undone', icon: Undo2, tone: 'line' },
  failed: { word: 'Failed', icon: CircleX, tone: 'bad' },
};

const NUMBER = new Intl.NumberFormat('en-US');
export const formatNumber = (number: number): string => NUMBER.format(number);

/** "1 product", "1,200 products". */
export const count = (number: number, what: string): string =>
  `${formatNumber(number)} ${what}${number === 1 ? '' : 's'}`;

/** "30 new, 20 changed, 4 as they are". */
export const describeTotals = ({ created, changed, unchanged }: ImportRow['totals']): string =>
  `${formatNumber(created)} new, ${formatNumber(changed)} changed, ${formatNumber(unchanged)} as they are`;

/** "original_price" is "Original price"; headings of other shops stay as they are. */
export const nameColumn = (column: string): string =>
  /^[a-z_]+$/.test(column) ? column.charAt(0).toUpperCase() + column.slice(1).replaceAll('_', ' ') : column;
