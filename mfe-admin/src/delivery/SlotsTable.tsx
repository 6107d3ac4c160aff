import { changeStaffSlot, listStaffSlots, type StaffSlot } from '@shop/contracts';
import { mayDo } from '@shop/contracts/permissions';
import { useAppSelector } from '@shop/shared/state';
import { use, useState } from 'react';
import { Link } from 'react-router-dom';
import { selectMe } from '../adminSlice';
import { ToastContext } from '../frame/Toasts';
import { DataList, type Column } from '../list/DataList';
import { Button } from '../parts/Button';
import { Chip } from '../parts/Chip';
import { Banner, EmptyState, FailedState, LoadingRows } from '../parts/States';
import { useCall, useLoaded } from '../useApi';
import { describeSlot, describeSlotState, describeUntil } from './describeDelivery';
import { SlotDialog } from './SlotDialog';
import styles from './DeliveryPage.module.css';

/** The slots of an area: what is taken, and what can still be. */
export function SlotsTable({ area }: { readonly area: string }) {
  const call = useCall();
  const toast = use(ToastContext);
  const me = useAppSelector(selectMe);
  const [resized, setResized] = useState<StaffSlot>();
  const { value, failure, loading, reload, replace } = useLoaded(listStaffSlots, { params: { id: area } }, area);
  const show = (data: readonly StaffSlot[]): void => replace({ status: true, message: '', data: [...data] });
  const setClosed = async (slot: StaffSlot, closed: boolean): Promise<void> => {
    const result = await call(changeStaffSlot, { params: { id: String(slot.id) }, body: { closed } });
    if (!result.ok) return toast({ text: result.failure.message, isError: true });
    show(result.value.data);
    toast({
      text: `${describeSlot(slot)} is ${closed ? 'closed' : 'open'}.`,
      undo: () => void setClosed(slot, !closed),
    });
  };
  const canSeeOrders = me !== null && me !== undefined && mayDo(me.role, 'orders.read');
  const columns: readonly Column<StaffSlot>[] = [
    { id: 'when', label: 'When', place: 'main', cell: (slot) => <b className={styles.when}>{describeSlot(slot)}</b> },
    { id: 'until', label: 'Order until', place: 'none', cell: ({ order_until: until }) => describeUntil(until) },
    {
      id: 'orders',
      label: 'Orders',
      cell: ({ id, taken, held, capacity }) => {
        const count = `${taken} of ${capacity}`;
        return (
          <span className={styles.count}>
            {canSeeOrders && taken > 0 ? <Link to={`/admin/orders?view=all&slot=${id}`}>{count}</Link> : count}
            <span className={styles.unit}> orders</span>
            {held > 0 && <small> + {held} at the checkout</small>}
          </span>
        );
      },
    },
    {
      id: 'state',
      label: 'State',
      cell: (slot) => {
        const { word, ...chip } = describeSlotState(slot);
        return <Chip {...chip}>{word}</Chip>;
      },
    },
    {
      id: 'act',
      label: 'Change',
      cell: (slot) =>
        slot.late ? (
          '–'
        ) : (
          <span className={styles.acts}>
            <Button
              tone="quiet"
              aria-label={`${slot.closed ? 'Open' : 'Close'} ${describeSlot(slot)}`}
              onClick={() => void setClosed(slot, !slot.closed)}
            >
              {slot.closed ? 'Open' : 'Close'}
            </Button>
            <Button tone="quiet" aria-label={`Capacity of ${describeSlot(slot)}`} onClick={() => setResized(slot)}>
              Capacity
            </Button>
          </span>
        ),
    },
  ];
  const slots = value?.data;
  return (
    <>
      {failure && slots && (
        <Banner>
          <span>{failure.message} What you see is from before.</span>
          <Button onClick={reload}>Try again</Button>
        </Banner>
      )}
      {failure && !slots && <FailedState failure={failure} onRetry={reload} />}
      {!slots && loading && <LoadingRows />}
      {slots?.length === 0 && <EmptyState title="No slots" text="No van goes there in the next two weeks." />}
      {slots && slots.length > 0 && (
        <DataList label="Delivery slots" rows={slots} columns={columns} getId={({ id }) => String(id)} />
      )}
      {resized && (
        <SlotDialog
          slot={resized}
          onClose={() => setResized(undefined)}
          onSaved={(data) => {
            setResized(undefined);
            show(data);
            toast({ text: `${describeSlot(resized)} is saved.` });
          }}
        />
      )}
    </>
  );
}
