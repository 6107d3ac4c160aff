import { changeInTransaction } from '../src/database/changeInTransaction';
import { ShopError } from '../src/http/ShopError';
import { changeSlot, type SlotChange } from '../src/modules/delivery/changeSlot';
import type { LockedSlot } from '../src/modules/delivery/slotListRepository';
import { OperatorError } from './OperatorError';
import type { OperatorContext } from './OperatorContext';

interface SetSlotOptions {
  readonly change: SlotChange;
  readonly dryRun: boolean;
}

const describe = ({ capacity, closed }: LockedSlot): string => `${closed ? 'closed' : 'open'} for ${capacity} orders`;

const toOperatorError = (error: unknown, id: number): unknown => {
  if (!(error instanceof ShopError)) return error;
  return error.code === 'SLOT_NOT_FOUND'
    ? new OperatorError('unknown', `No delivery slot has the id ${id}.`)
    : new OperatorError('conflict', Object.values(error.details.fields ?? {}).join(' '));
};

/** `slots close|open ID` and `slots capacity ID N`: orders that have the slot keep it. */
export const setSlot = async (
  context: OperatorContext,
  id: number,
  { change, dryRun }: SetSlotOptions,
): Promise<void> => {
  const { clock, actor, print } = context;
  const { after, isChanged } = await changeInTransaction(context, dryRun, (connection) =>
    changeSlot(connection, id, change, { actor, now: clock.now() }),
  ).catch((error: unknown) => {
    throw toOperatorError(error, id);
  });
  if (!isChanged) return print(`The slot ${id} is ${describe(after)} already: nothing was changed.`);
  print(
    dryRun
      ? `Dry run, nothing is written: the slot ${id} would be ${describe(after)}.`
      : `The slot ${id} is ${describe(after)}; ${after.taken} orders have it.`,
  );
};
