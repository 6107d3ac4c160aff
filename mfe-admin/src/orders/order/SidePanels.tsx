import { resendOrderMail, type StaffOrder } from '@shop/contracts';
import { describeAddress } from '@shop/contracts/describeAddress';
import { Mail, Pencil } from 'lucide-react';
import { use, useState } from 'react';
import { Link } from 'react-router-dom';
import { getCustomerPath } from '../../customers/describeCustomer';
import { ToastContext } from '../../frame/Toasts';
import { Button, ButtonLink } from '../../parts/Button';
import { Panel } from '../../parts/Panel';
import { useCall } from '../../useApi';
import { useMay, type Settle } from './useOrder';
import styles from './panels.module.css';

interface SidePanelsProps {
  readonly order: StaffOrder;
  readonly settle: Settle;
}

/** Who ordered, where it goes, and the mails about it. */
export function SidePanels({ order: staffOrder, settle }: SidePanelsProps) {
  const { order, account, slot, actions, shipments } = staffOrder;
  const { billing, shipping_address: shipping } = order;
  const mayReadCustomers = useMay('customers.read');
  const isMeantToChange = actions.includes('changeAddress');
  return (
    <>
      <Panel title="Customer">
        <p className={styles.customer}>
          <b>
            {billing.firstName} {billing.lastName}
          </b>
          <span className={styles.muted}>
            {account === null ? (
              'Guest, without an account'
            ) : mayReadCustomers && account.id !== undefined ? (
              <Link to={getCustomerPath(account.id)}>Account of {account.name}</Link>
            ) : (
              `Account of ${account.name}`
            )}
          </span>
        </p>
        <dl className={styles.facts}>
          {billing.email !== '' && (
            <>
              <dt>E-mail</dt>
              <dd>
                <a href={`mailto:${billing.email}`}>{billing.email}</a>
              </dd>
            </>
          )}
          {account && account.email !== billing.email && (
            <>
              <dt>Account</dt>
              <dd>{account.email}</dd>
            </>
          )}
          {billing.phone !== '' && (
            <>
              <dt>Phone</dt>
              <dd>
                <a href={`tel:${billing.phone.replaceAll(/[^+\d]/g, '')}`}>{billing.phone}</a>
              </dd>
            </>
          )}
        </dl>
      </Panel>
      <Panel
        title="Delivery address"
        action={
          isMeantToChange && (
            <ButtonLink tone="quiet" icon={Pencil} to={`/admin/orders/${order.number}/address`}>
              Change
            </ButtonLink>
          )
        }
      >
        <address className={styles.address}>{describeAddress(shipping ?? billing)}</address>
        {order.delivery && (
          <dl className={styles.facts}>
            <dt>Slot</dt>
            <dd>
              {order.delivery.day}, {order.delivery.hours}
            </dd>
            {slot && (
              <>
                <dt>Area</dt>
                <dd>{slot.area}</dd>
              </>
            )}
          </dl>
        )}
      </Panel>
      <Panel title="Billing address">
        {shipping ? (
          <address className={styles.address}>{describeAddress(billing)}</address>
        ) : (
          <p className={styles.muted}>Same as delivery</p>
        )}
      </Panel>
      <Mails number={order.number} hasShipments={shipments.length > 0} settle={settle} />
    </>
  );
}

interface MailsProps {
  readonly number: string;
  readonly hasShipments: boolean;
  readonly settle: Settle;
}

const MAILS = { confirmation: 'Order received', shipped: 'Shipped' } as const;
type MailKind = keyof typeof MAILS;

/** Mails that can be sent once more. */
function Mails({ number, hasShipments, settle }: MailsProps) {
  const [sending, setSending] = useState<MailKind>();
  const call = useCall();
  const toast = use(ToastContext);
  const mayWrite = useMay('orders.write');
  if (!mayWrite) return null;
  const resend = async (kind: MailKind): Promise<void> => {
    setSending(kind);
    const failure = settle(await call(resendOrderMail, { params: { number }, body: { kind } }));
    setSending(undefined);
    toast(failure ? { text: failure.message, isError: true } : { text: `“${MAILS[kind]}” is on its way once more` });
  };
  const kinds: readonly MailKind[] = hasShipments ? ['confirmation', 'shipped'] : ['confirmation'];
  return (
    <Panel title="Mails" flush>
      <ul className={styles.mails}>
        {kinds.map((kind) => (
          <li key={kind}>
            <Mail aria-hidden />
            <span>{MAILS[kind]}</span>
            <Button
              aria-label={`Resend “${MAILS[kind]}”`}
              busy={sending === kind && 'Sending'}
              onClick={() => void resend(kind)}
            >
              Resend
            </Button>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
