import { insertAudit } from '../src/audit/auditRepository';
import { lockListedSlot, updateSlot, type LockedSlot } from '../src/modules/delivery/slotListRepository';
import { OperatorError } from './OperatorError';
import type { OperatorContext } from './OperatorContext';

interface SetSlotOptions {
  readonly change: Partial<Pick<LockedSlot, 'capacity' | 'closed'>>;
  readonly dryRun: boolean;
}

const describe = ({ capacity, closed }: Pick<LockedSlot, 'capacity' | 'closed'>): string =>
  `${closed ? 'closed' : 'open'} for ${capacity} orders`;

/** `slots close|open ID` and `slots capacity ID N`: orders that have the slot keep it. */
export const setSlot = async (
  { database, clock, actor, print }: OperatorContext,
  id: number,
  { change, dryRun }: SetSlotOptions,
): Promise<void> => {
  const outcome = await database.transaction(async (connection) => {
    const slot = await lockListedSlot(connection, id);
    if (!slot) throw new OperatorError('unknown', `No delivery slot has the id ${id}.`);
    const changed = { capacity: slot.capacity, closed: slot.closed, ...change };
    if (changed.capacity < slot.taken)
      throw new OperatorError(
        'conflict',
        `${slot.taken} orders have the slot ${id}: its capacity cannot be ${changed.capacity}. Close it to take no more.`,
      );
    if (describe(changed) === describe(slot))
      return `The slot ${id} is ${describe(slot)} already: nothing was changed.`;
    if (dryRun) return `Dry run, nothing is written: the slot ${id} would be ${describe(changed)}.`;
    await updateSlot(connection, id, changed);
    const before = { capacity: slot.capacity, closed: slot.closed };
    await insertAudit(
      connection,
      { actor, action: 'slot.changed', subject: String(id), before, after: changed },
      clock.now(),
    );
    return `The slot ${id} is ${describe(changed)}; ${slot.taken} orders have it.`;
  });
  print(outcome);
};
