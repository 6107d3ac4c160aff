import { exportStaffOrders } from '@shop/contracts';
import { saveFile } from '@shop/shared/api-client/saveFile';
import { use, useState } from 'react';
import { ToastContext } from '../../frame/Toasts';
import { Button } from '../../parts/Button';
import { Dialog } from '../../parts/Dialog';
import { Field } from '../../parts/Field';
import { readText } from '../../parts/readText';
import { useCall } from '../../useApi';
import { countOrders } from './useSending';

interface ExportDialogProps {
  /** Days that the list is filtered by; '' for none. */
  readonly from: string;
  readonly to: string;
  readonly onClose: () => void;
}

/** Asks for which days, and saves their orders as a file. */
export function ExportDialog({ from, to, onClose }: ExportDialogProps) {
  const call = useCall();
  const toast = use(ToastContext);
  const [busy, setBusy] = useState(false);
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const submit = async (form: FormData): Promise<void> => {
    const days = { from: readText(form, 'from'), to: readText(form, 'to') };
    if (days.from !== '' && days.to !== '' && days.to < days.from)
      return setErrors({ to: 'Choose the first day or a later one.' });
    setErrors({});
    setBusy(true);
    const result = await call(exportStaffOrders, { body: days });
    setBusy(false);
    if (!result.ok) {
      const { fields, message } = result.failure;
      if ('from' in fields || 'to' in fields) setErrors(fields);
      else toast({ text: message, isError: true });
      return;
    }
    const { csv, orders, complete } = result.value;
    onClose();
    if (orders === 0) return toast({ text: 'No orders were placed on these days.' });
    saveFile('orders.csv', csv);
    toast({ text: complete ? `${countOrders(orders)} exported.` : `The first ${orders} orders exported.` });
  };
  return (
    <Dialog
      title="Export orders"
      onClose={onClose}
      onSubmit={(form) => void submit(form)}
      actions={
        <>
          <Button tone="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button tone="primary" type="submit" busy={busy && 'Exporting'}>
            Export CSV
          </Button>
        </>
      }
    >
      <p>A row for each line of an order. It asks for your passkey, and the audit log has it.</p>
      <Field label="First day" name="from" type="date" defaultValue={from} error={errors['from']} />
      <Field label="Last day" name="to" type="date" defaultValue={to} error={errors['to']} />
    </Dialog>
  );
}
