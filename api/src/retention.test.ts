import fs from 'node:fs';
import path from 'node:path';
import type { Database } from './database/Database';
import { describePeriod, listRetentionWork, RETENTION } from './retention';
import { databaseKinds, openTestDatabase } from './testing/testDatabase';

const START = new Date('2020-01-01T00:00:00Z');
const ADDRESS = { firstName: 'Ada', lastName: 'Lovelace', country: 'US', state: 'NY', email: 'ada@example.com' };

/** More than one statement deletes of what anybody can make many of: all at once would take too long. */
const MANY = 'FROM generate_series(1, 1001) n';

/** For each row: stores what it is about at `$1`, which expires at `$2`, and counts what is left of it. */
const PLANTED: Readonly<Record<keyof typeof RETENTION, { readonly plant: readonly string[]; readonly left: string }>> =
  {
    codes: {
      plant: [
        `INSERT INTO challenges (id_hash, purpose, email, created_at, expires_at) SELECT 'c' || n, 'login', 'a@b.c', $1, $2 ${MANY}`,
        `INSERT INTO reset_grants (secret_hash, account_id, email, expires_at) SELECT 'g' || n, 'owner', 'a@b.c', $2 ${MANY}`,
        `INSERT INTO mailed_codes (email, purpose, code_hash, link_hash, known_device, sent_at) SELECT 'a@b.c', 'login', '', '', false, $1 ${MANY}`,
        `INSERT INTO code_mails (email, sent_at) SELECT 'a@b.c', $1 ${MANY}`,
      ],
      left: 'SELECT 1 FROM challenges UNION ALL SELECT 1 FROM reset_grants UNION ALL SELECT 1 FROM mailed_codes UNION ALL SELECT 1 FROM code_mails',
    },
    attempts: {
      plant: [
        `INSERT INTO counters (key, count, resets_at) SELECT 'k' || n, 1, $2 ${MANY}`,
        `INSERT INTO sign_in_attempts (key, failures, locked_until, updated_at) SELECT 'k' || n, 1, $1, $1 ${MANY}`,
      ],
      left: 'SELECT 1 FROM counters UNION ALL SELECT 1 FROM sign_in_attempts',
    },
    sessions: {
      plant: [
        `INSERT INTO sessions (id, secret_hash, account_id, device, remembered, created_at, last_seen_at, expires_at) SELECT 's' || n, 's' || n, 'owner', '', true, $1, $2, $2 ${MANY}`,
      ],
      left: 'SELECT 1 FROM sessions',
    },
    'staff-sessions': {
      plant: [
        `INSERT INTO staff (id, email, name, role, created_at) VALUES ('grace', 'grace@example.com', 'Grace', 'owner', $1)`,
        `INSERT INTO staff_sessions (id, secret_hash, staff_id, device, network, created_at, last_seen_at, confirmed_at, expires_at) VALUES ('s', 's', 'grace', '', '', $1, $2, $1, $2)`,
      ],
      left: 'SELECT 1 FROM staff_sessions',
    },
    strangers: {
      plant: [
        `INSERT INTO account_events (kind, detail, network, created_at) SELECT 'sign-in-failed', '', 'n', $1 ${MANY}`,
      ],
      left: 'SELECT 1 FROM account_events WHERE account_id IS NULL',
    },
    failures: {
      plant: [
        `INSERT INTO account_events (account_id, kind, detail, created_at) SELECT 'owner', 'sign-in-failed', '', $1 ${MANY}`,
        `INSERT INTO account_events (account_id, kind, detail, created_at) VALUES ('owner', 'registered', '', $1)`,
      ],
      left: `SELECT 1 FROM account_events WHERE account_id IS NOT NULL AND kind <> 'registered'`,
    },
    contact: {
      plant: [
        `INSERT INTO contact_messages (store, name, email, subject, message, spam, fingerprint, created_at) SELECT '', '', '', '', '', false, '', $1 ${MANY}`,
      ],
      left: 'SELECT 1 FROM contact_messages',
    },
    mails: {
      plant: [
        `INSERT INTO mails (recipient, subject, text, html, created_at, next_attempt_at, sent_at) SELECT 'a@b.c', '', '', '', $1, $1, CASE WHEN n > 1 THEN $1 END ${MANY}`,
      ],
      left: 'SELECT 1 FROM mails WHERE forget_at IS NULL',
    },
    'last-mail': {
      plant: [
        `INSERT INTO mails (recipient, subject, text, html, created_at, next_attempt_at, forget_at) VALUES ('a@b.c', '', '', '', $1, $1, $2)`,
      ],
      left: 'SELECT 1 FROM mails WHERE forget_at IS NOT NULL',
    },
    orders: {
      plant: [
        `INSERT INTO orders (number, status, currency, subtotal_cents, discount_cents, total_cents, payment_method, payment_instructions, billing, created_at)
       SELECT 'ORD-OLD-' || n, 'shipped', 'USD', 100, 0, 100, 'bank', '', '${JSON.stringify(ADDRESS)}', $1 FROM generate_series(1, 501) n`,
      ],
      left: `SELECT 1 FROM orders WHERE billing ->> 'lastName' = 'Lovelace'`,
    },
    places: {
      plant: [
        `INSERT INTO delivery_slots (area_id, starts_at, ends_at, cutoff_at, capacity) SELECT id, $1, $1, $1, 1 FROM delivery_areas LIMIT 1`,
        `INSERT INTO delivery_holds (holder, slot_id, held_until) SELECT 'h', max(id), $2 FROM delivery_slots`,
      ],
      left: 'SELECT 1 FROM delivery_holds',
    },
    files: {
      plant: [
        `INSERT INTO imports (at, actor, file_name, state, totals) VALUES ($1, '{}', 'old.csv', 'planned', '{}')`,
      ],
      left: `SELECT 1 FROM imports WHERE file_name = 'old.csv'`,
    },
    imports: {
      plant: [
        `INSERT INTO imports (at, actor, file_name, state, totals, before) VALUES ($1, '{}', 'done.csv', 'applied', '{}', '{}')`,
      ],
      left: `SELECT 1 FROM imports WHERE before IS NOT NULL`,
    },
    'empty-searches': {
      plant: [
        `INSERT INTO empty_searches (day, store, term, times) SELECT ($1 - interval '1 day')::date, 'organic-store', 'oat' || n, 1 ${MANY}`,
      ],
      left: 'SELECT 1 FROM empty_searches',
    },
    'content-changes': {
      plant: [`INSERT INTO content_changes (at) VALUES ($1)`],
      left: `SELECT 1 FROM content_changes WHERE at < '2021-01-01'`,
    },
  };
