import type { Order } from '@shop/contracts';
import type { Actor } from '../../audit/Actor';
import { insertAudit } from '../../audit/auditRepository';
import type { Queryable } from '../../database/Database';
import { restoreCouponUse } from '../coupons/couponsRepository';
import { returnSlot } from '../delivery/deliveryRepository';
import { endHold } from './endHold';
import { setOrderStatus } from './ordersRepository';
import { getTransition, type TransitionName } from './transitions';

type Fields = Readonly<Record<string, unknown>>;

interface Change {
  readonly actor: Actor;
  readonly now: Date;
  /** Further fields of the audit. */
  readonly before?: Fields;
  readonly after?: Fields;
}

/**
 * Carries out a transition of an order that its transaction has locked and found in a state that allows it: status,
 * stock, coupon, slot and audit, as the table says. Returns whether the order held pieces: it was not paid.
 */
export const applyTransition = async (
  connection: Queryable,
  name: TransitionName,
  order: Order,
  { actor, now, before, after }: Change,
): Promise<boolean> => {
  const { to, stock, coupon, slot, accepts, audit } = getTransition(name);
  const { number, status } = order;
  const isMoved = to !== null && to !== status;
  if (isMoved) await setOrderStatus(connection, number, to, accepts ? now : null);
  const wasHeld = stock ? await endHold(connection, order, { isCanceled: stock === 'returned' }) : false;
  if (slot) await returnSlot(connection, number);
  if (coupon) await restoreCouponUse(connection, number);
  await insertAudit(
    connection,
    {
      actor,
      action: audit,
      subject: number,
      ...((isMoved || before) && { before: { ...(isMoved && { status }), ...before } }),
      ...((isMoved || after) && { after: { ...(isMoved && { status: to }), ...after } }),
    },
    now,
  );
  return wasHeld;
};
