import { describePiecePrice, describeQuantity, type StaffLine, type StaffOrder } from '@shop/contracts';
import { describeAddress } from '@shop/contracts/describeAddress';
import { findStorefrontBySlug } from '@shop/contracts/storefronts';
import { formatMoney } from '@shop/shared/format';
import { useAppSelector } from '@shop/shared/state';
import { ArrowLeft, Printer } from 'lucide-react';
import type { ReactNode } from 'react';
import { NavLink, useParams, useSearchParams } from 'react-router-dom';
import { useKeys } from '../../frame/useKeys';
import { Button, ButtonLink } from '../../parts/Button';
import { FailedState, LoadingRows } from '../../parts/States';
import { describePieces } from './describePieces';
import { getLineName, LinePicture, listLineDetails } from './Line';
import { useOrder } from './useOrder';
import styles from './PrintPage.module.css';

const DAY = new Intl.DateTimeFormat('en-US', { dateStyle: 'long' });
const formatDay = (instant: string): string => DAY.format(new Date(instant));

type Paper = 'packing-slip' | 'receipt';
const PAPERS: Readonly<Record<Paper, string>> = { 'packing-slip': 'Packing slip', receipt: 'Receipt' };

export function PackingSlipPage() {
  return <PrintPage paper="packing-slip" />;
}

export function ReceiptPage() {
  return <PrintPage paper="receipt" />;
}

/** A paper as it is printed, and the button that prints it. */
function PrintPage({ paper }: { readonly paper: Paper }) {
  const { number = '' } = useParams();
  const { order, failure, loading, reload } = useOrder(number);
  const print = (): void => window.print();
  useKeys({ p: order && print });
  const Sheet = paper === 'receipt' ? Receipt : PackingSlip;
  return (
    <>
      <title>{`${PAPERS[paper]} ${number} · Back office`}</title>
      <div className={styles.bar}>
        <ButtonLink tone="quiet" icon={ArrowLeft} to={`/admin/orders/${number}`}>
          Order {number}
        </ButtonLink>
        <nav className={styles.papers} aria-label="Papers">
          {Object.entries(PAPERS).map(([path, name]) => (
            <NavLink key={path} to={`/admin/orders/${number}/${path}`}>
              {name}
            </NavLink>
          ))}
        </nav>
        <Button tone="primary" icon={Printer} shortcut="P" disabled={!order} onClick={order && print}>
          Print
        </Button>
      </div>
      {!order && <h1>{PAPERS[paper]}</h1>}
      {failure && !order && <FailedState failure={failure} onRetry={reload} />}
      {!order && loading && <LoadingRows />}
      {order && <Sheet order={order} />}
    </>
  );
}

interface SheetProps {
  readonly order: StaffOrder;
}

function Sheet({
  order: { order, store },
  title,
  lines,
  children,
}: SheetProps & { readonly title: string; readonly lines: readonly string[]; readonly children: ReactNode }) {
  const shop = useStorefront(store);
  return (
    <article className={styles.sheet}>
      <header>
        {shop && (
          <p className={styles.shop}>
            <img src={`/icons/${shop.id}.svg`} alt="" width={28} height={28} />
            {shop.name}
          </p>
        )}
        <div className={styles.title}>
          <h1>{title}</h1>
          <p>
            Order {order.number}
            {lines.map((line) => (
              <span key={line}>{line}</span>
            ))}
          </p>
        </div>
      </header>
      {children}
    </article>
  );
}

const useStorefront = (store: string) => {
  const known = useAppSelector(({ storefront }) => storefront.storeConfig);
  const id = findStorefrontBySlug(known, store);
  return id && known[id];
};

function Block({ title, text }: { readonly title: string; readonly text: string }) {
  return (
    <div>
      <h2>{title}</h2>
      <p className={styles.text}>{text}</p>
    </div>
  );
}

interface Packed {
  readonly line: StaffLine;
  readonly position: number;
  readonly quantity: number;
}

/** What goes into the parcel: one that was sent, what is left, or if nothing is, all of it. */
const listPacked = ({ lines, shipments }: StaffOrder, shipmentId: string): Packed[] => {
  const shipment = shipments.find(({ id }) => String(id) === shipmentId);
  const isLeft = lines.some(({ to_send: toSend }) => toSend > 0);
  return lines.flatMap((line, position) => {
    const quantity = shipment
      ? (shipment.lines.find((piece) => piece.position === position)?.quantity ?? 0)
      : isLeft
        ? line.to_send
        : line.quantity;
    return quantity > 0 ? [{ line, position, quantity }] : [];
  });
};

