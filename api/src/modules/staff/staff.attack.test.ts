import type { FastifyInstance } from 'fastify';
import type { Database } from '../../database/Database';
import { findAudit } from '../../testing/anOperator';
import { StaffVisitor } from '../../testing/StaffVisitor';
import { buildTestApp } from '../../testing/testApp';
import { databaseKinds, openTestDatabase } from '../../testing/testDatabase';

const NOON = new Date('2026-11-21T12:00:00Z');
const MINUTE_MS = 60_000;

describe.each(databaseKinds)('staff on %s', (kind) => {
  let database: Database;
  let app: FastifyInstance;
  let now = NOON;
  const clock = { now: () => now };
  beforeAll(async () => {
    database = await openTestDatabase(kind);
    app = await buildTestApp(database, {}, clock);
  });
  afterAll(async () => {
    await app.close();
    await database.close();
  });
  beforeEach(async () => {
    now = NOON;
    for (const table of ['staff', 'staff_invites', 'counters', 'mails']) await database.query(`DELETE FROM ${table}`);
  });

  const visit = (): StaffVisitor => new StaffVisitor(app, database, clock);
  const codeOf = (response: { json: <T>() => T }): string => response.json<{ code: string }>().code;
  const idOf = async (visitor: StaffVisitor): Promise<string> =>
    (await visitor.get('/me')).json<{ me: { id: string } }>().me.id;

  test('an owner invites by mail; the link works, and the audit names both (product 16.13)', async () => {
    const ada = await visit().join('ada@example.com');
    const invited = await ada.post('/staff/invites', { email: 'Alan@Example.com', role: 'support' });
    expect(invited.json()).toMatchObject({ invite: { email: 'alan@example.com', role: 'support', invited_by: 'Ada' } });
    const { rows } = await database.query<{ text: string }>('SELECT text FROM mails');
    const key = /#key=([\w-]+)/.exec(rows[0]?.text ?? '')?.[1] ?? '';
    const alan = visit();
    expect((await alan.accept(key, 'Alan')).statusCode).toBe(200);
    expect((await ada.get('/staff')).json()).toMatchObject({
      data: {
        staff: [
          { name: 'Ada', role: 'owner' },
          { name: 'Alan', role: 'support', sessions: 1 },
        ],
        invites: [],
      },
    });
    expect(await findAudit(database, 'alan@example.com')).toEqual([
      { who: 'Ada', action: 'invite.sent', before: null, after: { role: 'support' } },
      { who: 'Alan', action: 'staff.joined', before: null, after: { role: 'support', way: 'passkey' } },
    ]);
    expect(JSON.stringify((await ada.get('/audit')).json())).not.toContain(key);
  });

  test('a withdrawn invitation opens nothing (product 16.13)', async () => {
    const ada = await visit().join('ada@example.com');
    const { id } = (await ada.post('/staff/invites', { email: 'eve@example.com', role: 'owner' })).json().invite;
    const key = /#key=([\w-]+)/.exec(
      (await database.query<{ text: string }>('SELECT text FROM mails')).rows[0]?.text ?? '',
    )?.[1];
    expect((await ada.delete(`/staff/invites/${id}`)).statusCode).toBe(200);
    expect(codeOf(await visit().post('/door/invite', { key }))).toBe('INVITE_REFUSED');
    expect(codeOf(await ada.delete(`/staff/invites/${id}`))).toBe('INVITE_NOT_FOUND');
  });

  test('the last owner is neither suspended nor demoted, not even by an invitation (product 16.6)', async () => {
    const ada = await visit().join('ada@example.com');
    const id = await idOf(ada);
    expect(codeOf(await ada.patch(`/staff/${id}`, { role: 'manager' }))).toBe('LAST_OWNER');
    expect(codeOf(await ada.patch(`/staff/${id}`, { status: 'suspended' }))).toBe('LAST_OWNER');
    const invited = visit();
    expect(codeOf(await invited.accept(await invited.invite('ada@example.com', 'analyst')))).toBe('LAST_OWNER');
    expect((await ada.get('/me')).statusCode).toBe(200);
  });

  test('of two owners who demote each other at once, one stays', async () => {
    const [ada, grace] = [await visit().join('ada@example.com'), await visit().join('grace@example.com')];
    const [a, g] = [await idOf(ada), await idOf(grace)];
    await Promise.all([ada.patch(`/staff/${g}`, { role: 'analyst' }), grace.patch(`/staff/${a}`, { role: 'analyst' })]);
    const { rows } = await database.query("SELECT 1 FROM staff WHERE role = 'owner'");
    expect(rows).toHaveLength(1);
  });

  test('roles, suspensions and invitations need a confirmation of the last five minutes (product 16.5)', async () => {
    const ada = await visit().join('ada@example.com');
    const alan = await visit().join('alan@example.com', 'support', 'Alan');
    const id = await idOf(alan);
    now = new Date(NOON.getTime() + 5 * MINUTE_MS);
    const attempts = () =>
      Promise.all([
        ada.patch(`/staff/${id}`, { role: 'content' }),
        ada.post('/staff/invites', { email: 'eve@example.com', role: 'owner' }),
      ]);
    expect((await attempts()).map(codeOf)).toEqual(['CONFIRMATION_NEEDED', 'CONFIRMATION_NEEDED']);
    expect((await ada.confirm()).statusCode).toBe(200);
    expect((await attempts()).map(({ statusCode }) => statusCode)).toEqual([200, 200]);
  });

  test("another person's passkey confirms nothing", async () => {
    const ada = await visit().join('ada@example.com');
    const alan = await visit().join('alan@example.com', 'support', 'Alan');
    const challenge = ada.readChallenge(await ada.post('/me/confirmation/passkey'));
    const passkey = alan.passkey.prove({ challenge, origin: 'http://admin.shop.test' });
    expect(codeOf(await ada.post('/me/confirmation', { passkey }))).toBe('CONFIRMATION_REFUSED');
  });

  test('a changed role holds at once, in pages that are open (product 16.7)', async () => {
    const ada = await visit().join('ada@example.com');
    const alan = await visit().join('alan@example.com', 'owner', 'Alan');
    expect((await alan.get('/staff')).statusCode).toBe(200);
    await ada.patch(`/staff/${await idOf(alan)}`, { role: 'support' });
    expect(codeOf(await alan.get('/staff'))).toBe('NOT_ALLOWED');
    expect((await alan.get('/me')).json()).toMatchObject({ me: { role: 'support' } });
  });

  test('a person ends their own sessions, and nobody else without the permission (product 16.4, 16.13)', async () => {
    const ada = await visit().join('ada@example.com');
    const alan = await visit().join('alan@example.com', 'support', 'Alan');
    const [adaId, alanId] = [await idOf(ada), await idOf(alan)];
    const sessionsOf = async (visitor: StaffVisitor, id: string) =>
      (await visitor.get(`/staff/${id}/sessions`)).json<{ data: { id: string }[] }>().data;
    const [session] = await sessionsOf(ada, adaId);
    expect(codeOf(await alan.get(`/staff/${adaId}/sessions`))).toBe('NOT_ALLOWED');
    expect(codeOf(await alan.delete(`/staff/${adaId}/sessions/${session?.id}`))).toBe('NOT_ALLOWED');
    expect(codeOf(await alan.delete(`/me/sessions/${session?.id}`))).toBe('SESSION_NOT_FOUND');
    expect((await ada.get('/me')).statusCode).toBe(200);
    const [own] = (await alan.get('/me/sessions')).json<{ data: { id: string }[] }>().data;
    expect((await ada.delete(`/staff/${alanId}/sessions/${own?.id}`)).statusCode).toBe(200);
    expect((await alan.get('/me')).statusCode).toBe(401);
  });

  test('who lost their way in is invited again and stays the same person, without the lost passkey (product 16.13)', async () => {
    const ada = await visit().join('ada@example.com');
    const alan = await visit().join('alan@example.com', 'support', 'Alan');
    const id = await idOf(alan);
    const again = visit();
    await again.accept(await again.invite('alan@example.com', 'support'), 'Alan');
    expect(await idOf(again)).toBe(id);
    expect((await alan.get('/me')).statusCode).toBe(401);
    expect(codeOf(await alan.signIn())).toBe('STAFF_SIGN_IN_REFUSED');
    expect((await ada.get('/staff')).json().data.staff).toHaveLength(2);
  });

  test('the audit is filtered by actor, subject and day, fifty at a time, and refuses a cursor that is none (product 16.14)', async () => {
    const ada = await visit().join('ada@example.com');
    for (let index = 0; index < 55; index += 1)
      await ada.post('/staff/invites', { email: `person-${index}@example.com`, role: 'analyst' });
    const first = (await ada.get('/audit?kind=invite&by=staff')).json().data;
    expect(first.items).toHaveLength(50);
    expect(first.items[0]).toMatchObject({
      actor: { kind: 'staff', name: 'Ada', network: '203.0.113.20' },
      action: 'invite.sent',
      subject: { kind: 'invite', id: 'person-54@example.com' },
    });
    const second = (await ada.get(`/audit?kind=invite&by=staff&cursor=${first.next}`)).json().data;
    expect(second.items.map(({ subject }: { subject: { id: string } }) => subject.id)).toContain(
      'person-0@example.com',
    );
    expect((await ada.get('/audit?from=2026-11-22&by=staff')).json().data.items).toEqual([]);
    for (const query of ['cursor=x', 'cursor=-1', 'from=yesterday', 'to=2026-13-40'])
      expect([query, (await ada.get(`/audit?${query}`)).statusCode]).toEqual([query, 400]);
  });

  test('the audit is exported as CSV after a confirmation, and the export is in it; formulas are texts (product 16.14)', async () => {
    const ada = await visit().join('ada@example.com', 'owner', '=Ada');
    await ada.post('/staff/invites', { email: 'eve@example.com', role: 'analyst' });
    now = new Date(NOON.getTime() + 5 * MINUTE_MS);
    expect(codeOf(await ada.post('/audit/export', { kind: 'invite' }))).toBe('CONFIRMATION_NEEDED');
    await ada.confirm();
    const filter = { kind: 'invite', subject: 'eve@example.com', by: 'staff' };
    const { csv, rows, complete } = (await ada.post('/audit/export', filter)).json();
    expect([rows > 0, complete]).toEqual([true, true]);
    expect(csv.split('\r\n').slice(0, 2)).toEqual([
      'when,who,way,from,what,subject,before,after',
      `2026-11-21 12:00:00 UTC,'=Ada,staff,'203.0.113.20,invite.sent,invite eve@example.com,,"{""role"":""analyst""}"`,
    ]);
    expect((await findAudit(database, 'audit')).at(-1)).toMatchObject({ who: '=Ada', action: 'audit.exported' });
  });
});
