import {
  exportStaffCustomer,
  startStaffErasure,
  stopStaffErasure,
  type DataFormat,
  type StaffCustomer,
} from '@shop/contracts';
import { saveFile } from '@shop/shared/api-client/saveFile';
import { Download, FileLock2, Trash2, TriangleAlert, UserCheck, UserX } from 'lucide-react';
import { use, useState } from 'react';
import { ToastContext } from '../frame/Toasts';
import { useMay } from '../orders/order/useOrder';
import { Button } from '../parts/Button';
import { Dialog } from '../parts/Dialog';
import { formatInstant, formatWhen } from '../parts/formatWhen';
import { Panel } from '../parts/Panel';
import { useCall } from '../useApi';
import { formatDay } from './describeCustomer';
import type { Settle } from './useCustomer';
import styles from './CustomerPage.module.css';

const FORMATS: readonly { readonly format: DataFormat; readonly label: string; readonly type: string }[] = [
  { format: 'html', label: 'Export as a page', type: 'text/html' },
  { format: 'json', label: 'Export as JSON', type: 'application/json' },
];

interface PrivacyPanelProps {
  readonly customer: StaffCustomer;
  readonly settle: Settle;
}

/** What the law gives a person: all that is stored about them, and an end to it. */
export function PrivacyPanel({ customer, settle }: PrivacyPanelProps) {
  const { id, erasure, erasure_by: by } = customer;
  const mayWrite = useMay('customers.write');
  const [busy, setBusy] = useState<DataFormat | 'stop'>();
  const [isOpen, setIsOpen] = useState(false);
  const call = useCall();
  const toast = use(ToastContext);
  if (!mayWrite) return null;
  const tell = (text: string): void => toast({ text, isError: true });
  const exportAs = async (format: DataFormat, type: string): Promise<void> => {
    setBusy(format);
    const result = await call(exportStaffCustomer, { params: { id }, body: { format } });
    setBusy(undefined);
    if (!result.ok) return tell(result.failure.message);
    saveFile(result.value.name, result.value.content, type);
  };
  const keep = async (): Promise<void> => {
    setBusy('stop');
    const failure = settle(await call(stopStaffErasure, { params: { id } }));
    setBusy(undefined);
    if (failure) tell(failure.message);
  };
  return (
    <Panel title="Privacy">
      <div className={styles.privacy}>
        <h3>Export everything about this person</h3>
        <p className={styles.muted}>
          Account, orders, addresses, notes, reviews, mails and sign-ins, in one file. It asks for your passkey.
        </p>
        {FORMATS.map(({ format, label, type }) => (
          <Button
            key={format}
            block
            icon={Download}
            busy={busy === format && 'Exporting'}
            onClick={() => void exportAs(format, type)}
          >
            {label}
          </Button>
        ))}
        <hr />
        <h3>Erase this person</h3>
        {erasure.due_at === null ? (
          <p className={styles.muted}>In a week. Until then, you and the customer can stop it.</p>
        ) : (
          <p>
            Is erased{' '}
            <time dateTime={erasure.due_at} title={formatInstant(erasure.due_at)}>
              {formatWhen(erasure.due_at)}
            </time>
            , as {by === 'Customer' ? 'the customer' : by} asked for.
          </p>
        )}
        <ul className={styles.checks}>
          <li>
            <Trash2 aria-hidden />
            <span>
              <b>Erased:</b> name, e-mail, phone, addresses, notes, messages, mails, sessions, cart and wishlist
            </span>
          </li>
          <li>
            <FileLock2 aria-hidden />
            <span>
              <b>Kept without the person:</b> orders with their products, amounts, country and state, as the law asks;
              published reviews
            </span>
          </li>
          {erasure.obstacle !== null && (
            <li data-wait>
              <TriangleAlert aria-hidden />
              <span>{erasure.obstacle}</span>
            </li>
          )}
        </ul>
        {erasure.due_at === null ? (
          erasure.obstacle === null && (
            <Button block tone="danger" icon={UserX} onClick={() => setIsOpen(true)}>
              Erase person
            </Button>
          )
        ) : (
          <Button block icon={UserCheck} busy={busy === 'stop' && 'Keeping'} onClick={() => void keep()}>
            Keep person
          </Button>
        )}
      </div>
      {isOpen && <EraseDialog customer={customer} settle={settle} onClose={() => setIsOpen(false)} />}
    </Panel>
  );
}

function EraseDialog({ customer, settle, onClose }: PrivacyPanelProps & { readonly onClose: () => void }) {
  const { id, name, email } = customer;
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);
  const call = useCall();
  const erase = async (): Promise<void> => {
    setBusy(true);
    setError(undefined);
    const result = await call(startStaffErasure, { params: { id } });
    const due = result.ok ? result.value.data.erasure.due_at : null;
    const failure = settle(result, due === null ? undefined : `Is erased on ${formatDay(due)}.`);
    setBusy(false);
    if (failure) setError(failure.message);
    else onClose();
  };
  return (
    <Dialog
      title={`Erase ${name}`}
      onClose={onClose}
      onSubmit={() => void erase()}
      actions={
        <>
          <Button tone="quiet" onClick={onClose}>
            Keep person
          </Button>
          <Button tone="danger" type="submit" busy={busy && 'Starting'}>
            Erase in a week
          </Button>
        </>
      }
    >
      <p>
        {email} gets a mail now, and one when it is done. After that nobody can bring the account back, not even from
        the audit log.
      </p>
      {error !== undefined && <p role="alert">{error}</p>}
    </Dialog>
  );
}
