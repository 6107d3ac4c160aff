import { addOrderNote, type StaffOrder } from '@shop/contracts';
import { NoteForm } from '../../detail/NoteForm';
import { Timeline } from '../../detail/Timeline';
import { Panel } from '../../parts/Panel';
import { useCall } from '../../useApi';
import { describeEvents } from './describeEvents';
import { useMay, type Settle } from './useOrder';

interface TimelinePanelProps {
  readonly order: StaffOrder;
  readonly settle: Settle;
}

/** What has happened, and notes for colleagues. */
export function TimelinePanel({ order, settle }: TimelinePanelProps) {
  const mayWrite = useMay('orders.write');
  const call = useCall();
  const { number } = order.order;
  return (
    <Panel title="Timeline">
      {mayWrite && (
        <NoteForm
          hint="Only staff see it."
          onAdd={async (text) => settle(await call(addOrderNote, { params: { number }, body: { text } }))}
        />
      )}
      <Timeline entries={describeEvents(order)} />
    </Panel>
  );
}
