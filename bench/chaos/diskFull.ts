import path from 'node:path';
import { mountSmallDisk } from '@shop/server-kit/testing/smallDisk';
import { startPostgresServer } from '../../api/src/testing/postgresServer';
import { anOrderBy } from '../../api/src/testing/testApp';
import { MissingProgramError } from '@shop/server-kit/testing/debian';
import { startApi } from '../startShop';
import { callApi, uncachedListing, type Answer } from './sendRequest';
import { atMost, none, type Fault } from './Fault';
import { timeUntil } from './latency';

const DISK_MB = 250;
const MAX_ORDERS = 300;
const UNREADY_WITHIN_MS = 3_000;
const NORMAL_WITHIN_MS = 3_000;

let keys = 0;
const placeOrder = (url: string): Promise<Answer> => {
  const key = `disk-full-${String((keys += 1)).padStart(12, '0')}`;
  return callApi(url, '/orders', anOrderBy(key), { headers: { 'idempotency-key': key } });
};
const isReady = (url: string, status: number) => async (): Promise<boolean> =>
  (await callApi(url, '/health/ready')).status === status;

export const diskFull: Fault = {
  summary:
    'PostgreSQL without a byte left on its disk: 503 with Retry-After, not ready, listings go on, and normal by itself when there is room',
  inQuick: true,
  async run() {
    const disk = mountSmallDisk(DISK_MB);
    if (!disk) throw new MissingProgramError('no small disk can be mounted on this machine');
    const postgres = startPostgresServer({ folder: path.join(disk.folder, 'cluster') });
    if (!postgres) {
      disk.remove();
      throw new MissingProgramError('PostgreSQL');
    }
    const api = await startApi({ DATABASE_URL: postgres.url, TRUSTED_PROXIES: '2' });
    try {
      const before = await placeOrder(api.url);
      disk.fill();
      const answers: Answer[] = [];
      while (answers.length < MAX_ORDERS && answers.filter(({ status }) => status === 503).length < 20)
        answers.push(await placeOrder(api.url));
      const refused = answers.filter(({ status }) => status === 503);
      const unreadyMs = await timeUntil(isReady(api.url, 503), 10_000);
      const listings = await Promise.all(Array.from({ length: 20 }, () => callApi(api.url, uncachedListing())));
      disk.free();
      const normalMs = await timeUntil(
        async () => (await isReady(api.url, 200)()) && (await placeOrder(api.url)).status === 200,
        20_000,
      );
      const others = [before, ...answers, ...listings].filter(({ status }) => status !== 200 && status !== 503).length;
      return [
        none(`of ${answers.length} orders and ${listings.length} listings answered otherwise than 200 or 503`, others),
        { text: `${refused.length} orders were refused`, limit: 'at least one', ok: refused.length > 0 },
        none(
          'of them without Retry-After',
          refused.filter(({ headers }) => headers['retry-after'] === undefined).length,
        ),
        none(`of ${listings.length} listings not served`, listings.filter(({ status }) => status !== 200).length),
        atMost('readiness 503 after', unreadyMs, UNREADY_WITHIN_MS, 'ms'),
        atMost('normal again after', normalMs, NORMAL_WITHIN_MS, 'ms'),
      ];
    } finally {
      await api.stop();
      postgres.stop();
      disk.remove();
    }
  },
};
