import { unlockStaffCustomer, type StaffCustomer } from '@shop/contracts';
import { formatMoney } from '@shop/shared/format';
import { ArrowLeft, Lock, LockOpen, UserX } from 'lucide-react';
import { use, useState } from 'react';
import { Link, useParams } from 'react-router-dom';
import { Columns } from '../detail/Columns';
import { PageHead } from '../frame/PageHead';
import { ToastContext } from '../frame/Toasts';
import { formatDelivery, getOrderPath } from '../orders/list/describeOrder';
import { StateChip } from '../orders/list/StateChip';
import { useMay } from '../orders/order/useOrder';
import { Button, ButtonLink } from '../parts/Button';
import { Chip } from '../parts/Chip';
import { formatInstant, formatWhen } from '../parts/formatWhen';
import { Panel } from '../parts/Panel';
import { Banner, FailedState, LoadingRows } from '../parts/States';
import { StoreMark } from '../parts/StoreMark';
import { useCall } from '../useApi';
import { ContactPanels } from './ContactPanels';
import { formatDay, getOrdersPath } from './describeCustomer';
import { NotesPanel } from './NotesPanel';
import { PrivacyPanel } from './PrivacyPanel';
import { SessionsPanel } from './SessionsPanel';
import { useCustomer, type Settle } from './useCustomer';
import styles from './CustomerPage.module.css';

/** One customer: who they are, what they ordered, and what staff may do for them. */
export function CustomerPage() {
  const { id = '' } = useParams();
  return <Loaded key={id} id={id} />;
}

function Loaded({ id }: { readonly id: string }) {
  const { customer, failure, loading, reload, settle } = useCustomer(id);
  return (
    <>
      {!customer && (
        <PageHead title="Customer">
          <BackLink />
        </PageHead>
      )}
      {failure && customer && (
        <Banner>
          <span>{failure.message} What you see is from before.</span>
          <Button onClick={reload}>Try again</Button>
        </Banner>
      )}
      {failure && !customer && <FailedState failure={failure} onRetry={reload} />}
      {!customer && loading && <LoadingRows />}
      {customer && <Shown customer={customer} settle={settle} />}
    </>
  );
}

function BackLink() {
  return (
    <ButtonLink tone="quiet" icon={ArrowLeft} to="/admin/customers">
      Customers
    </ButtonLink>
  );
}

/** Says what a customer can't do on devices that are not known. */
const describeLocks = ({ locks }: StaffCustomer): string | undefined => {
  if (locks.passwords_until !== null) return `Locked until ${formatWhen(locks.passwords_until)}`;
  return locks.codes ? 'Locked for today' : undefined;
};

interface ShownProps {
  readonly customer: StaffCustomer;
  readonly settle: Settle;
}

function Shown({ customer, settle }: ShownProps) {
  const { id, name, email, created_at: since, erasure } = customer;
  const call = useCall();
  const toast = use(ToastContext);
  const mayWrite = useMay('customers.write');
  const [busy, setBusy] = useState(false);
  const locked = describeLocks(customer);
  const unlock = async (): Promise<void> => {
    setBusy(true);
    const failure = settle(await call(unlockStaffCustomer, { params: { id } }), `${name} can try again.`);
    setBusy(false);
    if (failure) toast({ text: failure.message, isError: true });
  };
  return (
    <>
      <PageHead
        title={name}
        chips={
          <>
            {locked !== undefined && (
              <Chip icon={Lock} tone="wait">
                {locked}
              </Chip>
            )}
            {erasure.due_at !== null && (
              <Chip icon={UserX} tone="wait">
                Erased {formatDay(erasure.due_at)}
              </Chip>
            )}
          </>
        }
        text={
          <>
            Customer since <time dateTime={since}>{formatDay(since)}</time> · <a href={`mailto:${email}`}>{email}</a>
          </>
        }
      >
        <BackLink />
        {mayWrite && locked !== undefined && (
          <Button icon={LockOpen} busy={busy && 'Unlocking'} onClick={() => void unlock()}>
            Unlock
          </Button>
        )}
      </PageHead>
      <Columns
        side={
          <>
            <ContactPanels customer={customer} />
            <PrivacyPanel customer={customer} settle={settle} />
          </>
        }
      >
        <Figures customer={customer} />
        <OrdersPanel customer={customer} />
        <NotesPanel customer={customer} settle={settle} />
        <SessionsPanel customer={customer} settle={settle} />
      </Columns>
    </>
  );
}

function Figures({ customer: { spent, order_count: orders, average, reviews } }: Pick<ShownProps, 'customer'>) {
  const figures: readonly (readonly [string, string])[] = [
    ['Spent', formatMoney(spent)],
    ['Orders', String(orders)],
    ['Average order', average === null ? '–' : formatMoney(average)],
    ['Reviews', String(reviews)],
  ];
  return (
    <Panel flush>
      <dl className={styles.figures}>
        {figures.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </Panel>
  );
}

function OrdersPanel({ customer: { email, orders, order_count: count } }: Pick<ShownProps, 'customer'>) {
  return (
    <Panel
      title="Orders"
      flush
      action={
        <Link to={getOrdersPath(email)} className={styles.all}>
          All with this address
        </Link>
      }
    >
      {orders.length === 0 && <p className={styles.none}>No orders yet.</p>}
      <ul className={styles.orders}>
        {orders.map((row) => (
          <li key={row.number}>
            <Link to={getOrderPath(row.number)}>
              <span className={styles.number}>
                <b>{row.number}</b> <StoreMark store={row.store} />
              </span>
              <StateChip row={row} of="payment" />
              <StateChip row={row} of="fulfillment" />
              <span className={styles.when}>
                {row.delivery === null ? (
                  <time dateTime={row.created_at} title={formatInstant(row.created_at)}>
                    {formatDay(row.created_at)}
                  </time>
                ) : (
                  `Delivery ${formatDelivery(row.delivery)}`
                )}
              </span>
              <span className={styles.total}>{formatMoney(row.total)}</span>
            </Link>
          </li>
        ))}
      </ul>
      {count > orders.length && (
        <p className={styles.none}>
          The newest {orders.length} of {count}.
        </p>
      )}
    </Panel>
  );
}
