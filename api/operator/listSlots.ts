import { findAllSlots, listAreaIds, type SlotFilter } from '../src/modules/delivery/slotListRepository';
import type { OperatorContext } from './OperatorContext';
import { OperatorError } from './OperatorError';
import { printPage } from './printPage';
import { sanitize } from './printTable';

/** `slots list`: prints the delivery slots that are not over, earliest first. @throws {OperatorError} unknown area. */
export const listSlots = async (
  { database, clock, print }: OperatorContext,
  filter: SlotFilter,
  { json }: { readonly json: boolean },
): Promise<void> => {
  const { area, page, pageSize } = filter;
  const areas = area === null ? [] : await listAreaIds(database);
  if (area !== null && !areas.includes(area))
    throw new OperatorError('unknown', `No area is called "${sanitize(area)}". There are: ${areas.join(', ')}.`);
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
