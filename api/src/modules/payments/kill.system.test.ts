import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { killDuringPayments } from '../../testing/killDuringPayments';
import { prepareKillPlace } from '../../testing/KilledApi';
import { databaseKinds } from '../../testing/testDatabase';

/** `npm run chaos -- money-kills` kills a hundred times. */
const ROUNDS = 5;

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'shop-money-kills-'));
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

test.each(databaseKinds)(
  'kills during payments on %s leave the shop with the money that the provider has: none lost, none kept beside an order, nothing given back twice',
  async (kind) => {
    const report = await killDuringPayments(await prepareKillPlace(kind, folder), ROUNDS);
    expect(report).toMatchObject({
      kills: ROUNDS,
      lost: 0,
      doubled: 0,
      unpaid: 0,
      kept: 0,
      refundsOff: 0,
      due: 0,
      stockOff: 0,
      mailsOff: 0,
    });
    expect(report.payments).toBeGreaterThan(0);
  },
  600_000,
);
