import { describeQuantity, REFUND_DELAY_S, refundStaffOrder, type StaffLine, type StaffOrder } from '@shop/contracts';
import { createRandomId } from '@shop/shared/api-client/createRandomId';
import { formatMoney } from '@shop/shared/format';
import { useState } from 'react';
import { Button } from '../../parts/Button';
import { Dialog } from '../../parts/Dialog';
import { Field } from '../../parts/Field';
import { Banner } from '../../parts/States';
import { useCall } from '../../useApi';
import { countLines, formatCents } from './describePieces';
import { getLineName, LinePicture } from './Line';
import { Refusal } from './Refusal';
import { Stepper } from './Stepper';
import {
  countRefundable,
  getChosen,
  getKeptCents,
  getLineCents,
  parseCents,
  sumRefund,
  type Chosen,
} from './sumRefund';
import type { Settle } from './useOrder';
import styles from './dialogs.module.css';

interface RefundDialogProps {
  readonly order: StaffOrder;
  readonly settle: Settle;
  readonly onClose: () => void;
  readonly onRefunded: (refund: { readonly id: string; readonly amount: string; readonly isSent: boolean }) => void;
}

const WAYS = { lines: 'By line', amount: 'An amount', all: 'All that is left' } as const;
type Way = keyof typeof WAYS;

/** By hand, the shop cannot give anything back: it keeps that somebody has. */
const HAND: Readonly<Record<string, string>> = { bank: 'by bank transfer', cash: 'in cash' };
const RECEIVED = ['paid', 'refund-due'];

const canRestock = (line: StaffLine): boolean => !line.made_to_order;

