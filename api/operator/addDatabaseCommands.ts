import type { Command } from 'commander';
import { anOperatorNamed } from '../src/audit/Actor';
import { readConfig } from '../src/config';
import { backupEmbedded } from './backup/backupEmbedded';
import { backupFiles } from './backup/backupFiles';
import { backupPostgres } from './backup/backupPostgres';
import { restoreEmbedded } from './backup/restoreEmbedded';
import { restorePostgres } from './backup/restorePostgres';
import type { CommandLine } from './CommandLine';
import { OperatorError } from './OperatorError';
import { parseTime } from './parseArguments';
import { requireNewFile } from './writePrivateFile';

interface RestoreOptions {
  readonly replace?: boolean;
  readonly to?: Date;
  readonly label?: string;
}

/** Commands for the whole database. PostgreSQL has a repository of backups, and the embedded database has files. */
export const addDatabaseCommands = (
  program: Command,
  { environment, getOperatorName, print, resolveFile }: CommandLine,
): void => {
  const readCommon = () => ({ actor: anOperatorNamed(getOperatorName()), now: new Date(), print });
  const requireFile = (file: string | undefined): string => {
    if (file === undefined) throw new OperatorError('usage', 'The embedded database needs the name of a file.');
    return resolveFile(file);
  };
  const refuse = (given: Readonly<Record<string, unknown>>, reason: string): void => {
    const name = Object.keys(given).find((key) => given[key] !== undefined);
    if (name !== undefined) throw new OperatorError('usage', `${name} is not for ${reason}.`);
  };
  program
    .command('backup')
    .description('back up the database: PostgreSQL with pgBackRest, the embedded one to a file; and files with restic')
    .argument('[file]', 'of the embedded database: a new one')
    .action(async (file: string | undefined) => {
      const location = readConfig(environment);
      const { databaseUrl, dataDirectory } = location;
      if (databaseUrl === undefined) {
        const options = { ...readCommon(), dataDirectory, file: requireFile(file) };
        requireNewFile(options.file);
        await backupFiles(environment, print);
        return backupEmbedded(options);
      }
      refuse({ 'A file': file }, 'PostgreSQL, whose backups are in the repository of pgBackRest');
      await backupFiles(environment, print);
      return backupPostgres({ ...readCommon(), location, environment });
    });
  program
    .command('restore')
    .description('restore the database: PostgreSQL, while it is stopped, or the embedded one from a file')
    .argument('[file]', 'of the embedded database: see backup')
    .option('--replace', 'embedded: also replace existing orders and accounts')
    .option('--to <time>', 'PostgreSQL: up to this second, such as "2026-11-27 10:15:00+00"', parseTime('--to'))
    .option('--label <label>', 'PostgreSQL: from this backup; without --to, as it was at its end')
    .action(async (file: string | undefined, { replace, to, label }: RestoreOptions) => {
      const { databaseUrl, directUrl, dataDirectory } = readConfig(environment);
      if (databaseUrl === undefined) {
        refuse({ '--to': to, '--label': label }, 'the embedded database');
        const options = { ...readCommon(), dataDirectory, file: requireFile(file), replace: replace ?? false };
        return restoreEmbedded(options);
      }
      refuse({ 'A file': file, '--replace': replace }, 'PostgreSQL, whose backups are in the repository of pgBackRest');
      const location = { databaseUrl: directUrl ?? databaseUrl, dataDirectory };
      return restorePostgres({ ...readCommon(), location, environment, to, label });
    });
};
