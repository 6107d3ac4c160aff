import type { Command } from 'commander';
import type { CommandLine } from './CommandLine';
import { listMails } from './listMails';
import { markMailsSent } from './markMailsSent';
import { DEFAULT_PAGE_SIZE, parsePage, parsePageSize, parseTime } from './parseArguments';

interface ListValues {
  readonly page: number;
  readonly perPage: number;
  readonly json?: boolean;
}

interface SentValues {
  readonly until?: Date;
  readonly dryRun?: boolean;
}

/** Commands for mails that wait to be sent. */
export const addMailCommands = (program: Command, { withDatabase }: CommandLine): void => {
  const mails = program.command('mails').description('list mails that wait to be sent, keep them from going out');
  mails
    .command('list')
    .description('list the mails that wait to be sent, in their sequence')
    .option('--page <number>', 'page to show', parsePage, 1)
    .option('--per-page <count>', 'mails per page', parsePageSize, DEFAULT_PAGE_SIZE)
    .option('--json', 'print JSON')
    .action(({ page, perPage, json = false }: ListValues) =>
      withDatabase((context) => listMails(context, { page, pageSize: perPage }, { json })),
    );
  mails
    .command('sent')
    .description('mark waiting mails as sent, so that they do not go out; their text is deleted')
    .option(
      '--until <time>',
      'only mails that were created by then, such as "2026-11-27 10:15:00+00"',
      parseTime('--until'),
    )
    .option('--dry-run', 'only show what would change')
    .action(({ until, dryRun = false }: SentValues) =>
      withDatabase((context) => markMailsSent(context, { until: until ?? null, dryRun })),
    );
};
