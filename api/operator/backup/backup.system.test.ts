import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { Database } from '../../src/database/Database';
import { migrateDatabase } from '../../src/database/migrateDatabase';
import { openDatabase } from '../../src/database/openDatabase';
import { getBackupSocket } from '../../src/database/backupSocket';
import { completeRestore, getRestoredPath } from '../../src/database/swapDirectory';
import { aNetwork, anOrderBy, buildTestApp, newKey } from '../../src/testing/testApp';
import { createTestDirectory } from '../../src/testing/testDatabase';
import { runCommand } from '../runCommand';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'shop-backup-'));
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

describe('backups of the embedded database', () => {
  const file = path.join(folder, 'shop.backup');
  let dataDirectory = path.join(folder, 'pglite');
  let number: string;

  const withDatabase = async <T>(work: (database: Database) => Promise<T>): Promise<T> => {
    const database = await openDatabase({ databaseUrl: undefined, dataDirectory });
    try {
      return await work(database);
    } finally {
      await database.close();
    }
  };
  const give = async (...argv: string[]): Promise<{ code: number; said: string }> => {
    const said: string[] = [];
    const say = (line: string): void => void said.push(line);
    const environment = { DATA_DIR: dataDirectory, INIT_CWD: folder };
    const code = await runCommand([...argv, '--by', 'grace'], environment, { print: say, printError: say, write: say });
    return { code, said: said.join('\n') };
  };
  const placeOrder = (database: Database): Promise<string> =>
    buildTestApp(database).then(async (app) => {
      const key = newKey();
      const placed = await app.inject({
        method: 'POST',
        url: '/api/orders',
        remoteAddress: aNetwork(),
        headers: { 'idempotency-key': key },
        payload: anOrderBy(key),
      });
      await app.close();
      expect(placed.json()).toMatchObject({ status: true });
      return placed.json().order.number;
    });
  const numbersIn = async (database: Database): Promise<string[]> =>
    (await database.query<{ number: string }>('SELECT number FROM orders ORDER BY id')).rows.map((row) => row.number);
  const orders = (): Promise<string[]> => withDatabase(numbersIn);

  beforeAll(async () => {
    await createTestDirectory(dataDirectory);
    number = await withDatabase(async (database) => {
      await database.query("UPDATE products SET stock = 1000 WHERE id = 'ring-halo'");
      return placeOrder(database);
    });
    const made = await give('backup', file);
    expect(made).toMatchObject({ code: 0, said: expect.stringContaining('Backed up') });
  }, 120_000);

  test('the file is readable by its owner only, and no temporary file remains', () => {
    expect((fs.statSync(file).mode & 0o777).toString(8)).toBe('600');
    expect(fs.readdirSync(folder).filter((name) => name.includes('.part'))).toEqual([]);
  });

  test('a restore does not replace orders without --replace', async () => {
    const later = await withDatabase(placeOrder);
    const refused = await give('restore', file);
    expect(refused).toEqual({
      code: 3,
      said: 'The database has 2 orders and 0 accounts: back it up, then add --replace to restore over it.',
    });
    expect(await orders()).toEqual([number, later]);
    expect(await give('restore', file, '--replace')).toMatchObject({
      code: 0,
      said: expect.stringContaining('Restored'),
    });
    expect(await orders()).toEqual([number]);
    expect(
      await withDatabase(
        async (database) =>
          (
            await database.query(
              "SELECT actor_name AS who, action, subject FROM audit_log WHERE subject_kind = 'backup'",
            )
          ).rows,
      ),
    ).toEqual([{ who: 'grace', action: 'backup.restored', subject: path.basename(file) }]);
  }, 120_000);

  test('a restore says how many mails go out again, and its command keeps them back', async () => {
    const said = (await give('restore', file, '--replace')).said.split('\n');
    expect(said[1]).toBe(
      'When it starts, the API sends the mails that wait here (1), also those that were sent since this time. Before, "npm run shop -- mails list" shows them, and "npm run shop -- mails sent" marks them as sent.',
    );
    expect((await give('mails', 'list')).said).toContain(`Your order ${number}`);
    expect((await give('mails', 'sent')).said).toContain('1 waiting mails are marked as sent');
    await give('backup', path.join(folder, 'all-sent.backup'));
    expect((await give('restore', 'all-sent.backup', '--replace')).said).not.toContain('mails');
    await give('restore', file, '--replace');
  }, 120_000);

  test('a restored database of an earlier release is migrated before its mails are marked', async () => {
    const older = path.join(folder, 'older.backup');
    await withDatabase((database) =>
      database.query(
        'DELETE FROM drizzle.__drizzle_migrations WHERE created_at = (SELECT max(created_at) FROM drizzle.__drizzle_migrations)',
      ),
    );
    await give('backup', older);
    expect((await give('restore', older, '--replace')).said).toContain(
      'Before, after "npm run migrate", "npm run shop -- mails list"',
    );
    expect(await give('mails', 'sent')).toEqual({
      code: 3,
      said: 'The database is older than this version: npm run migrate updates it.',
    });
    await give('restore', file, '--replace');
  }, 120_000);

  test('after a wipe, a restore brings everything back: triggers work, and new orders get new ids', async () => {
    fs.rmSync(dataDirectory, { recursive: true });
    expect(await give('restore', path.basename(file))).toMatchObject({ code: 0 });
    await withDatabase(async (database) => {
      await migrateDatabase(database);
      expect(await numbersIn(database)).toEqual([number]);
      const next = await placeOrder(database);
      expect(await numbersIn(database)).toEqual([number, next]);
      const { rows } = await database.query("SELECT stock FROM products WHERE id = 'ring-halo'");
      expect(rows).toEqual([{ stock: 998 }]);
      await database.query("UPDATE products SET brand = 'cartier', brand_name = 'Cartier' WHERE id = 'ring-halo'");
      const wrong = await database.query(
        'SELECT 1 FROM facet_cells c WHERE products <> (SELECT count(*) FROM products p WHERE p.facet_cell_id = c.id)',
      );
      expect(wrong.rowCount).toBe(0);
    });
  }, 120_000);

  test('a file that is cut, damaged, foreign or of the other database is refused, and nothing changes', async () => {
    const before = await orders();
    const whole = fs.readFileSync(file);
    const damages: [string, Buffer, RegExp][] = [
      ['empty', Buffer.alloc(0), /is incomplete or not a backup of this shop/],
      ['foreign', Buffer.from('id,name\nx,y\n'), /is incomplete or not a backup of this shop/],
      ['other', Buffer.from('PGDMP and more'), /is incomplete or not a backup of this shop/],
      ...[20, Math.floor(whole.length / 2), whole.length - 1_000, whole.length - 9].map(
        (length): [string, Buffer, RegExp] => [`cut-${length}`, whole.subarray(0, length), /is incomplete/],
      ),
      ['no-directory', gzipSync(Buffer.alloc(4096)), /is incomplete/],
      ['cut-inside', gzipSync(gunzipSync(whole).subarray(0, 700)), /is incomplete/],
    ];
    for (const [name, content, sentence] of damages) {
      const bad = path.join(folder, name);
      fs.writeFileSync(bad, content);
      const refused = await give('restore', bad, '--replace');
      expect({ name, ...refused }).toEqual({ name, code: 3, said: expect.stringMatching(sentence) });
      expect(refused.said).not.toContain('\n');
    }
    expect(await give('restore', path.join(folder, 'nowhere'))).toMatchObject({
      code: 1,
      said: expect.stringContaining('cannot be read (ENOENT)'),
    });
    expect(await orders()).toEqual(before);
  }, 180_000);

  test('a backup of a newer release is refused, and so are commands on its database', async () => {
    const before = await orders();
    const newer = path.join(folder, 'newer');
    await withDatabase((database) =>
      database.query(
        "INSERT INTO drizzle.__drizzle_migrations (hash, created_at) VALUES (repeat('a', 64), 9999999999999)",
      ),
    );
    await give('backup', newer);
    expect(await give('orders', 'list')).toEqual({
      code: 3,
      said: 'The database is newer than this version: use the release that wrote it.',
    });
    await withDatabase((database) =>
      database.query('DELETE FROM drizzle.__drizzle_migrations WHERE created_at = 9999999999999'),
    );
    expect(await give('restore', newer, '--replace')).toEqual({
      code: 3,
      said: `The file ${newer} is a backup of a newer release than this one: nothing was changed.`,
    });
    expect(await orders()).toEqual(before);
    expect((await give('orders', 'list')).code).toBe(0);
  }, 180_000);

  test('a backup that cannot be written leaves the previous one unchanged', async () => {
    const content = fs.readFileSync(file);
    expect(await give('backup', path.join(folder, 'no/such/folder/file'))).toMatchObject({
      code: 1,
      said: expect.stringMatching(/cannot be written \(ENOENT/),
    });
    expect(fs.readFileSync(file).equals(content)).toBe(true);
  }, 60_000);

  test('a backup does not replace a file that is there, and copies nothing', async () => {
    const content = fs.readFileSync(file);
    const countBackups = () =>
      withDatabase(
        async (database) => (await database.query("SELECT 1 FROM audit_log WHERE action = 'backup.made'")).rowCount,
      );
    const before = await countBackups();
    expect(await give('backup', path.basename(file))).toEqual({
      code: 3,
      said: `The file ${file} exists already: it was not changed. Name another one, or move it away.`,
    });
    expect(fs.readFileSync(file).equals(content)).toBe(true);
    expect(await countBackups()).toBe(before);
  }, 60_000);

  test('while the shop takes orders, a backup has each one that was placed before it', async () => {
    const running = path.join(folder, 'running.backup');
    const database = await openDatabase({ databaseUrl: undefined, dataDirectory });
    expect((fs.statSync(getBackupSocket(dataDirectory)).mode & 0o777).toString(8)).toBe('600');
    const placed: string[] = [];
    const before: string[] = [];
    let isDone = false;
    const placing = (async () => {
      while (!isDone) placed.push(await placeOrder(database));
    })();
    try {
      while (placed.length < 3) await Promise.race([sleep(20), placing]);
      before.push(...placed);
      const started = performance.now();
      expect(await give('backup', running)).toMatchObject({ code: 0 });
      console.warn(`A backup of the running shop took ${((performance.now() - started) / 1_000).toFixed(1)} s.`);
    } finally {
      isDone = true;
      await placing;
    }
    expect(placed.length).toBeGreaterThan(before.length);
    const { rows } = await database.query(
      "SELECT actor_name AS who, action, subject FROM audit_log WHERE subject = 'running.backup'",
    );
    expect(rows).toEqual([{ who: 'grace', action: 'backup.made', subject: 'running.backup' }]);
    const all = await numbersIn(database);
    await database.close();
    expect(fs.existsSync(getBackupSocket(dataDirectory))).toBe(false);

    expect(await give('restore', running, '--replace')).toMatchObject({ code: 0 });
    const restored = await orders();
    expect(restored).toEqual(all.slice(0, restored.length));
    expect(restored).toEqual(expect.arrayContaining(before));
  }, 120_000);

  test('while the shop is running, the command asks to stop it first and changes nothing', async () => {
    const database = await openDatabase({ databaseUrl: undefined, dataDirectory });
    for (const argv of [
      ['restore', file, '--replace'],
      ['orders', 'list'],
    ]) {
      expect(await give(...argv)).toMatchObject({
        code: 1,
        said: expect.stringMatching(/is in use by process \d+;.* stop the shop first/),
      });
    }
    await database.close();
  }, 60_000);

  test('a shop that starts after an interrupted restore finds the restored data', () => {
    const directory = path.join(folder, 'half-way');
    fs.mkdirSync(getRestoredPath(directory));
    fs.writeFileSync(path.join(getRestoredPath(directory), 'PG_VERSION'), '17');
    completeRestore(directory);
    expect(fs.readdirSync(directory)).toEqual(['PG_VERSION']);
  });

  test('without a database, nothing is created or backed up', async () => {
    const here = dataDirectory;
    dataDirectory = path.join(folder, 'none');
    expect(await give('backup', path.join(folder, 'b'))).toMatchObject({ code: 3 });
    expect(await give('orders', 'list')).toMatchObject({
      code: 3,
      said: expect.stringContaining('This database has no shop yet'),
    });
    expect(fs.existsSync(path.join(folder, 'none'))).toBe(false);
    dataDirectory = here;
  });
});
