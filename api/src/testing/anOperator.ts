import type { OperatorContext } from '../../operator/OperatorContext';
import { anOperatorNamed } from '../audit/Actor';
import type { Database } from '../database/Database';
import { createSandboxProvider } from '../modules/payments/sandboxProvider';
import { testConfig } from './testApp';

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
    config: testConfig,
    provider: createSandboxProvider({
      secret: 'a secret between shop and provider',
      clock,
    }),
    actor: anOperatorNamed('grace'),
    print: (line) => void printed.push(line),
    ...overrides,
  };
  return { context, printed };
};

interface AuditRow {
  readonly who: string;
  readonly action: string;
  readonly before: unknown;
  readonly after: unknown;
}

/** Returns the audit of a subject, oldest first. */
export const findAudit = async (database: Database, subject: string): Promise<AuditRow[]> =>
  (
    await database.query<AuditRow>(
      'SELECT actor_name AS who, action, before, after FROM audit_log WHERE subject = $1 ORDER BY id',
      [subject],
    )
  ).rows;
