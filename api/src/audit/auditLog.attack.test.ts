import type { Database } from '../database/Database';
import { findAudit } from '../testing/anOperator';
import { databaseKinds, openTestDatabase } from '../testing/testDatabase';
import { anOperatorNamed } from './Actor';
import { insertAudit } from './auditRepository';

describe.each(databaseKinds)('the audit log on %s', (kind) => {
  let database: Database;
  beforeAll(async () => {
    database = await openTestDatabase(kind);
    await record('R-1');
  });
  afterAll(() => database.close());

  const record = (subject: string, fails = false): Promise<void> =>
    database.transaction(async (connection) => {
      const entry = { actor: anOperatorNamed('grace'), action: 'order.shipped', subject } as const;
      await insertAudit(connection, entry, new Date('2026-11-21T12:00:00Z'));
      if (fails) throw new Error('The change failed');
    });

  test.each([
    "UPDATE audit_log SET actor_name = 'nobody'",
    'DELETE FROM audit_log',
    "DELETE FROM audit_log WHERE subject = 'none of them'",
    'TRUNCATE audit_log',
  ])('refuses %s, whoever asks (product 16.14)', async (statement) => {
    await expect(database.query(statement)).rejects.toThrow('The audit log is append-only');
    expect(await findAudit(database, 'R-1')).toMatchObject([{ who: 'grace' }]);
  });

  test('has no row of a change that failed', async () => {
    await expect(record('R-2', true)).rejects.toThrow('The change failed');
    expect(await findAudit(database, 'R-2')).toEqual([]);
  });
});
