import { undoRefund, type StaffOrder } from '@shop/contracts';
import { formatMoney } from '@shop/shared/format';
import { Ban, Clock, CreditCard, Printer, Undo2 } from 'lucide-react';
import { use, useState } from 'react';
import { useNavigate, useParams } from 'react-router-dom';
import { Columns } from '../../detail/Columns';
import { PageHead } from '../../frame/PageHead';
import { ToastContext } from '../../frame/Toasts';
import { useFocusHome } from '../../frame/useFocusHome';
import { useKeys } from '../../frame/useKeys';
import { Button, ButtonLink } from '../../parts/Button';
import { Chip } from '../../parts/Chip';
import { formatInstant, formatWhen } from '../../parts/formatWhen';
import { Banner, FailedState, LoadingRows } from '../../parts/States';
import { useCall } from '../../useApi';
import { CancelDialog } from './CancelDialog';
import { describeStates, isUnconfirmed } from './describeStates';
import { LinesPanel } from './LinesPanel';
import { MoneyPanel } from './MoneyPanel';
import { PaidDialog } from './PaidDialog';
import { ProlongDialog } from './ProlongDialog';
import { RefundDialog } from './RefundDialog';
import { SendDialog } from './SendDialog';
import { ShipmentsPanel } from './ShipmentsPanel';
import { SidePanels } from './SidePanels';
import { StoreMark } from '../../parts/StoreMark';
import { TimelinePanel } from './TimelinePanel';
import { useOrder, type Settle } from './useOrder';
import styles from './panels.module.css';

type DialogName = 'pay' | 'prolong' | 'ship' | 'refund' | 'cancel';

const FOCUS_HOME = ['h1'];

/** One order: what it is, what has happened, and what can be done with it. */
export function OrderPage() {
  const { number = '' } = useParams();
  return <Loaded key={number} number={number} />;
}

function Loaded({ number }: { readonly number: string }) {
  const { order, failure, loading, reload, settle } = useOrder(number);
  return (
    <>
      {!order && <PageHead title={`Order ${number}`} />}
      {failure && order && (
        <div className={styles.banner}>
          <Banner>
            <span>{failure.message} What you see is from before.</span>
            <Button onClick={reload}>Try again</Button>
          </Banner>
        </div>
      )}
      {failure && !order && <FailedState failure={failure} onRetry={reload} />}
      {!order && loading && <LoadingRows />}
      {order && <Shown order={order} settle={settle} onLook={reload} />}
    </>
  );
}

interface ShownProps {
  readonly order: StaffOrder;
  readonly settle: Settle;
  readonly onLook: () => void;
}

function Shown({ order: staffOrder, settle, onLook }: ShownProps) {
  const { order, store, actions, held_until: heldUntil } = staffOrder;
  const { number } = order;
  const [dialog, setDialog] = useState<DialogName>();
  const navigate = useNavigate();
  const call = useCall();
  const toast = use(ToastContext);
  const close = (): void => setDialog(undefined);
  /** Opens a dialog if the order is in a state for it, and the role allows it. */
  const opener = (name: DialogName) => (actions.includes(name) ? () => setDialog(name) : undefined);
  const slip = `/admin/orders/${number}/packing-slip`;
  useKeys({ s: opener('ship'), r: opener('refund'), p: () => void navigate(slip) });
  useFocusHome(FOCUS_HOME);

  const takeBack = async (id: string, amount: string): Promise<void> => {
    const failure = settle(await call(undoRefund, { params: { number, id } }));
    toast(failure ? { text: failure.message, isError: true } : { text: `Refund of ${amount}: taken back.` });
  };
  const dialogs = { order: staffOrder, settle, onClose: close };
  return (
    <>
      <PageHead
        title={`Order ${number}`}
        chips={describeStates(staffOrder).map(({ icon, tone, text }) => (
          <Chip key={text} icon={icon} tone={tone}>
            {text}
          </Chip>
        ))}
        text={
          <>
            <StoreMark store={store} /> · Placed{' '}
            <time dateTime={order.created_at} title={formatInstant(order.created_at)}>
              {formatWhen(order.created_at)}
            </time>{' '}
            ·{' '}
            {order.billing.email === '' ? (
              'The customer was erased'
            ) : (
              <a href={`mailto:${order.billing.email}`}>{order.billing.email}</a>
            )}
            {heldUntil !== null && (
              <>
                {' '}
                · {isUnconfirmed(staffOrder) ? 'Waits for the guest’s confirmation until' : 'Kept until'}{' '}
                <time dateTime={heldUntil} title={formatInstant(heldUntil)}>
                  {formatWhen(heldUntil)}
                </time>
              </>
            )}
          </>
        }
      >
        <div className={styles.acts}>
          <ButtonLink to={slip} icon={Printer} shortcut="P">
            Print
          </ButtonLink>
          {actions.includes('cancel') && (
            <Button icon={Ban} onClick={opener('cancel')}>
              Cancel
            </Button>
          )}
          {actions.includes('refund') && (
            <Button icon={Undo2} shortcut="R" onClick={opener('refund')}>
              Refund
            </Button>
          )}
          {actions.includes('prolong') && (
            <Button icon={Clock} onClick={opener('prolong')}>
              Keep longer
            </Button>
          )}
          {actions.includes('pay') && (
            <Button tone="primary" icon={CreditCard} onClick={opener('pay')}>
              Mark as paid
            </Button>
          )}
        </div>
      </PageHead>
      <Columns side={<SidePanels order={staffOrder} settle={settle} />}>
        <LinesPanel order={staffOrder} onSend={() => setDialog('ship')} />
        <ShipmentsPanel order={staffOrder} settle={settle} />
        <MoneyPanel
          order={staffOrder}
          onLook={onLook}
          onTakeBack={({ id, amount, currency }) => void takeBack(id, formatMoney(amount, currency))}
        />
        <TimelinePanel order={staffOrder} settle={settle} />
      </Columns>
      {dialog === 'pay' && <PaidDialog {...dialogs} />}
      {dialog === 'prolong' && <ProlongDialog {...dialogs} />}
      {dialog === 'ship' && <SendDialog {...dialogs} />}
      {dialog === 'cancel' && <CancelDialog {...dialogs} />}
      {dialog === 'refund' && (
        <RefundDialog
          {...dialogs}
          onRefunded={({ id, amount, isSent }) => {
            close();
            toast(
              isSent
                ? { text: `Refund of ${amount}: it is recorded.` }
                : { text: `Refund of ${amount}: it is sent in ten seconds.`, undo: () => void takeBack(id, amount) },
            );
          }}
        />
      )}
    </>
  );
}