/** Gives money back, by line or any amount. The sum can be changed, up to what is kept. */
export function RefundDialog({ order: staffOrder, settle, onClose, onRefunded }: RefundDialogProps) {
  const { order, lines, payments, refunds, money } = staffOrder;
  const hasLines = lines.some((line) => countRefundable(line) > 0);
  const [way, setWay] = useState<Way>(order.status === 'canceled' || !hasLines ? 'all' : 'lines');
  const [chosen, setChosen] = useState<Chosen>({});
  const [restocked, setRestocked] = useState<Readonly<Record<number, boolean>>>({});
  const [typed, setTyped] = useState<string>();
  const [reason, setReason] = useState('');
  const [byHand, setByHand] = useState(false);
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);
  const [key] = useState(createRandomId);
  const call = useCall();

  const keptCents = getKeptCents(staffOrder);
  const sum = sumRefund(lines, chosen);
  const proposed = { lines: Math.min(sum.cents, keptCents), amount: 0, all: keptCents }[way];
  const cents = typed === undefined ? proposed : parseCents(typed);
  const amountError =
    cents === undefined
      ? 'Enter a sum of money, such as 12.50.'
      : cents > keptCents
        ? `At most ${formatCents(keptCents)} is left.`
        : undefined;
  // Pieces that are still here are sold again; what was sent may not have come back.
  const isRestocked = (line: StaffLine, position: number): boolean =>
    canRestock(line) && (restocked[position] ?? line.to_send > 0);

  const provider = payments.find(({ status }) => RECEIVED.includes(status))?.provider ?? '';
  const hand = HAND[provider];
  // Such as a card that is closed: it would fail again.
  const hasFailed = hand === undefined && refunds.some(({ state }) => state === 'failed');
  const disputed = payments.some(({ dispute }) => dispute !== null && dispute !== 'won');

  const [hint] = [
    byHand && 'Nothing is sent. The customer gets a mail, and it cannot be taken back.',
    hand && `The shop cannot send this: give it back ${hand} yourself. This will record that you gave it back.`,
    `It goes back the way it came. For ${REFUND_DELAY_S} seconds it can be taken back, then it is sent.`,
  ].filter(Boolean);

  const choose = (next: Way): void => {
    setWay(next);
    setTyped(undefined);
    setError(undefined);
  };
  const refund = async (): Promise<void> => {
    // The field says why.
    if (cents === undefined || amountError !== undefined) return setError(undefined);
    if (cents === 0)
      return setError(way === 'lines' ? 'Choose the pieces that are refunded.' : 'Enter how much goes back.');
    setBusy(true);
    setError(undefined);
    const pieces = lines.flatMap((line, position) => {
      const quantity = way === 'lines' ? getChosen(line, position, chosen) : 0;
      return quantity === 0 ? [] : [{ position, quantity, restock: isRestocked(line, position) }];
    });
    const result = await call(refundStaffOrder, {
      params: { number: order.number },
      body: { amount_cents: cents, lines: pieces, reason: reason.trim(), key, ...(byHand && { by_hand: true }) },
    });
    setBusy(false);
    const failure = settle(result);
    if (failure) return setError(failure.message);
    // If an earlier click was heard after all, its refund counts.
    const made = result.ok ? result.value.data.refunds.find(({ id }) => id === key) : undefined;
    onRefunded({
      id: key,
      amount: made ? formatMoney(made.amount, made.currency) : formatCents(cents),
      isSent: made?.state === 'sent',
    });
  };

  return (
    <Dialog
      wide
      title={`Refund order ${order.number}`}
      onClose={onClose}
      onSubmit={() => void refund()}
      actions={
        <>
          <span className={styles.hint}>Esc closes, and nothing is sent.</span>
          <Button tone="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button tone="primary" type="submit" busy={busy && 'Saving'}>
            {byHand ? `Record ${formatCents(cents ?? 0)} as given back` : `Refund ${formatCents(cents ?? 0)}`}
          </Button>
        </>
      }
    >
      {disputed && (
        <Banner>
          <span>The customer disputes the payment at the bank: nothing can be given back until that is decided.</span>
        </Banner>
      )}
      <div className={styles.ways}>
        <fieldset>
          <legend>What is refunded</legend>
          {(Object.keys(WAYS) as Way[]).map((each) => (
            <label key={each}>
              <input type="radio" name="way" value={each} checked={way === each} onChange={() => choose(each)} />
              {WAYS[each]}
            </label>
          ))}
        </fieldset>
        <span className={styles.hint}>Up to {formatCents(keptCents)} can be given back.</span>
      </div>
      {way === 'lines' && (
        <ul className={styles.lines}>
          {lines.map((line, position) => {
            const quantity = getChosen(line, position, chosen);
            const max = countRefundable(line);
            if (max === 0) return null;
            return (
              <li key={position}>
                <LinePicture image={line.image} />
                <span className={styles.name}>
                  <b>{getLineName(line)}</b>
                  {line.made_to_order && <small>Made to order: nobody else buys it</small>}
                </span>
                <Stepper
                  label={line.name}
                  value={quantity}
                  max={max}
                  describe={(count) => describeQuantity(count, line.measure)}
                  onChange={(next) => {
                    setChosen({ ...chosen, [position]: next });
                    setTyped(undefined);
                  }}
                />
                <label className={styles.check}>
                  <input
                    type="checkbox"
                    aria-label={`Back to the stock: ${line.name}`}
                    disabled={!canRestock(line)}
                    checked={isRestocked(line, position)}
                    onChange={({ target }) => setRestocked({ ...restocked, [position]: target.checked })}
                  />
                  {canRestock(line) ? 'Restock' : 'No restock'}
                </label>
                <b className={styles.sum}>{formatCents(getLineCents(line, quantity))}</b>
              </li>
            );
          })}
        </ul>
      )}
      <div className={styles.grid}>
        <div className={styles.fields}>
          <Field
            label="Sum in dollars"
            inputMode="decimal"
            autoComplete="off"
            value={typed ?? (proposed / 100).toFixed(2)}
            error={typed === undefined ? undefined : amountError}
            onChange={(event) => setTyped(event.target.value)}
          />
          <Field
            label="Reason, optional"
            maxLength={200}
            autoComplete="off"
            hint="For colleagues: the customer does not see it."
            value={reason}
            onChange={(event) => setReason(event.target.value)}
          />
        </div>
        <dl className={styles.money}>
          {way === 'lines' && sum.lines > 0 && (
            <>
              <div>
                <dt>{countLines(sum.lines)}</dt>
                <dd>{formatCents(sum.beforeCents)}</dd>
              </div>
              {sum.shareCents !== 0 && (
                <div>
                  <dt>
                    Share of the discount <code>{order.coupon_code}</code>
                  </dt>
                  <dd>−{formatCents(sum.shareCents)}</dd>
                </div>
              )}
            </>
          )}
          <div className={styles.total}>
            <dt>Refund</dt>
            <dd>{formatCents(cents ?? 0)}</dd>
          </div>
          <div>
            <dt>Kept after it</dt>
            <dd>{formatCents(Math.max(0, keptCents - (cents ?? 0)))}</dd>
          </div>
          {money.refunded > 0 && (
            <div>
              <dt>Refunded before</dt>
              <dd>{formatMoney(money.refunded)}</dd>
            </div>
          )}
        </dl>
      </div>
      {hasFailed && (
        <label className={styles.check}>
          <input type="checkbox" checked={byHand} onChange={({ target }) => setByHand(target.checked)} />I have given it
          back myself, in cash or by bank transfer
        </label>
      )}
      <p className={styles.hint}>{hint}</p>
      <Refusal text={error} />
    </Dialog>
  );
}
