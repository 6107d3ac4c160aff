import { addCustomerNote, type StaffCustomer } from '@shop/contracts';
import { NoteForm } from '../detail/NoteForm';
import { Timeline } from '../detail/Timeline';
import { useMay } from '../orders/order/useOrder';
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
  const call = useCall();
  return (
    <Panel title="Notes">
      {mayWrite && (
        <NoteForm
          hint="Only staff see it, and it is part of the customer’s export."
          onAdd={async (text) => settle(await call(addCustomerNote, { params: { id }, body: { text } }))}
        />
      )}
      {timeline.length === 0 ? (
        <p className={styles.muted}>Nobody has written anything.</p>
      ) : (
        <Timeline entries={timeline.map(describeRow)} />
      )}
    </Panel>
  );
}
