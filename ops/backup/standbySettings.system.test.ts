import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { startPostgresServer, type PostgresServer } from '../../api/src/testing/postgresServer';
import { providePrograms } from '../stack/programs';
import { BackedUpShop, type Said } from '../testing/BackedUpShop';
import { writeBackupSettings } from './writeBackupSettings';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'standby-settings-'));
fs.chmodSync(folder, 0o755);
const settings: Record<string, string> = {};
const servers: PostgresServer[] = [];
let shop: BackedUpShop;

const startServer = (name: string, primary?: PostgresServer): PostgresServer => {
  const server = startPostgresServer({
    folder: path.join(folder, name),
    ...(primary && { primary }),
    writeBackupSettings: (paths) => (settings[name] = writeBackupSettings(path.join(folder, 'backups'), name, paths)),
  });
  if (!server) throw new Error('PostgreSQL is missing');
  servers.unshift(server);
  return server;
};
const backUp = (name: string): Promise<Said> => shop.give(settings[name] ?? name, 'backup');

beforeAll(async () => {
  providePrograms(['pgbackrest', 'postgresql']);
  const primary = startServer('primary');
  shop = new BackedUpShop(folder, primary.url);
  await shop.migrate();
  startServer('standby', primary);
});
afterAll(() => {
  for (const server of servers) server.stop();
  fs.rmSync(folder, { recursive: true, force: true });
});

test("a backup with a standby's settings says which file they are, who the primary is, and what to do", async () => {
  expect(await backUp('standby')).toEqual({
    code: 1,
    said: `pgBackRest found no primary: pg1-path in ${settings['standby']} (PGBACKREST_CONFIG) is ${folder}/standby/data, a standby. The primary is on this machine at port 5432, as DATABASE_URL says: back up there, with the settings of that server.`,
  });
});

test('a database that is a standby itself is not called the primary', async () => {
  const [standby] = servers;
  const there = new BackedUpShop(folder, standby?.url ?? '');
  expect(await there.give(settings['standby'] ?? '', 'backup')).toEqual({
    code: 1,
    said: expect.stringMatching(
      /is .*standby\/data, a standby\. DATABASE_URL leads to a standby, too, on this machine at port 5432: .* primary/,
    ),
  });
});

test('each failure of pgBackRest names the settings, also if it cannot reach its server', async () => {
  const missing = path.join(folder, 'missing.conf');
  expect(await backUp(missing)).toEqual({
    code: 1,
    said: expect.stringContaining(`pgbackrest stanza-create with the settings ${missing}: unable to open missing file`),
  });
  servers.shift()?.stop();
  expect(await backUp('standby')).toEqual({
    code: 1,
    said: expect.stringMatching(
      /^pgbackrest stanza-create with the settings .*standby\.conf: unable to check pg1: .*unable to connect/,
    ),
  });
});
