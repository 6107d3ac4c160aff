import path from 'node:path';
import type { Command } from 'commander';
import { readConfig } from '../src/config';
import { backupDatabase } from './backup/backupDatabase';
import { restoreEmbedded } from './backup/restoreEmbedded';
import { restorePostgres } from './backup/restorePostgres';
import type { CommandLine } from './CommandLine';

/** Commands for the whole database. */
export const addDatabaseCommands = (
  program: Command,
  { environment, getOperatorName, print, resolveFile }: CommandLine,
): void => {
  program
    .command('backup')
    .description('write the whole database to one file')
    .argument('<file>')
    .action((file: string) => backupDatabase(readConfig(environment), resolveFile(file), print));
  program
    .command('restore')
    .description('restore a backup completely, or change nothing')
    .argument('<file>', 'see backup')
    .option('--replace', 'also replace existing orders and accounts')
    .action((name: string, { replace = false }: { replace?: boolean }) => {
      const { databaseUrl, dataDirectory } = readConfig(environment);
      const file = resolveFile(name);
      const entry = { who: getOperatorName(), action: 'restore', subject: path.basename(file), detail: '' };
      const options = { dataDirectory, file, replace, entry, now: new Date(), print };
      return databaseUrl === undefined
        ? restoreEmbedded({ ...options, databaseUrl })
        : restorePostgres({ ...options, databaseUrl });
    });
};
