import { useState } from 'react';
import { Button } from '../parts/Button';
import { Dialog } from '../parts/Dialog';
import { areSingleKeysOn, setSingleKeys } from './useKeys';
import { useModLabel } from './useModLabel';
import styles from './KeysDialog.module.css';

type ModLabel = ReturnType<typeof useModLabel>;

const listKeys = (mod: ModLabel): readonly (readonly [keys: string, does: string])[] => [
  [`/ or ${mod('K')}`, 'Go to a place, an order, a customer or a product, or do something'],
  ['G, then D O C P R T A', 'Home, orders, customers, products, reviews, staff, audit log'],
  ['J, K', 'Next and previous row'],
  ['Enter', 'Open the row'],
  ['F', 'Search in the list'],
  ['X', 'Select the row'],
  [`Shift X, ${mod('A')}`, 'Select to here, all on the page'],
  ['P, R', 'Publish or print, reject or refund'],
  ['S', 'Send'],
  ['N', 'New'],
  [mod('S'), 'Save the form'],
  ['Z', 'Undo'],
  ['Esc', 'Close, clear the selection'],
  ['?', 'These keys'],
];

/** All keys, and the switch for single ones. */
export function KeysDialog({ onClose }: { readonly onClose: () => void }) {
  const mod = useModLabel();
  const [areOn, setAreOn] = useState(areSingleKeysOn);
  const toggle = (next: boolean): void => {
    setSingleKeys(next);
    setAreOn(next);
  };
  return (
    <Dialog title="Keys" onClose={onClose} actions={<Button onClick={onClose}>Close</Button>}>
      <dl className={styles.keys}>
        {listKeys(mod).map(([keys, does]) => (
          <div key={keys}>
            <dt>{keys}</dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
      <label className={styles.switch}>
        <input type="checkbox" checked={areOn} onChange={(event) => toggle(event.target.checked)} />
        Single keys. Off, only {mod('K')} works.
      </label>
    </Dialog>
  );
}