/** Of one statement with two times, pg needs to know the type of each. */
const bind = (sql: string, at: Date, until: Date): string =>
  sql.replaceAll('$1', `'${at.toISOString()}'::timestamptz`).replaceAll('$2', `'${until.toISOString()}'::timestamptz`);

describe.each(databaseKinds)('what is kept for a time on %s', (kind) => {
  let database: Database;
  beforeAll(async () => {
    database = await openTestDatabase(kind);
    await database.query(
      `INSERT INTO accounts (id, email, name, phone, created_at) VALUES ('owner', 'owner@example.com', 'Owner', '', $1)`,
      [START],
    );
  }, 60_000);
  afterAll(() => database.close());

  test.each(Object.entries(RETENTION))(
    '%s goes when its time is over, and not before; of many, some at a time (product 17.15)',
    async (id, row) => {
      const { plant, left } = PLANTED[id as keyof typeof RETENTION];
      const end = new Date(START.getTime() + row.keptMs);
      for (const sql of plant) await database.query(bind(sql, START, end));
      const planted = (await database.query(left)).rowCount ?? 0;
      expect(planted).toBeGreaterThan(0);
      const enforceAt = (now: Date) => row.enforce(database, new Date(now.getTime() - row.keptMs), now);
      await enforceAt(new Date(end.getTime() - 1));
      expect((await database.query(left)).rowCount).toBe(planted);
      const queries = jest.spyOn(database, 'query');
      await enforceAt(new Date(end.getTime() + 1));
      const statements: { rowCount: number }[] = await Promise.all(queries.mock.results.map(({ value }) => value));
      queries.mockRestore();
      expect(Math.max(0, ...statements.map(({ rowCount }) => rowCount))).toBeLessThanOrEqual(1_000);
      expect((await database.query(left)).rowCount).toBe(0);
    },
  );

  test('orders stay when nobody knows any more who placed them (product 17.15)', async () => {
    const { rows } = await database.query<{ billing: object; total: number }>(
      `SELECT billing, total_cents AS total FROM orders WHERE number LIKE 'ORD-OLD-%'`,
    );
    expect(rows).toHaveLength(501);
    expect(rows[0]).toMatchObject({
      total: 100,
      billing: { lastName: 'customer', country: 'US', state: 'NY', email: '' },
    });
  });

  test('the hourly work enforces each row (product 17.15)', async () => {
    for (const work of Object.values(listRetentionWork(database, new Date('2026-11-21T12:00:00Z')))) await work();
    expect(Object.keys(listRetentionWork(database, START))).toHaveLength(Object.keys(RETENTION).length);
  });
});

test('docs/operations.md has the table (product 17.15)', () => {
  const page = fs.readFileSync(path.resolve(__dirname, '../../docs/operations.md'), 'utf8');
  const section = page.slice(page.indexOf('## How long data is kept'));
  const rows = section
    .slice(0, section.indexOf('\n## ', 1))
    .split('\n')
    .filter((line) => line.startsWith('| ') && !line.startsWith('| Data') && !line.startsWith('|---'));
  expect(rows).toEqual(
    Object.values(RETENTION).map(({ what, keptMs, why }) => `| ${what} | ${describePeriod(keptMs)} | ${why} |`),
  );
});
