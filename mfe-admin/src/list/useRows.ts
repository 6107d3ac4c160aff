import { useCallback, useEffect, useState } from 'react';
import { useKeys } from '../frame/useKeys';

interface RowsOptions {
  readonly ids: readonly string[];
  /** Opens a row: Enter, or a click. */
  readonly onOpen?: (id: string) => void;
  /** Whether rows can be selected: those of this page, or also of others of the list, as many as this. */
  readonly selects?: 'page' | number;
}

export interface Rows {
  /** The row of the keyboard. */
  readonly cursor: string | undefined;
  readonly selected: ReadonlySet<string>;
  readonly toggle: (id: string) => void;
  readonly toggleAll: () => void;
  readonly select: (ids: Iterable<string>) => void;
  readonly clear: () => void;
}

/**
 * Cursor and selection of a list: J and K move, X selects, Shift X selects from the last selected row to here, ⌘A all,
 * Enter opens, Escape clears. Rows that are gone leave the cursor, and the selection of a page.
 */
export const useRows = ({ ids, onOpen, selects }: RowsOptions): Rows => {
  const [place, setPlace] = useState<string>();
  const [last, setLast] = useState<string>();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const max = typeof selects === 'number' ? selects : ids.length;
  const selected = typeof selects === 'number' ? chosen : new Set(ids.filter((id) => chosen.has(id)));
  const cursor = place !== undefined && ids.includes(place) ? place : undefined;

  const move = (step: 1 | -1): void => {
    const index = cursor === undefined ? (step === 1 ? -1 : ids.length) : ids.indexOf(cursor);
    setPlace(ids[Math.min(ids.length - 1, Math.max(0, index + step))]);
  };
  const add = (more: readonly string[]): void => setChosen(new Set([...selected, ...more].slice(0, max)));
  const toggle = (id: string): void => {
    setLast(id);
    if (selected.has(id)) setChosen(new Set([...selected].filter((one) => one !== id)));
    else add([id]);
  };
  const selectTo = (id: string): void => {
    const [from = 0, to = 0] = [ids.indexOf(last ?? id), ids.indexOf(id)].sort((a, b) => a - b);
    add(ids.slice(Math.max(0, from), to + 1));
  };
  const isAll = ids.length > 0 && ids.every((id) => selected.has(id));
  const toggleAll = (): void => {
    if (isAll) setChosen(new Set([...selected].filter((id) => !ids.includes(id))));
    else add(ids);
  };
  const select = useCallback((next: Iterable<string>): void => setChosen(new Set(next)), []);
  const clear = useCallback((): void => setChosen(new Set()), []);
  const isSelecting = selects !== undefined;
  useKeys({
    j: () => move(1),
    k: () => move(-1),
    x: cursor === undefined || !isSelecting ? undefined : () => toggle(cursor),
    'shift+x': cursor === undefined || !isSelecting ? undefined : () => selectTo(cursor),
    'mod+a': isSelecting && ids.length > 0 ? toggleAll : undefined,
    enter: cursor === undefined || !onOpen ? undefined : () => onOpen(cursor),
    escape: selected.size > 0 ? clear : undefined,
  });
  useEffect(() => {
    if (cursor !== undefined)
      document.querySelector(`[data-row="${CSS.escape(cursor)}"]`)?.scrollIntoView({ block: 'nearest' });
  }, [cursor]);
  return { cursor, selected, toggle, toggleAll, select, clear };
};
