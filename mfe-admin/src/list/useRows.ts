import { useEffect, useState } from 'react';
import { useKeys } from '../frame/useKeys';

interface RowsOptions {
  readonly ids: readonly string[];
  /** Opens a row: Enter, or a click. */
  readonly onOpen?: (id: string) => void;
}

interface Rows {
  /** The row of the keyboard. */
  readonly cursor: string | undefined;
  readonly selected: ReadonlySet<string>;
  readonly toggle: (id: string) => void;
  readonly toggleAll: () => void;
  readonly clear: () => void;
}

/**
 * Cursor and selection of a list: J and K move, X selects, Enter opens, Escape clears. Rows that are gone leave both.
 */
export const useRows = ({ ids, onOpen }: RowsOptions): Rows => {
  const [place, setPlace] = useState<string>();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const selected = new Set(ids.filter((id) => chosen.has(id)));
  const cursor = place !== undefined && ids.includes(place) ? place : undefined;

  const move = (step: 1 | -1): void => {
    const index = cursor === undefined ? (step === 1 ? -1 : ids.length) : ids.indexOf(cursor);
    setPlace(ids[Math.min(ids.length - 1, Math.max(0, index + step))]);
  };
  const toggle = (id: string): void => {
    const next = new Set(selected);
    if (!next.delete(id)) next.add(id);
    setChosen(next);
  };
  const clear = (): void => setChosen(new Set());
  const isAll = ids.length > 0 && selected.size === ids.length;
  useKeys({
    j: () => move(1),
    k: () => move(-1),
    x: cursor === undefined ? undefined : () => toggle(cursor),
    enter: cursor === undefined || !onOpen ? undefined : () => onOpen(cursor),
    escape: selected.size > 0 ? clear : undefined,
  });
  useEffect(() => {
    if (cursor !== undefined)
      document.querySelector(`[data-row="${CSS.escape(cursor)}"]`)?.scrollIntoView({ block: 'nearest' });
  }, [cursor]);
  return { cursor, selected, toggle, toggleAll: () => setChosen(isAll ? new Set() : new Set(ids)), clear };
};
