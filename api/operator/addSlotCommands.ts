import type { Command } from 'commander';
import type { CommandLine } from './CommandLine';
import { listSlots } from './listSlots';
import { DEFAULT_PAGE_SIZE, parsePage, parsePageSize, parseWholeNumber } from './parseArguments';
import { setSlot } from './setSlot';

const MAX_ID = 999_999_999;
const MAX_CAPACITY = 9_999;

interface ListValues {
  readonly area?: string | null;
  readonly page: number;
  readonly perPage: number;
  readonly json?: boolean;
}

const CHANGES = [
  { name: 'close', closed: true, description: 'take no more orders for a slot' },
  { name: 'open', closed: false, description: 'take orders for a closed slot again' },
] as const;

/** Commands for delivery slots. */
export const addSlotCommands = (program: Command, { withDatabase }: CommandLine): void => {
  const slots = program.command('slots').description('list, close and open delivery slots, set their capacity');
  const parseId = parseWholeNumber('<id>', MAX_ID);
  slots
    .command('list')
    .description('list the slots that are not over, with places taken and held; earliest first')
    .option('--area <id>', 'only those of an area')
    .option('--page <number>', 'page to show', parsePage, 1)
    .option('--per-page <count>', 'slots per page', parsePageSize, DEFAULT_PAGE_SIZE)
    .option('--json', 'print JSON')
    .action(({ area = null, page, perPage, json = false }: ListValues) =>
      withDatabase((context) => listSlots(context, { area, page, pageSize: perPage }, { json })),
    );
  for (const { name, closed, description } of CHANGES)
    slots
      .command(name)
      .description(description)
      .argument('<id>', 'from the list', parseId)
      .option('--dry-run', 'only show what would change')
      .action((id: number, { dryRun = false }: { dryRun?: boolean }) =>
        withDatabase((context) => setSlot(context, id, { change: { closed }, dryRun })),
      );
  slots
    .command('capacity')
    .description('set how many orders a slot takes')
    .argument('<id>', 'from the list', parseId)
    .argument('<orders>', 'at least those that have it', parseWholeNumber('<orders>', MAX_CAPACITY))
    .option('--dry-run', 'only show what would change')
    .action((id: number, capacity: number, { dryRun = false }: { dryRun?: boolean }) =>
      withDatabase((context) => setSlot(context, id, { change: { capacity }, dryRun })),
    );
};
