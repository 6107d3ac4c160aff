import type { RemoteId } from '@shop/runtime/remotes';
import type { Command } from 'commander';
import type { CommandLine } from './CommandContext';
import { listReleases, printDiff, printHistory } from './list';
import { parseRemote } from './parseArguments';

/** Commands that change nothing. */
export const addInspectionCommands = (program: Command, { withRegistry }: CommandLine): void => {
  program
    .commandsGroup('Inspect')
    .command('list')
    .description('list releases (* live, c canary)')
    .argument('[remote]', '', parseRemote)
    .action((remote: RemoteId | undefined) => withRegistry((context) => listReleases(context, remote)));
  program
    .command('diff')
    .description('compare releases: by default live and newest, or live and the one before if live is the newest')
    .argument('<remote>', '', parseRemote)
    .argument('[from]')
    .argument('[to]')
    .action((remote: RemoteId, from: string | undefined, to: string | undefined) =>
      withRegistry((context) => printDiff(context, remote, from, to)),
    );
  program
    .command('history')
    .description('list changes with author and reason')
    .argument('[remote]', '', parseRemote)
    .action((remote: RemoteId | undefined) => withRegistry((context) => printHistory(context, remote)));
};
