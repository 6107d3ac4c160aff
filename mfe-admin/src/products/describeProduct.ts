import type { StaffProductRow } from '@shop/contracts';
import { Archive, CircleCheck, CircleX, PenLine, type LucideIcon } from 'lucide-react';

interface State {
  readonly word: string;
  readonly icon: LucideIcon;
  readonly tone?: 'live' | 'bad' | 'line';
}

/** What is published and cannot be bought is worse than what is not published. */
export const describeState = ({
  status,
  stock,
}: { readonly status: string } & Pick<StaffProductRow, 'stock'>): State => {
  if (status === 'draft') return { word: 'Draft', icon: PenLine, tone: 'line' };
  if (status === 'archived') return { word: 'Archived', icon: Archive };
  return stock === 0
    ? { word: 'Out of stock', icon: CircleX, tone: 'bad' }
    : { word: 'Published', icon: CircleCheck, tone: 'live' };
};

export const getProductPath = (id: string): string => `/admin/products/${encodeURIComponent(id)}`;
