import type { Command } from 'commander';
import type { CommandLine } from './CommandLine';
import { listSecurityEvents } from './listSecurityEvents';
import { DEFAULT_PAGE_SIZE, parseEmail, parsePageSize } from './parseArguments';
import { showUser } from './showUser';

/** Commands for accounts. They change nothing. */
export const addUserCommands = (program: Command, { withDatabase }: CommandLine): void => {
  const users = program.command('users').description('show accounts and their security events');
  users
    .command('show')
    .description('show an account, its orders and locks, but no secrets')
    .argument('<email>', 'of the account', parseEmail)
    .option('--json', 'print JSON')
    .action((email: string, { json = false }: { json?: boolean }) =>
      withDatabase((context) => showUser(context, email, { json })),
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
