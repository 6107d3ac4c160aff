import type { StaffOrder, StaffRefund } from '@shop/contracts';
import { formatMoney } from '@shop/shared/format';
import { Banknote, CircleX, Clock, CreditCard, ShieldAlert, Undo2, type LucideIcon } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button } from '../../parts/Button';
import { Chip } from '../../parts/Chip';
import { formatInstant, formatWhen } from '../../parts/formatWhen';
import { Panel } from '../../parts/Panel';
import { Banner } from '../../parts/States';
import { describePieces } from './describePieces';
import { useMay } from './useOrder';
import styles from './panels.module.css';

interface MoneyPanelProps {
  readonly order: StaffOrder;
  readonly onTakeBack: (refund: StaffRefund) => void;
  /** Reads the order again, while money is on its way. */
  readonly onLook: () => void;
}

type Payment = StaffOrder['payments'][number];

const PROVIDERS: Readonly<Record<string, string>> = { bank: 'Bank transfer', cash: 'Cash' };

const PAYMENT_STATES: Readonly<Record<string, { readonly text: string; readonly icon: LucideIcon }>> = {
  open: { text: 'Begun, not paid', icon: Clock },
  paid: { text: 'Received', icon: CreditCard },
  failed: { text: 'Declined', icon: CircleX },
  expired: { text: 'Not finished', icon: CircleX },
  'refund-due': { text: 'Received, owed to the customer', icon: CreditCard },
  refunded: { text: 'Received, and given back', icon: CreditCard },
};

const REFUND_STATES: Readonly<Record<StaffRefund['state'], string>> = {
  due: 'Refund on its way',
  sent: 'Refunded',
  failed: 'Refund failed',
  canceled: 'Refund taken back',
};

/** How often it looks what became of a refund that is on its way. */
const LOOK_MS = 10_000;
/** The queue takes a moment. */
const QUEUE_MS = 2_000;

/** Sums, and every movement of money. What failed stays. */
export function MoneyPanel({ order: staffOrder, onTakeBack, onLook }: MoneyPanelProps) {
  const { order, payments, refunds, money } = staffOrder;
  const disputed = payments.some(({ dispute }) => dispute === 'open');
  useEffect(() => {
    const due = refunds.filter(({ state }) => state === 'due').map((refund) => Date.parse(refund.send_after));
    if (due.length === 0) return undefined;
    const left = Math.min(...due) - Date.now();
    const timer = setTimeout(onLook, left > 0 ? left + QUEUE_MS : LOOK_MS);
    return () => clearTimeout(timer);
    // eslint-disable-next-line react-hooks/exhaustive-deps -- each answer is a new list
  }, [refunds]);

  const sums: readonly (readonly [label: string, sum: string, isTotal?: boolean])[] = [
    ['Subtotal', formatMoney(order.subtotal)],
    ...(order.discount > 0
      ? [
          [
            `Discount${order.coupon_code === null ? '' : ` ${order.coupon_code}`}`,
            `−${formatMoney(order.discount)}`,
          ] as const,
        ]
      : []),
    ...(order.shipping > 0 ? [['Delivery', formatMoney(order.shipping)] as const] : []),
    ['Total', formatMoney(order.total), true],
    ['Received', formatMoney(money.received)],
    ['Refunded', money.refunded > 0 ? `−${formatMoney(money.refunded)}` : formatMoney(0)],
    ['Kept', formatMoney(money.kept), true],
  ];
  return (
    <Panel title="Money">
      {disputed && (
        <Banner>
          <span>The customer disputes a payment at the bank: nothing can be given back until that is decided.</span>
        </Banner>
      )}
      <div className={styles.money}>
        <dl className={styles.sums}>
          {sums.map(([label, sum, isTotal = false]) => (
            <div key={label} data-total={isTotal || undefined}>
              <dt>{label}</dt>
              <dd>{sum}</dd>
            </div>
          ))}
        </dl>
        <div>
          <h3 className={styles.title}>Payments and refunds</h3>
          {payments.length + refunds.length === 0 && <p className={styles.muted}>Nothing yet.</p>}
          <ul className={styles.movements}>
            {payments.map((payment) => (
              <PaymentRow key={payment.id} payment={payment} />
            ))}
            {refunds.map((refund) => (
              <RefundRow key={refund.id} refund={refund} order={staffOrder} onTakeBack={onTakeBack} />
            ))}
          </ul>
        </div>
      </div>
    </Panel>
  );
}

