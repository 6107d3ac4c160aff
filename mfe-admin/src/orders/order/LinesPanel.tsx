import type { StaffOrder } from '@shop/contracts';
import { Printer, Truck } from 'lucide-react';
import { Button, ButtonLink } from '../../parts/Button';
import { Panel } from '../../parts/Panel';
import { countLines } from './describePieces';
import { Line } from './Line';
import styles from './panels.module.css';

interface LinesPanelProps {
  readonly order: StaffOrder;
  readonly onSend: () => void;
}

/** What was ordered, and the way to send what is left of it. */
export function LinesPanel({ order: { order, lines, slot, shipments, actions }, onSend }: LinesPanelProps) {
  const left = lines.filter(({ to_send: toSend }) => toSend > 0).length;
  const delivery = order.delivery ? `${order.delivery.day}, ${order.delivery.hours}` : undefined;
  const isWhole = shipments.length === 0 && lines.every(({ to_send: toSend, quantity }) => toSend === quantity);
  return (
    <Panel title="Lines" flush>
      <ul>
        {lines.map((line, position) => (
          <Line key={position} line={line} slot={delivery && slot ? `${delivery}, ${slot.area}` : delivery} />
        ))}
      </ul>
      {order.billing.orderNotes !== '' && (
        <p className={styles.customerNote}>
          <span>From the customer</span> {order.billing.orderNotes}
        </p>
      )}
      {left > 0 && (
        <div className={styles.foot}>
          <ButtonLink to={`/admin/orders/${order.number}/packing-slip`} icon={Printer}>
            Packing slip
          </ButtonLink>
          {actions.includes('ship') && (
            <Button tone="primary" icon={Truck} shortcut="S" onClick={onSend}>
              Send {isWhole ? 'order' : countLines(left)}
            </Button>
          )}
        </div>
      )}
    </Panel>
  );
}
