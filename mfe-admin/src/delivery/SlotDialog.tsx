import { changeStaffSlot, MAX_SLOT_ORDERS, type StaffSlot } from '@shop/contracts';
import { useState } from 'react';
import { Button } from '../parts/Button';
import { Dialog } from '../parts/Dialog';
import { Field } from '../parts/Field';
import { readText } from '../parts/readText';
import { useCall } from '../useApi';
import { describeSlot } from './describeDelivery';

interface SlotDialogProps {
  readonly slot: StaffSlot;
  readonly onClose: () => void;
  readonly onSaved: (slots: readonly StaffSlot[]) => void;
}

/** How many orders a slot takes. */
export function SlotDialog({ slot, onClose, onSaved }: SlotDialogProps) {
  const call = useCall();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const save = async (form: FormData): Promise<void> => {
    if (busy) return;
    const typed = readText(form, 'capacity');
    if (!/^\d{1,4}$/.test(typed)) return setError('A whole number of orders.');
    setBusy(true);
    const result = await call(changeStaffSlot, {
      params: { id: String(slot.id) },
      body: { capacity: Math.min(Number(typed), MAX_SLOT_ORDERS) },
    });
    setBusy(false);
    if (result.ok) onSaved(result.value.data);
    else setError(result.failure.fields['capacity'] ?? result.failure.message);
  };
  return (
    <Dialog
      title={describeSlot(slot)}
      onClose={onClose}
      onSubmit={(form) => void save(form)}
      actions={
        <>
          <Button tone="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button tone="primary" type="submit" busy={busy && 'Saving'}>
            Save
          </Button>
        </>
      }
    >
      <Field
        label="Orders at most"
        name="capacity"
        inputMode="numeric"
        autoComplete="off"
        maxLength={4}
        defaultValue={String(slot.capacity)}
        hint={`${slot.taken} have it now.`}
        error={error}
      />
    </Dialog>
  );
}
