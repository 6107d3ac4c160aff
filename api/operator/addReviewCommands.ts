import { Option, type Command } from 'commander';
import type { ReviewFilter } from '../src/modules/reviews/reviewsRepository';
import type { CommandLine } from './CommandLine';
import { listReviews } from './listReviews';
import { DEFAULT_PAGE_SIZE, parsePage, parsePageSize, parseWholeNumber } from './parseArguments';
import { setReview } from './setReview';

const MAX_ID = 999_999_999;

interface ListValues extends Partial<Pick<ReviewFilter, 'status'>> {
  readonly page: number;
  readonly perPage: number;
  readonly json?: boolean;
}

const CHANGES = [
  { name: 'approve', status: 'published', description: 'show a review, and count its rating' },
  { name: 'remove', status: 'removed', description: 'hide a review, and no longer count its rating' },
] as const;

/** Commands for reviews. */
export const addReviewCommands = (program: Command, { withDatabase }: CommandLine): void => {
  const reviews = program.command('reviews').description('list, approve and remove reviews');
  reviews
    .command('list')
    .description('list reviews: those that wait for a check first, then the newest')
    .addOption(new Option('--status <status>').choices(['waiting', 'published', 'removed']))
    .option('--page <number>', 'page to show', parsePage, 1)
    .option('--per-page <count>', 'reviews per page', parsePageSize, DEFAULT_PAGE_SIZE)
    .option('--json', 'print JSON')
    .action(({ status = null, page, perPage, json = false }: ListValues) =>
      withDatabase((context) => listReviews(context, { status, page, pageSize: perPage }, { json })),
    );
  for (const { name, status, description } of CHANGES)
    reviews
      .command(name)
      .description(description)
      .argument('<id>', 'from the list', parseWholeNumber('<id>', MAX_ID))
      .option('--dry-run', 'only show what would change')
      .action((id: number, { dryRun = false }: { dryRun?: boolean }) =>
        withDatabase((context) => setReview(context, id, { status, dryRun })),
      );
};
