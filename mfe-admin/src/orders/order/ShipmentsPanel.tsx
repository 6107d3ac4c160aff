import { changeShipment, type StaffOrder } from '@shop/contracts';
import { Check, ExternalLink, PackageCheck, Pencil, Printer, Truck } from 'lucide-react';
import { use, useId, useLayoutEffect, useRef, useState } from 'react';
import { ToastContext } from '../../frame/Toasts';
import { Button, ButtonLink } from '../../parts/Button';
import { Chip } from '../../parts/Chip';
import { Field } from '../../parts/Field';
import { formatInstant, formatWhen } from '../../parts/formatWhen';
import { Panel } from '../../parts/Panel';
import { Banner } from '../../parts/States';
import { useCall } from '../../useApi';
import { describePieces } from './describePieces';
import { getTrackingLink, KNOWN_CARRIERS } from '@shop/contracts/getTrackingLink';
import { Refusal } from './Refusal';
import { useMay, type Settle } from './useOrder';
import styles from './panels.module.css';

interface ShipmentsPanelProps {
  readonly order: StaffOrder;
  readonly settle: Settle;
}

type Sent = StaffOrder['shipments'][number];

/** What was sent, the last one first. */
export function ShipmentsPanel({ order, settle }: ShipmentsPanelProps) {
  if (order.shipments.length === 0) return null;
  return (
    <Panel title="Shipments" flush>
      <ul>
        {order.shipments.toReversed().map((shipment) => (
          <ShipmentRow key={shipment.id} order={order} shipment={shipment} settle={settle} />
        ))}
      </ul>
    </Panel>
  );
}

function ShipmentRow({ order: { order, lines }, shipment, settle }: ShipmentsPanelProps & { readonly shipment: Sent }) {
  const { id, carrier, tracking, sent_at: sentAt, delivered_at: deliveredAt, version } = shipment;
  const [isEditing, setIsEditing] = useState(false);
  const [busy, setBusy] = useState(false);
  const call = useCall();
  const toast = use(ToastContext);
  const mayWrite = useMay('orders.write');
  const link = getTrackingLink(carrier, tracking);
  const way = [carrier, tracking].filter(Boolean).join(' ');
  const row = useRef<HTMLLIElement>(null);
  const wasEditing = useRef(false);
  // The focus returns to where it was when the form opened.
  useLayoutEffect(() => {
    if (wasEditing.current && !isEditing) row.current?.querySelector<HTMLElement>('[data-correct]')?.focus();
    wasEditing.current = isEditing;
  }, [isEditing]);

  const deliver = async (): Promise<void> => {
    setBusy(true);
    const failure = settle(
      await call(changeShipment, {
        params: { number: order.number, id: String(id) },
        body: { carrier, tracking, delivered: true, version },
      }),
    );
    setBusy(false);
    toast(failure ? { text: failure.message, isError: true } : { text: 'Delivered' });
  };
  return (
    <li ref={row} className={styles.shipment}>
      <div className={styles.line}>
        {deliveredAt === null ? (
          <Chip icon={Truck} tone="move">
            Sent
          </Chip>
        ) : (
          <Chip icon={PackageCheck}>Delivered</Chip>
        )}
        <time dateTime={sentAt} title={formatInstant(sentAt)}>
          {formatWhen(sentAt)}
        </time>
        {link === undefined ? (
          <span className={styles.way}>{way || 'No carrier'}</span>
        ) : (
          <a className={styles.way} href={link} target="_blank" rel="noreferrer">
            {way} <ExternalLink aria-label="opens the carrier’s page" />
          </a>
        )}
      </div>
      <p className={styles.muted}>{describePieces(lines, shipment.lines)}</p>
      {isEditing ? (
        <ShipmentForm number={order.number} shipment={shipment} settle={settle} onClose={() => setIsEditing(false)} />
      ) : (
        <div className={styles.acts}>
          {mayWrite && deliveredAt === null && (
            <Button icon={Check} busy={busy && 'Saving'} onClick={() => void deliver()}>
              Delivered
            </Button>
          )}
          {mayWrite && (
            <Button tone="quiet" icon={Pencil} data-correct onClick={() => setIsEditing(true)}>
              Correct
            </Button>
          )}
          <ButtonLink tone="quiet" icon={Printer} to={`/admin/orders/${order.number}/packing-slip?shipment=${id}`}>
            Packing slip
          </ButtonLink>
        </div>
      )}
    </li>
  );
}

interface ShipmentFormProps {
  readonly number: string;
  readonly shipment: Sent;
  readonly settle: Settle;
  readonly onClose: () => void;
}

/** Carrier and tracking number, in place. Of two who correct them, the second sees both and chooses. */
function ShipmentForm({ number, shipment, settle, onClose }: ShipmentFormProps) {
  const [carrier, setCarrier] = useState(shipment.carrier);
  const [tracking, setTracking] = useState(shipment.tracking);
  const [isDelivered, setIsDelivered] = useState(shipment.delivered_at !== null);
  const [theirs, setTheirs] = useState<string>();
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);
  const call = useCall();
  const toast = use(ToastContext);
  const carriers = useId();

  const save = async (): Promise<void> => {
    setBusy(true);
    setError(undefined);
    const failure = settle(
      await call(changeShipment, {
        params: { number, id: String(shipment.id) },
        body: {
          carrier: carrier.trim(),
          tracking: tracking.trim(),
          delivered: isDelivered,
          version: shipment.version,
        },
      }),
    );
    setBusy(false);
    if (!failure) {
      toast({ text: 'Shipment corrected' });
      return onClose();
    }
    if (failure.code === 'CHANGED_MEANWHILE')
      setTheirs([failure.fields['carrier'], failure.fields['tracking']].filter(Boolean).join(' '));
    else setError(failure.message);
  };
  return (
    <form
      method="post"
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      {theirs !== undefined && (
        <Banner>
          <span>
            Somebody else has saved “{theirs || 'nothing'}” meanwhile. Yours is “
            {[carrier, tracking].filter(Boolean).join(' ') || 'nothing'}”, and is not saved yet.
          </span>
          <Button type="submit">Replace theirs</Button>
          <Button tone="quiet" onClick={onClose}>
            Keep theirs
          </Button>
        </Banner>
      )}
      <div className={styles.pair}>
        <Field
          label="Carrier"
          list={carriers}
          maxLength={40}
          autoComplete="off"
          autoFocus
          value={carrier}
          onChange={(event) => setCarrier(event.target.value)}
        />
        <datalist id={carriers}>
          {KNOWN_CARRIERS.map((name) => (
            <option key={name} value={name} />
          ))}
        </datalist>
        <Field
          label="Tracking number"
          maxLength={80}
          autoComplete="off"
          spellCheck={false}
          value={tracking}
          onChange={(event) => setTracking(event.target.value)}
        />
      </div>
      <label className={styles.check}>
        <input type="checkbox" checked={isDelivered} onChange={({ target }) => setIsDelivered(target.checked)} />
        Delivered
      </label>
      <Refusal text={error} />
      <div className={styles.acts}>
        <Button tone="primary" type="submit" busy={busy && 'Saving'}>
          Save
        </Button>
        <Button tone="quiet" onClick={onClose}>
          Discard
        </Button>
      </div>
    </form>
  );
}