function PaymentRow({ payment }: { readonly payment: Payment }) {
  const { provider, status, amount, currency, at, reference, dispute } = payment;
  const isLost = status === 'refund-due' && dispute === 'lost';
  const { text, icon: Known } = PAYMENT_STATES[isLost ? 'refunded' : status] ?? { text: status, icon: CreditCard };
  const Icon = Object.hasOwn(PROVIDERS, provider) ? Banknote : Known;
  return (
    <li>
      <Icon aria-hidden />
      <span>
        {PROVIDERS[provider] ?? 'Online'}: {text.toLowerCase()}
        <small>
          <time dateTime={at} title={formatInstant(at)}>
            {formatWhen(at)}
          </time>
          {reference !== null && <code>{reference}</code>}
        </small>
        {dispute !== null && (
          <Chip icon={ShieldAlert} tone={dispute === 'won' ? undefined : 'bad'}>
            {dispute === 'open' ? 'Disputed' : `Dispute ${dispute}`}
          </Chip>
        )}
      </span>
      <b>{formatMoney(amount, currency)}</b>
    </li>
  );
}

interface RefundRowProps {
  readonly refund: StaffRefund;
  readonly order: StaffOrder;
  readonly onTakeBack: (refund: StaffRefund) => void;
}

function RefundRow({ refund, order: { lines, payments }, onTakeBack }: RefundRowProps) {
  const { state, amount, currency, at, by, reason, failure, provider_id: providerId, send_after: sendAfter } = refund;
  const left = useSecondsLeft(state === 'due' ? sendAfter : undefined);
  const mayRefund = useMay('refunds.write');
  // Money that is owed is not kept after all.
  const isOwed = payments.some(({ id, status }) => id === refund.payment_id && status === 'refund-due');
  return (
    <li data-state={state}>
      {state === 'failed' ? <CircleX aria-hidden /> : <Undo2 aria-hidden />}
      <span>
        {state === 'sent' && providerId === null ? 'Refunded by hand' : REFUND_STATES[state]}
        {refund.lines.length > 0 && `: ${describePieces(lines, refund.lines)}`}
        <small>
          {by},{' '}
          <time dateTime={at} title={formatInstant(at)}>
            {formatWhen(at)}
          </time>
          {providerId !== null && <code>{providerId}</code>}
        </small>
        {reason !== '' && <small>{reason}</small>}
        {failure !== '' && <small className={styles.failure}>{failure}</small>}
        {left > 0 && mayRefund && !isOwed && (
          <Button icon={Undo2} onClick={() => onTakeBack(refund)}>
            Take back ({left} s)
          </Button>
        )}
      </span>
      <b>{state === 'canceled' ? formatMoney(amount, currency) : `−${formatMoney(amount, currency)}`}</b>
    </li>
  );
}

/** Seconds until an instant, counted down; 0 without one. */
const useSecondsLeft = (instant: string | undefined): number => {
  const count = (): number =>
    instant === undefined ? 0 : Math.max(0, Math.ceil((Date.parse(instant) - Date.now()) / 1_000));
  const [left, setLeft] = useState(count);
  useEffect(() => {
    setLeft(count());
    if (instant === undefined) return undefined;
    const timer = setInterval(() => {
      const next = count();
      setLeft(next);
      if (next === 0) clearInterval(timer);
    }, 1_000);
    return () => clearInterval(timer);
    // eslint-disable-next-line react-hooks/exhaustive-deps -- it counts to the instant
  }, [instant]);
  return left;
};
