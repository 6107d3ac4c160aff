import { newRemote } from '@shop/build/newRemote';
import type { RemoteId } from '@shop/runtime/remotes';
import type { Command } from 'commander';
import { buildAll } from './buildAll';
import { buildOne } from './buildOne';
import type { CommandLine } from './CommandContext';
import { dev } from './dev';
import { parseNewRemote, parseRemote, UsageError } from './parseArguments';

/** Commands for daily work on a remote. */
export const addDevelopmentCommands = (program: Command, { print }: CommandLine): void => {
  program
    .commandsGroup('Develop')
    .command('new')
    .description('create a working remote with a test')
    .argument('<remote>', 'its name, such as mfe-gifts', parseNewRemote)
    .option('--mount <path>', 'part of the site that it owns, such as /gifts')
    .option('--owner <team>', 'name of the team that owns it')
    .action((remote: RemoteId, { mount, owner }: { mount?: string; owner?: string }) =>
      newRemote(remote, { mount, owner }, print),
    );
  program
    .command('dev')
    .description("serve a remote with Fast Refresh, for the host's dev server and for a running shop")
    .argument('<remote>', '', parseRemote)
    .action((remote: RemoteId) => dev(remote, print));
  program
    .command('build')
    .description('build a package (host or a remote) if it has changed')
    .argument('[package]')
    .option('--all', 'the host and all remotes')
    .option('--force', 'also if nothing has changed')
    .action((packageName: string | undefined, { all, force }: { all?: true; force?: true }) => {
      if (all) return buildAll({ force });
      if (packageName === undefined) throw new UsageError('Name a package, such as mfe-home, or use --all.');
      return buildOne(packageName, { force }, print);
    });
};
