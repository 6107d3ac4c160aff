import type { Command } from 'commander';
import type { CommandLine } from './CommandLine';
import { listSecurityEvents } from './listSecurityEvents';
import { DEFAULT_PAGE_SIZE, parseEmail, parsePageSize } from './parseArguments';
import { showUser } from './showUser';
import { unlockUser } from './unlockUser';

/** Commands for accounts. */
export const addUserCommands = (program: Command, { withDatabase }: CommandLine): void => {
  const users = program.command('users').description('show and unlock accounts, and show their security events');
  users
    .command('show')
    .description('show an account, its orders and locks, but no secrets')
    .argument('<email>', 'of the account', parseEmail)
    .option('--json', 'print JSON')
    .action((email: string, { json = false }: { json?: boolean }) =>
      withDatabase((context) => showUser(context, email, { json })),
    );
  users
    .command('unlock')
    .description('let the owner of an account try passwords and codes again')
    .argument('<email>', 'of the account', parseEmail)
    .option('--dry-run', 'only show what would change')
    .action((email: string, { dryRun = false }: { dryRun?: boolean }) =>
      withDatabase((context) => unlockUser(context, email, { dryRun })),
    );
  users
    .command('events')
    .description('list logins, failures, resets and changes, newest first')
    .argument('[email]', 'of one account; all by default', parseEmail)
    .option('--per-page <count>', 'events to list', parsePageSize, DEFAULT_PAGE_SIZE)
    .option('--json', 'print JSON')
    .action((email: string | undefined, { perPage: limit, json = false }: { perPage: number; json?: boolean }) =>
      withDatabase((context) => listSecurityEvents(context, { email: email ?? null, limit }, { json })),
    );
};
