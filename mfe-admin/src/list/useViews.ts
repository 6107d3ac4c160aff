import { useAppSelector } from '@shop/shared/state';
import { useState } from 'react';
import { selectMe } from '../adminSlice';

/** A list as somebody saved it: its filters, as in the address, and its columns. */
export interface View {
  readonly name: string;
  readonly search: string;
  readonly columns: readonly string[] | null;
}

const isView = (value: unknown): value is View =>
  typeof value === 'object' &&
  value !== null &&
  'name' in value &&
  typeof value.name === 'string' &&
  'search' in value &&
  typeof value.search === 'string';

const read = (key: string): View[] => {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isView) : [];
  } catch {
    return [];
  }
};

/** Views that this person saved in this browser. */
export const useViews = (list: string) => {
  const me = useAppSelector(selectMe);
  const key = `admin-views:${list}:${me?.id ?? ''}`;
  const [views, setViews] = useState(() => read(key));
  const store = (next: readonly View[]): void => {
    localStorage.setItem(key, JSON.stringify(next));
    setViews([...next]);
  };
  return {
    views,
    save: (view: View) => store([...views.filter(({ name }) => name !== view.name), view]),
    remove: (removed: View) => store(views.filter(({ name }) => name !== removed.name)),
  };
};
