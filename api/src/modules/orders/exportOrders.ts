import { describeQuantity, type Order, type OrderLine } from '@shop/contracts';
import { findOrdersAfter } from './orderListRepository';
import { BYTE_ORDER_MARK, formatLine, type CsvCell } from '../../csv/csvLine';
import { formatAddress } from './formatAddress';
import { formatInstant } from '../../formatTime';
import type { Database } from '../../database/Database';

const BATCH_SIZE = 500;

const formatAmount = (amount: number): CsvCell => ({ value: amount.toFixed(2) });

/** Columns of `orders export`: one row for each line of an order. */
const COLUMNS: Readonly<Record<string, (order: Order, line: OrderLine) => CsvCell>> = {
  order: ({ number }) => number,
  status: ({ status }) => status,
  placed_at: ({ created_at }) => formatInstant(created_at),
  email: ({ billing }) => billing.email,
  sku: (_order, { sku }) => sku,
  name: (_order, { name }) => name,
  engraving: (_order, { choices }) => choices?.engraving?.text ?? '',
  engraving_font: (_order, { choices }) => choices?.engraving?.font ?? '',
  choices_price: (_order, { choices_price }) => formatAmount(choices_price ?? 0),
  quantity: (_order, { quantity, measure }) => ({ value: describeQuantity(quantity, measure) }),
  unit_price: (_order, { unit_price }) => formatAmount(unit_price),
  line_total: (_order, { line_total }) => formatAmount(line_total),
  if_missing: (_order, { substitution }) => substitution ?? '',
  report: (_order, { certification }) => certification?.reportNumber ?? '',
  delivery_day: ({ delivery }) => delivery?.day ?? '',
  delivery_hours: ({ delivery }) => delivery?.hours ?? '',
  order_total: ({ total }) => formatAmount(total),
  currency: ({ currency }) => currency,
  coupon: ({ coupon_code }) => coupon_code ?? '',
  payment_method: ({ payment_method }) => payment_method,
  ship_to: ({ billing, shipping_address }) => formatAddress(shipping_address ?? billing),
  phone: ({ billing, shipping_address }) => (shipping_address ?? billing).phone,
  order_notes: ({ billing }) => billing.orderNotes ?? '',
};

/** What a part of the file has. */
interface ExportedPart {
  readonly orders: number;
  /** One for each line of an order. */
  readonly rows: number;
}

interface ExportedRange {
  readonly since: Date | null;
  readonly until?: Date | null;
  /** Of orders. */
  readonly limit?: number;
}

/** Yields CSV, oldest order first, with what was chosen for each line and what it cost. */
export async function* exportOrders(
  { database }: { readonly database: Database },
  { since, until = null, limit = Infinity }: ExportedRange,
  onPart: (part: ExportedPart) => void = () => undefined,
): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + formatLine(Object.keys(COLUMNS));
  let lastId = 0;
  for (let left = limit; left > 0;) {
    const batch = await findOrdersAfter(database, { since, until, lastId, limit: Math.min(BATCH_SIZE, left) });
    left -= batch.length;
    const rows = batch.flatMap(({ order }) =>
      order.lines.map((line) => formatLine(Object.values(COLUMNS).map((toCell) => toCell(order, line)))),
    );
    onPart({ orders: batch.length, rows: rows.length });
    yield rows.join('');
    const last = batch.at(-1);
    if (!last || batch.length < BATCH_SIZE) return;
    lastId = last.id;
  }
}
