import type { Order } from '@shop/contracts';
import { insertAudit } from '../../audit/auditRepository';
import type { Queryable } from '../../database/Database';
import { ShopError } from '../../http/ShopError';
import { recordHandPayment } from '../payments/handPayments';
import { applyTransition } from './applyTransition';
import { readForChange, type ByActor, type OrderContext } from './changeOrder';
import { insertOrderMail } from './insertOrderMail';
import { writeShippedMail } from './orderMail';
import { findOrder } from './ordersRepository';
import { payOrder, type Changed } from './payOrder';
import { formatHeldUntil } from './prolongOrder';
import { readProgress, type LineProgress } from './readProgress';
import { findShipments, insertShipment, lockShipment, updateShipment, type Pieces } from './shipmentsRepository';
import { createRefusal, requireTransition } from './transitions';

interface Sending extends ByActor {
  /** All that is left, if unset. */
  readonly lines?: readonly Pieces[] | undefined;
  readonly carrier?: string;
  readonly tracking?: string;
  /** How many shipments were seen, if it matters. */
  readonly seen?: number | undefined;
  /** The bank transfer has arrived, too. */
  readonly isPaid?: boolean;
}

const describeLeft = (count: number): string =>
  count === 0 ? 'nothing is' : count === 1 ? '1 piece is' : `${count} pieces are`;

/** Returns what is sent, with each line once. @throws {ShopError} ORDER_REFUSED if less is left. */
const choosePieces = (
  { number, lines }: Order,
  progress: readonly LineProgress[],
  chosen: readonly Pieces[] | undefined,
): Pieces[] => {
  const all = progress.map(({ toSend: quantity }, position) => ({ position, quantity }));
  const pieces = all.map(({ position, quantity }) => ({
    position,
    quantity: chosen
      ? chosen.reduce((sum, piece) => sum + (piece.position === position ? piece.quantity : 0), 0)
      : quantity,
  }));
  if (chosen?.some(({ position }) => position >= lines.length)) throw createRefusal('The order has no such line.');
  for (const { position, quantity } of pieces) {
    const left = progress[position]?.toSend ?? 0;
    if (quantity > left)
      throw createRefusal(
        `Of ${lines[position]?.name}, ${describeLeft(left)} left to send: somebody may have been faster.`,
      );
  }
  const sent = pieces.filter(({ quantity }) => quantity > 0);
  if (sent.length === 0) throw createRefusal(`Nothing of the order ${number} is left to send.`);
  return sent;
};

/**
 * Sends what is left of an order, or some of it: a shipment, the customer's mail, and when nothing is left the end of
 * the order. Repeating it for an order that is shipped changes nothing.
 * @throws {ShopError} ORDER_NOT_FOUND, ORDER_REFUSED.
 */
export const shipLines = async (
  context: OrderContext,
  connection: Queryable,
  number: string,
  { actor, now, lines, carrier = '', tracking = '', seen, isPaid = false }: Sending,
): Promise<Changed> => {
  const found = await readForChange(connection, number);
  if (found.order.status === 'shipped' && !lines) return { order: found.order, isChanged: false };
  if (isPaid && found.order.status === 'on-hold')
    await payOrder(context, connection, number, { actor, now, isQuiet: true });
  const { locked, order, owner } = isPaid ? await readForChange(connection, number) : found;
  requireTransition('ship', number, order.status);
  if (locked.isUnconfirmed)
    throw createRefusal(
      `The order ${number} waits until ${formatHeldUntil(locked.heldUntil)} for its guest, who confirms it by the link in its mail.`,
    );
  if (seen !== undefined && (await findShipments(connection, number)).length !== seen)
    throw createRefusal('Something of the order was sent meanwhile: look at its shipments.');
  const progress = await readProgress(connection, order);
  const sent = choosePieces(order, progress, lines);
  await insertShipment(connection, number, { lines: sent, carrier, tracking }, now);
  const isLeft = async (onlyApplied: boolean): Promise<boolean> =>
    (await readProgress(connection, order, { onlyApplied })).some(({ toSend }) => toSend > 0);
  const isPart = await isLeft(false);
  // A refund that is due can still be taken back: its pieces are then to be sent.
  const isOpen = isPart || (await isLeft(true));
  const isWhole = !isPart && !progress.some((line) => line.sent > 0 || line.refunded > 0);
  await applyTransition(connection, isOpen ? 'shipPart' : 'ship', order, {
    actor,
    now,
    ...((!isWhole || carrier !== '' || tracking !== '') && {
      after: {
        ...(!isWhole && { lines: sent }),
        ...(carrier !== '' && { carrier }),
        ...(tracking !== '' && { tracking }),
      },
    }),
  });
  if (!isOpen) await recordHandPayment(connection, number, now);
  const shipped = (await findOrder(connection, number, owner)) ?? order;
  await insertOrderMail(
    context,
    connection,
    shipped,
    owner,
    (mailed) => writeShippedMail(mailed, { lines: isWhole ? null : sent, isPart, carrier, tracking }),
    now,
  );
  return { order: shipped, isChanged: true };
};

interface ShipmentChange extends ByActor {
  readonly carrier: string;
  readonly tracking: string;
  readonly isDelivered: boolean;
  /** The version that was seen. */
  readonly version: number;
}

/**
 * Corrects carrier and tracking number of a shipment, or says that it has arrived.
 * @throws {ShopError} ORDER_NOT_FOUND; CHANGED_MEANWHILE with what somebody else has saved.
 */
export const changeShipment = async (
  connection: Queryable,
  number: string,
  id: number,
  { actor, now, carrier, tracking, isDelivered, version }: ShipmentChange,
): Promise<void> => {
  const shipment = await lockShipment(connection, number, id);
  if (!shipment) throw new ShopError('ORDER_NOT_FOUND');
  const isSame =
    shipment.carrier === carrier && shipment.tracking === tracking && (shipment.deliveredAt !== null) === isDelivered;
  if (isSame) return;
  if (shipment.version !== version)
    throw new ShopError('CHANGED_MEANWHILE', { fields: { carrier: shipment.carrier, tracking: shipment.tracking } });
  const deliveredAt = isDelivered ? (shipment.deliveredAt ?? now) : null;
  await updateShipment(connection, id, { carrier, tracking, deliveredAt });
  await insertAudit(
    connection,
    {
      actor,
      action: isDelivered && shipment.deliveredAt === null ? 'order.delivered' : 'order.shipment-changed',
      subject: number,
      before: { carrier: shipment.carrier, tracking: shipment.tracking, delivered: shipment.deliveredAt !== null },
      after: { carrier, tracking, delivered: isDelivered },
    },
    now,
  );
};
