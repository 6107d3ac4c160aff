import { findAllSlots, type SlotFilter } from '../src/modules/delivery/slotListRepository';
import type { OperatorContext } from './OperatorContext';
import { printPage } from './printPage';

/** `slots list`: prints the delivery slots that are not over, earliest first. */
export const listSlots = async (
  { database, clock, print }: OperatorContext,
  filter: SlotFilter,
  { json }: { readonly json: boolean },
): Promise<void> => {
  const { page, pageSize } = filter;
  printPage(
    { ...(await findAllSlots(database, filter, clock.now())), page, pageSize },
    {
      noun: 'slots',
      json,
      headings: ['ID', 'AREA', 'STARTS', 'ORDER UNTIL', 'CAPACITY', 'TAKEN', 'HELD', 'CLOSED'],
      toRow: ({ id, area, starts, order_until: until, capacity, taken, held, closed }) => [
        String(id),
        area,
        starts,
        until,
        ...[capacity, taken, held].map(String),
        closed ? 'closed' : '',
      ],
    },
    print,
  );
};
