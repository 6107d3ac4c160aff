import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { killDuringOrders } from '../../testing/killDuringOrders';
import { prepareKillPlace } from '../../testing/KilledApi';
import { databaseKinds } from '../../testing/testDatabase';

/** `npm run chaos -- kills` kills a hundred times. */
const ROUNDS = 3;

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'shop-kills-'));
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

test.each(databaseKinds)(
  'kills during orders on %s lose no acknowledged order, duplicate none and keep the stock correct',
  async (kind) => {
    const report = await killDuringOrders(await prepareKillPlace(kind, folder), ROUNDS);
    expect(report).toMatchObject({ kills: ROUNDS, lost: 0, doubled: 0, stockOff: 0, mailsOff: 0 });
    expect(report.acknowledged).toBeGreaterThan(0);
  },
  120_000,
);
