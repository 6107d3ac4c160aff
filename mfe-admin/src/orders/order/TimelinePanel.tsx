import { addOrderNote, type StaffOrder } from '@shop/contracts';
import { useState } from 'react';
import { Timeline } from '../../detail/Timeline';
import { Button } from '../../parts/Button';
import { Field } from '../../parts/Field';
import { Panel } from '../../parts/Panel';
import { useCall } from '../../useApi';
import { describeEvents } from './describeEvents';
import { useMay, type Settle } from './useOrder';
import styles from './panels.module.css';

interface TimelinePanelProps {
  readonly order: StaffOrder;
  readonly settle: Settle;
}

/** What has happened, and notes for colleagues. */
export function TimelinePanel({ order, settle }: TimelinePanelProps) {
  const mayWrite = useMay('orders.write');
  return (
    <Panel title="Timeline">
      {mayWrite && <NoteForm number={order.order.number} settle={settle} />}
      <Timeline entries={describeEvents(order)} />
    </Panel>
  );
}

function NoteForm({ number, settle }: { readonly number: string; readonly settle: Settle }) {
  const [text, setText] = useState('');
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);
  const call = useCall();
  const add = async (): Promise<void> => {
    if (busy) return;
    if (text.trim() === '') return setError('Write a note first.');
    setBusy(true);
    const failure = settle(await call(addOrderNote, { params: { number }, body: { text: text.trim() } }));
    setBusy(false);
    setError(failure?.fields['text'] ?? failure?.message);
    if (!failure) setText('');
  };
  return (
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
        hint="Only staff see it."
        onChange={(event) => setText(event.target.value)}
      />
      <Button type="submit" busy={busy && 'Saving'}>
        Add note
      </Button>
    </form>
  );
}
