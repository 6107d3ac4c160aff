import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { backupPostgres } from '../../api/operator/backup/backupPostgres';
import { anOperatorNamed } from '../../api/src/audit/Actor';
import { BackedUpShop, type Said } from '../testing/BackedUpShop';
import { startArchivingServer } from './startArchivingServer';

const PART = 20;
const WEEK_MS = 7 * 24 * 60 * 60 * 1_000;
/** What OpenSSL writes in front of what it encrypts. */
const ENCRYPTED = Buffer.from('Salted__');

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'point-in-time-'));
fs.chmodSync(folder, 0o755);
let stop: () => void;
let shop: BackedUpShop;
let give: (...argv: string[]) => Promise<Said>;
let full: Said;
let backupSettings: string;

const start = async (): Promise<void> => {
  const server = await startArchivingServer(folder, path.join(folder, 'postgres'));
  if (!server) throw new Error('PostgreSQL is missing');
  ({ stop, backupSettings } = server);
  shop = new BackedUpShop(folder, server.url);
  give = (...argv) => shop.give(backupSettings, ...argv);
};

const readLog = (): Promise<unknown[]> =>
  shop.query(
    "SELECT actor_name AS who, action, subject, after FROM audit_log WHERE subject_kind = 'backup' ORDER BY id",
  );

const listFiles = (directory: string): string[] =>
  fs
    .readdirSync(directory, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));

beforeAll(async () => {
  await start();
  await shop.migrate();
});
afterAll(() => {
  stop();
  fs.rmSync(folder, { recursive: true, force: true });
});

test('after a wrong DELETE, a restore to the second before it brings every order back, and none after it', async () => {
  expect(await give('backup', 'shop.backup')).toMatchObject({
    code: 2,
    said: expect.stringContaining('A file is not for PostgreSQL'),
  });
  await shop.placeOrders(PART);
  expect(await shop.readMetric('shop_last_backup_timestamp_seconds')).toBe(0);
  const started = Date.now() / 1_000;
  full = await give('backup');
  expect(await shop.readMetric('shop_last_backup_timestamp_seconds')).toBeGreaterThanOrEqual(started);
  expect(full).toEqual({
    code: 0,
    said: expect.stringMatching(/^Backed up PostgreSQL: \d{8}-\d{6}F, full: \d+ KB of/),
  });
  await shop.placeOrders(PART);
  expect(await give('backup')).toEqual({
    code: 0,
    said: expect.stringMatching(/F_\d{8}-\d{6}I, incremental: \d+ KB of/),
  });
  await shop.placeOrders(PART);
  const orders = await shop.readOrders();
  expect(orders).toHaveLength(3 * PART);
  const log = await readLog();
  expect(log).toMatchObject([
    { who: 'grace', action: 'backup.made', after: { kind: 'full' } },
    { who: 'grace', action: 'backup.made', after: { kind: 'incremental' } },
  ]);

  const before = await shop.passSecond();
  await shop.query('DELETE FROM orders');
  await shop.placeOrders(1);
  expect(await shop.readOrders()).toHaveLength(1);

  expect(await give('restore', '--to', before)).toEqual({
    code: 1,
    said: expect.stringContaining('unable to restore while PostgreSQL is running'),
  });
  expect(await shop.readOrders()).toHaveLength(1);
  stop();
  const subject = before.replace('+00', '.000+00');
  const restored = await give('restore', '--to', before);
  expect(restored.code).toBe(0);
  expect(restored.said).toContain(`to ${subject}: ${3 * PART} orders, the newest of 2026-11-21`);
  expect(restored.said).toContain(`\nWhen it starts, the API sends the mails that wait here (${3 * PART})`);
  await start();
  expect((await give('mails', 'sent', '--until', before, '--dry-run')).said).toContain(
    `${3 * PART} waiting mails until`,
  );
  expect(await shop.readOrders()).toEqual(orders);
  expect(await readLog()).toEqual([...log, { who: 'grace', action: 'backup.restored', subject, after: null }]);
  await shop.placeOrders(1);
});

test('the repository has nothing that can be read without its key', async () => {
  const files = listFiles(path.join(folder, 'backups/repository'));
  expect(files.length).toBeGreaterThan(10);
  expect(files.filter((file) => !fs.readFileSync(file).subarray(0, ENCRYPTED.length).equals(ENCRYPTED))).toEqual([]);
});

test('without --to, a lost data directory is restored to its last commit; with --label, to the end of a backup', async () => {
  const orders = await shop.readOrders();
  stop();
  fs.rmSync(path.join(folder, 'postgres/data'), { recursive: true });
  expect(await give('restore')).toMatchObject({ code: 0 });
  await start();
  expect(await shop.readOrders()).toEqual(orders);
  stop();
  const label = /\d{8}-\d{6}F/.exec(full.said)?.[0] ?? '';
  expect(await give('restore', '--label', label)).toMatchObject({ code: 0 });
  await start();
  expect(await shop.readOrders()).toEqual(orders.slice(0, PART));
});

test('a week after the last full backup, the next one is full', async () => {
  const said: string[] = [];
  await backupPostgres({
    location: { databaseUrl: shop.url, dataDirectory: '' },
    environment: { PGBACKREST_CONFIG: backupSettings },
    actor: anOperatorNamed('grace'),
    now: new Date(Date.now() + WEEK_MS),
    print: (line) => void said.push(line),
  });
  expect(said).toEqual([expect.stringMatching(/^Backed up PostgreSQL: \d{8}-\d{6}F, full:/)]);
});
