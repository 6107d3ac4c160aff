import { parseArgs } from 'node:util';
import { StartError } from '@shop/server-kit/lifecycle/StartError';
import type { PlanSelection } from './database/plan/planMigrations';

const USAGE = 'Usage: npm run migrate [-- --plan [--all | 0011_delivery_slots …]]';

/**
 * Returns the migrations to plan, or undefined if they are to be applied.
 * @throws {StartError} if the arguments are wrong: a misspelled --plan must not migrate.
 */
export const parseMigrateArguments = (argv: readonly string[]): PlanSelection | undefined => {
  const parse = () => {
    try {
      return parseArgs({
        args: [...argv],
        options: { plan: { type: 'boolean' }, all: { type: 'boolean' } },
        allowPositionals: true,
      });
    } catch (error) {
      throw new StartError(`${error instanceof Error ? error.message : String(error)}\n${USAGE}`);
    }
  };
  const { values, positionals } = parse();
  if (!values.plan) {
    if (values.all || positionals.length > 0) throw new StartError(`All pending migrations are applied.\n${USAGE}`);
    return undefined;
  }
  if (values.all) {
    if (positionals.length > 0) throw new StartError(`Either --all or names of migrations.\n${USAGE}`);
    return 'all';
  }
  return positionals.length > 0 ? positionals : 'pending';
};