/** What is in the parcel, without prices: it may be a gift. */
function PackingSlip({ order: staffOrder }: SheetProps) {
  const { order, lines, slot, shipments, store } = staffOrder;
  const [params] = useSearchParams();
  const shop = useStorefront(store);
  const id = params.get('shipment') ?? '';
  const shipment = shipments.find((each) => String(each.id) === id);
  const others = shipments.filter((each) => each !== shipment);
  const delivery = order.delivery ? `${order.delivery.day}, ${order.delivery.hours}` : '';
  const way = shipment ? [shipment.carrier, shipment.tracking].filter(Boolean).join(' ') : '';
  const how = [delivery, slot?.area, way].filter(Boolean).join('\n');
  return (
    <Sheet
      order={staffOrder}
      title="Packing slip"
      lines={[shipment ? `Sent ${formatDay(shipment.sent_at)}` : `Placed ${formatDay(order.created_at)}`]}
    >
      <div className={styles.blocks}>
        <Block title="Deliver to" text={describeAddress(order.shipping_address ?? order.billing)} />
        {how !== '' && <Block title="Delivery" text={how} />}
      </div>
      <table>
        <thead>
          <tr>
            <td />
            <th scope="col">Item</th>
            <th scope="col">SKU</th>
            <th scope="col">Quantity</th>
          </tr>
        </thead>
        <tbody>
          {listPacked(staffOrder, id).map(({ line, position, quantity }) => (
            <tr key={position}>
              <td>
                <span className={styles.tick} />
              </td>
              <td>
                <span className={styles.item}>
                  <LinePicture image={line.image} />
                  <span>
                    <b>{getLineName(line)}</b>
                    {listLineDetails(line, undefined).map(({ label, text }) => (
                      <span key={label}>
                        <b>{label}:</b> {text}
                      </span>
                    ))}
                  </span>
                </span>
              </td>
              <td>
                <code>{line.sku}</code>
              </td>
              <td>
                <b>{describeQuantity(quantity, line.measure)}</b>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {order.billing.orderNotes !== '' && <p className={styles.box}>From the customer: {order.billing.orderNotes}</p>}
      {others.map((other) => (
        <p key={other.id} className={styles.box}>
          Sent separately on {formatDay(other.sent_at)}: {describePieces(lines, other.lines)}.
        </p>
      ))}
      {shop && (
        <footer>
          <span>Something missing? Write to {shop.support.email} with the number of the order.</span>
        </footer>
      )}
    </Sheet>
  );
}

const WAYS: Readonly<Record<StaffOrder['order']['payment_method'], string>> = {
  bank: 'by bank transfer',
  global: 'online',
  cash: 'in cash',
};

/** What was paid, and what went back. */
const describePaid = ({ order, money, payments }: StaffOrder): string => {
  const paid = payments.find(({ status }) => ['paid', 'refund-due', 'refunded'].includes(status));
  if (money.received === 0 || !paid)
    return order.status === 'canceled' ? 'Canceled. Nothing was paid.' : `To be paid ${WAYS[order.payment_method]}.`;
  const back = money.refunded > 0 ? ` ${formatMoney(money.refunded)} of it was given back.` : ' Nothing is due.';
  return `${formatMoney(money.received)} paid ${WAYS[order.payment_method]} on ${formatDay(paid.at)}.${back}`;
};

/** What was bought, for what. It is no invoice: it has no number of its own. */
function Receipt({ order: staffOrder }: SheetProps) {
  const { order, store } = staffOrder;
  const shop = useStorefront(store);
  const sums: readonly (readonly [label: string, sum: string])[] = [
    ['Subtotal', formatMoney(order.subtotal)],
    ...(order.discount > 0
      ? [[`Discount ${order.coupon_code ?? ''}`.trim(), `−${formatMoney(order.discount)}`] as const]
      : []),
    ['Delivery', formatMoney(order.shipping)],
    ['Total', formatMoney(order.total)],
  ];
  return (
    <Sheet order={staffOrder} title="Receipt" lines={[`Placed ${formatDay(order.created_at)}`]}>
      <div className={styles.blocks}>
        <Block title="Billed to" text={describeAddress(order.billing)} />
        {shop && <Block title="From" text={[shop.name, shop.support.street, shop.support.town].join('\n')} />}
      </div>
      <table>
        <thead>
          <tr>
            <th scope="col">Item</th>
            <th scope="col">Quantity</th>
            <th scope="col">Price</th>
            <th scope="col">Amount</th>
          </tr>
        </thead>
        <tbody>
          {order.lines.map((line, position) => (
            <tr key={position}>
              <td>{line.name}</td>
              <td>{describeQuantity(line.quantity, line.measure)}</td>
              <td>{describePiecePrice(line.unit_price, line.measure, formatMoney)}</td>
              <td>{formatMoney(line.line_total)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <dl className={styles.sums}>
        {sums.map(([label, sum]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{sum}</dd>
          </div>
        ))}
      </dl>
      <p className={styles.box}>{describePaid(staffOrder)}</p>
      {shop && (
        <footer>
          <span>
            {shop.name}, {shop.support.email}
          </span>
        </footer>
      )}
    </Sheet>
  );
}
