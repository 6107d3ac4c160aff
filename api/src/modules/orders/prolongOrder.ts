import type { Queryable } from '../../database/Database';
import { addMs, DAY_MS } from '../../clock';
import { findCutoff } from '../delivery/deliveryRepository';
import { readBankAccount } from '../settings/readSettings';
import { applyTransition } from './applyTransition';
import { readForChange, type ByActor, type OrderContext } from './changeOrder';
import { findBankAccount, writeInstructions } from './getPaymentTerms';
import { insertOrderMail } from './insertOrderMail';
import { writeProlongedMail } from './orderMail';
import { setHeldUntil } from './ordersRepository';
import type { Changed } from './payOrder';
import { createRefusal, requireTransition } from './transitions';

const INSTANT = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });

export const formatHeldUntil = (instant: Date): string => `${INSTANT.format(instant)} UTC`;

/**
 * Keeps an unpaid order, and the stock that it holds, for longer: `days` since it was placed, so that repeating it
 * changes nothing. @throws {ShopError} ORDER_NOT_FOUND, ORDER_REFUSED.
 */
export const prolongOrder = async (
  context: OrderContext,
  connection: Queryable,
  number: string,
  { actor, now, days }: ByActor & { readonly days: number },
): Promise<Changed & { readonly heldUntil: Date }> => {
  const { locked, order, owner } = await readForChange(connection, number);
  requireTransition('prolong', number, order.status);
  const heldUntil = addMs(locked.createdAt, days * DAY_MS);
  if (heldUntil <= locked.heldUntil) return { order, isChanged: false, heldUntil: locked.heldUntil };
  const until = formatHeldUntil(heldUntil);
  if (heldUntil <= now) throw createRefusal(`${until} has passed: the order needs more days.`);
  const cutoff = await findCutoff(connection, number);
  if (cutoff && heldUntil > cutoff)
    throw createRefusal(
      `The van of the order ${number} takes orders until ${formatHeldUntil(cutoff)}: it cannot be kept longer.`,
    );
  const bankAccount =
    (await readBankAccount(connection, context.config)) ?? findBankAccount(order.payment_instructions);
  const instructions = writeInstructions(order.payment_method, number, `until ${until}`, bankAccount);
  await setHeldUntil(connection, number, { heldUntil, instructions });
  await insertOrderMail(
    context,
    connection,
    { ...order, payment_instructions: instructions },
    owner,
    writeProlongedMail,
    now,
  );
  await applyTransition(connection, 'prolong', order, {
    actor,
    now,
    before: { held_until: locked.heldUntil },
    after: { held_until: heldUntil },
  });
  return { order, isChanged: true, heldUntil };
};
