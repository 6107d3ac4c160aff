import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../parts/Button';
import type { Rows } from './useRows';
import styles from './BulkBar.module.css';

interface BulkBarProps {
  readonly list: Rows;
  /** Of this page. */
  readonly ids: readonly string[];
  /** What can be done with the selected rows. */
  readonly children: ReactNode;
}

/** What floats at the bottom once a row is selected. */
export function BulkBar({ list, ids, children }: BulkBarProps) {
  const { selected } = list;
  const shown = ids.filter((id) => selected.has(id)).length;
  const others = selected.size - shown;
  return (
    <FloatingBar label="Selection">
      <b>
        {selected.size} selected{others > 0 && `, ${others} not on this page`}
      </b>
      {shown < ids.length && (
        <Button tone="quiet" onClick={list.toggleAll}>
          Select all {ids.length}
        </Button>
      )}
      {children}
      <Button tone="quiet" onClick={list.clear} aria-label="Clear the selection">
        <X aria-hidden />
      </Button>
    </FloatingBar>
  );
}

/** The same place, for what takes a while. */
export function FloatingBar({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div className={styles.bar} data-bar role="region" aria-label={label}>
      {children}
    </div>
  );
}
