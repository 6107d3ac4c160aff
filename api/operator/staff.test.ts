import type { FastifyInstance } from 'fastify';
import type { Database } from '../src/database/Database';
import { inviteFirstOwner } from '../src/modules/staff/inviteFirstOwner';
import { anOperator, findAudit } from '../src/testing/anOperator';
import { ADMIN, StaffVisitor } from '../src/testing/StaffVisitor';
import { buildTestApp, testConfig } from '../src/testing/testApp';
import { openTestDatabase } from '../src/testing/testDatabase';
import { inviteStaff } from './inviteStaff';

let database: Database;
let app: FastifyInstance;
beforeAll(async () => {
  database = await openTestDatabase('PGlite');
  app = await buildTestApp(database, {}, anOperator(database).context.clock);
}, 60_000);
afterAll(async () => {
  await app.close();
  await database.close();
});
beforeEach(async () => {
  for (const table of ['staff', 'staff_invites']) await database.query(`DELETE FROM ${table}`);
});

const invited = { email: 'owner@example.com', role: 'owner' } as const;
const keyOf = (link: string | undefined): string => (link ?? '').split('#key=')[1] ?? '';
const accept = async (link: string | undefined): Promise<number> => {
  const visitor = new StaffVisitor(app, database, anOperator(database).context.clock);
  return (await visitor.accept(keyOf(link))).statusCode;
};

test('staff invite prints a link, which makes its reader an owner, and the audit names the operator (product 16.15)', async () => {
  const { context, printed } = anOperator(database);
  await inviteStaff(context, invited);
  expect(printed[0]).toContain('within 48 hours');
  expect(printed[1]).toMatch(new RegExp(`^${ADMIN}/admin/invite#key=.{20}`));
  expect(await accept(printed[1])).toBe(200);
  expect(await findAudit(database, 'owner@example.com')).toMatchObject([
    { who: 'grace', action: 'invite.sent', after: { role: 'owner' } },
    { who: 'Ada', action: 'staff.joined' },
  ]);
});

test('staff invite is refused while the back office has no address', async () => {
  const { context, printed } = anOperator(database, { config: { ...testConfig, adminUrl: undefined } });
  await expect(inviteStaff(context, invited)).rejects.toThrow('The back office has no address: set ADMIN_URL.');
  expect(printed).toEqual([]);
  expect((await database.query('SELECT 1 FROM staff_invites')).rowCount).toBe(0);
});

test('a local start has a link only while there is no staff; the newest one counts (product 16.15)', async () => {
  const { context } = anOperator(database);
  const first = await inviteFirstOwner(context);
  const second = await inviteFirstOwner(context);
  expect(await accept(second)).toBe(200);
  expect(keyOf(first)).not.toBe(keyOf(second));
  expect(await inviteFirstOwner(context)).toBeUndefined();
});
