import type { RemoteId } from '@shop/runtime/remotes';
import type { Command } from 'commander';
import type { CommandLine } from './CommandContext';
import { freeze, listFreezes } from './freeze';
import { parseRemotes } from './parseArguments';
import { approve, listRequests } from './requests';

interface FreezeValues {
  readonly from?: string;
  readonly to?: string;
  readonly reason?: string;
  readonly list?: true;
  readonly end?: string;
}

/** Commands that hold releases back, and let them go. */
export const addHoldCommands = (program: Command, { print, withRegistry }: CommandLine): void => {
  program
    .commandsGroup('Hold')
    .command('freeze')
    .description(
      'let no releases of these remotes (operators: of all) go live in a period; publishing and rolling back still work',
    )
    .argument('[remotes...]', '', parseRemotes)
    .option('--from <time>', 'such as 2026-12-24T18:00+01:00; now by default')
    .option('--to <time>', 'end of the period')
    .option('--reason <why>', 'shown to whoever is refused')
    .option('--list', 'list current and future freezes')
    .option('--end <id>', 'end a freeze')
    .action((remotes: readonly RemoteId[] = [], { list, end, from, to, reason }: FreezeValues) => {
      if (list) return withRegistry(listFreezes);
      if (end !== undefined)
        return withRegistry(async ({ access }) => {
          await access.endFreeze(end);
          print(`The freeze ${end} has ended`);
        });
      return withRegistry((context) => freeze(context, remotes, { from, to, reason }));
    });
  program
    .command('requests')
    .description('list requests for a second person, for remotes with needsSecondPerson in remote.json')
    .action(() => withRegistry(listRequests));
  program
    .command('approve')
    .description('approve a request, which makes it live')
    .argument('<id>', 'see requests')
    .action((id: string) => withRegistry((context) => approve(context, id)));
  program
    .command('decline')
    .description('decline a request')
    .argument('<id>', 'see requests')
    .option('--reason <why>')
    .action((id: string, { reason }: { reason?: string }) =>
      withRegistry(async ({ access }) => {
        await access.decline(id, reason);
        print(`The request ${id} is declined`);
      }),
    );
};
