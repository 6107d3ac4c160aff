import { addCustomerNote, type StaffCustomer } from '@shop/contracts';
import { useState } from 'react';
import { Timeline } from '../detail/Timeline';
import { useMay } from '../orders/order/useOrder';
import { Button } from '../parts/Button';
import { Field } from '../parts/Field';
import { Panel } from '../parts/Panel';
import { useCall } from '../useApi';
import { describeRow } from './describeCustomer';
import type { Settle } from './useCustomer';
import styles from './CustomerPage.module.css';

interface NotesPanelProps {
  readonly customer: StaffCustomer;
  readonly settle: Settle;
}

/** What colleagues have written about a customer, and done. */
export function NotesPanel({ customer: { id, timeline }, settle }: NotesPanelProps) {
  const mayWrite = useMay('customers.write');
  const [text, setText] = useState('');
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);
  const call = useCall();
  const add = async (): Promise<void> => {
    if (busy) return;
    if (text.trim() === '') return setError('Write a note first.');
    setBusy(true);
    const failure = settle(await call(addCustomerNote, { params: { id }, body: { text: text.trim() } }));
    setBusy(false);
    setError(failure?.fields['text'] ?? failure?.message);
    if (!failure) setText('');
  };
  return (
    <Panel title="Notes">
      {mayWrite && (
        <form
          method="post"
          className={styles.note}
          onSubmit={(event) => {
            event.preventDefault();
            void add();
          }}
        >
          <Field
            label="Note"
            name="note"
            maxLength={500}
            autoComplete="off"
            value={text}
            error={error}
            hint="Only staff see it, and it is part of the customer’s export."
            onChange={(event) => setText(event.target.value)}
          />
          <Button type="submit" busy={busy && 'Saving'}>
            Add note
          </Button>
        </form>
      )}
      {timeline.length === 0 ? (
        <p className={styles.muted}>Nobody has written anything.</p>
      ) : (
        <Timeline entries={timeline.map(describeRow)} />
      )}
    </Panel>
  );
}
