import type { Command } from 'commander';
import { removeDemo } from '../content/removeDemo';
import { insertAudit } from '../src/audit/auditRepository';
import { changeInTransaction } from '../src/database/changeInTransaction';
import type { CommandLine } from './CommandLine';

/** Commands for the demonstration that a shop can begin with. */
export const addDemoCommands = (program: Command, { withDatabase }: CommandLine): void => {
  const demo = program.command('demo').description('the goods, posts, delivery areas and coupons of the demonstration');
  demo
    .command('remove')
    .description('remove what nobody has changed, for good; orders keep what they have')
    .option('--dry-run', 'only show what would be removed')
    .action(({ dryRun = false }: { dryRun?: boolean }) =>
      withDatabase(async (context) => {
        const { products, archived, posts, coupons } = await changeInTransaction(
          context,
          dryRun,
          async (connection) => {
            const after = await removeDemo(connection);
            const entry = {
              actor: context.actor,
              action: 'products.removed',
              subject: 'demo',
              after: { ...after },
            } as const;
            await insertAudit(connection, entry, context.clock.now());
            return after;
          },
        );
        context.print(
          `${dryRun ? 'Dry run, nothing is removed' : 'Removed'}: ${products} products, ${posts} posts, ${coupons} coupons. Archived, because orders have them: ${archived} products.`,
        );
      }),
    );
};
