import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { freePort } from '@shop/server-kit/testing/startServer';
import { runKillRounds } from '../../testing/runKillRounds';
import { databaseKinds, createTestDirectory, openTestDatabase } from '../../testing/testDatabase';

/** `npm run chaos -- kills` kills a hundred times. */
const ROUNDS = 3;

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'shop-kills-'));
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

const prepareDatabaseUrl = async (kind: (typeof databaseKinds)[number]): Promise<string | undefined> => {
  if (kind === 'PGlite') return undefined;
  const database = await openTestDatabase(kind);
  const { rows } = await database.query<{ name: string }>('SELECT current_database() AS name');
  await database.close();
  const url = new URL(process.env['TEST_POSTGRES_URL'] ?? '');
  url.pathname = `/${rows[0]?.name}`;
  return url.href;
};

test.each(databaseKinds)(
  'kills during orders on %s lose no acknowledged order, duplicate none and keep the stock correct',
  async (kind) => {
    const databaseUrl = await prepareDatabaseUrl(kind);
    const dataDirectory = path.join(folder, kind);
    if (kind === 'PGlite') await createTestDirectory(dataDirectory);
    const report = await runKillRounds({ databaseUrl, dataDirectory, port: await freePort() }, ROUNDS);
    expect(report).toMatchObject({ kills: ROUNDS, lost: 0, doubled: 0, stockOff: 0, mailsOff: 0 });
    expect(report.acknowledged).toBeGreaterThan(0);
  },
  120_000,
);
