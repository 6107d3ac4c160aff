import type { OperatorContext } from '../../operator/OperatorContext';
import type { Database } from '../database/Database';
import { createSandboxProvider } from '../modules/payments/sandboxProvider';

const clock = { now: () => new Date('2026-11-21T12:00:00Z') };

/** Builds an operator context that records printed lines. */
export const anOperator = (
  database: Database,
  overrides: Partial<OperatorContext> = {},
): { readonly context: OperatorContext; readonly printed: string[] } => {
  const printed: string[] = [];
  const context: OperatorContext = {
    database,
    clock,
    config: { authSecret: 'another secret that only tests know', publicUrl: 'http://shop.test' },
    provider: createSandboxProvider({
      secret: 'a secret between shop and provider',
      clock,
    }),
    who: 'grace',
    print: (line) => void printed.push(line),
    ...overrides,
  };
  return { context, printed };
};

/** Returns the log entries of a subject, oldest first. */
export const findLogEntries = async (
  database: Database,
  subject: string,
): Promise<{ readonly who: string; readonly action: string; readonly detail: string }[]> =>
  (
    await database.query<{ who: string; action: string; detail: string }>(
      'SELECT who, action, detail FROM operator_log WHERE subject = $1 ORDER BY id',
      [subject],
    )
  ).rows;
