import { AUDIENCES, type Audience, type RemoteId } from '@shop/runtime/remotes';
import { Argument, type Command } from 'commander';
import { createRegistry, DEFAULT_RETENTION_DAYS } from '..';
import { setAudience } from './audience';
import type { CommandLine } from './CommandContext';
import { openStorageRegistry } from './openAccess';
import { parseNumber, parseRemote, parseRemotes, UsageError } from './parseArguments';
import { addToken, printTokens, revokeTokenByName } from './token';

/** Commands for whoever runs the registry. */
export const addMaintenanceCommands = (program: Command, { environment, print, withRegistry }: CommandLine): void => {
  program
    .commandsGroup('Maintain')
    .command('init')
    .description('make the registry, once: no other command makes one')
    .action(async () => {
      if (environment['REGISTRY_URL'])
        throw new UsageError('A registry is made where its storage is, without REGISTRY_URL.');
      const { registry, isNew } = await createRegistry(environment);
      print(
        isNew ? `The registry is in ${registry.storage.name}.` : `There is a registry in ${registry.storage.name}.`,
      );
    });
  program
    .command('gc')
    .description('remove releases that are no longer needed')
    .option('--days <days>', 'keep younger ones', parseNumber('days'), DEFAULT_RETENTION_DAYS)
    .option('--dry-run', 'only list them')
    .action(({ days, dryRun = false }: { days: number; dryRun?: boolean }) =>
      withRegistry(async ({ access }) => {
        const collected = await access.collectGarbage({ keptDays: days, dryRun });
        for (const { remote, version } of collected)
          print(`${dryRun ? 'would remove' : 'removed'} ${remote} ${version}`);
        if (collected.length === 0) print('Nothing to remove.');
      }),
    );
  program
    .command('audience')
    .description('let a remote be for staff, in the back office, or for shoppers; with direct access to the storage')
    .argument('<remote>', '', parseRemote)
    .addArgument(new Argument('<audience>').choices(AUDIENCES))
    .action(async (remote: RemoteId, audience: Audience) =>
      setAudience(await openStorageRegistry(environment), remote, audience, print),
    );
  const token = program.command('token').description('manage tokens, with direct access to the storage');
  token
    .command('add')
    .description('create a token for remotes; prints it once')
    .argument('<name>', 'of the team or the CI')
    .argument('[remotes...]', '', parseRemotes)
    .option('--operator', 'for all remotes')
    .action(async (name: string, remotes: readonly RemoteId[] = [], { operator = false }: { operator?: boolean }) =>
      addToken(await openStorageRegistry(environment), name, { remotes, operator }, print),
    );
  token
    .command('list')
    .description('list tokens')
    .action(async () => printTokens(await openStorageRegistry(environment), print));
  token
    .command('revoke')
    .description('revoke a token, and end its sessions')
    .argument('<name>')
    .action(async (name: string) => revokeTokenByName(await openStorageRegistry(environment), name, print));
};
