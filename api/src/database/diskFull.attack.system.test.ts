import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { mountSmallDisk, type SmallDisk } from '@shop/server-kit/testing/smallDisk';
import pg from 'pg';
import type { FastifyInstance } from 'fastify';
import { syncCatalog } from '../../content/syncCatalog';
import { startPostgresServer } from '../testing/postgresServer';
import { aNetwork, anOrderBy, buildTestApp, newKey } from '../testing/testApp';
import { databaseKinds, createTestDirectory, type TestDatabaseKind } from '../testing/testDatabase';
import { createDatabase } from './createDatabase';
import type { Database } from './Database';
import { migrateDatabase } from './migrateDatabase';
import { openDirectory } from './openDatabase';

const MAX_ORDERS = 200;
const TIMEOUT_MS = 8_000;

interface DatabaseOnDisk {
  readonly database: Database;
  stop(): void;
}

/** Opens PostgreSQL or the embedded database with all its files on the small disk. */
const openOnDisk: Readonly<Record<TestDatabaseKind, (disk: SmallDisk) => Promise<DatabaseOnDisk>>> = {
  async PostgreSQL({ folder }) {
    const server = startPostgresServer({ folder: path.join(folder, 'cluster') });
    if (!server) throw new Error('There is no PostgreSQL for this test');
    const database = createDatabase(new pg.Pool({ connectionString: server.url, max: 5 }), 'postgresql');
    await migrateDatabase(database);
    await syncCatalog(database, '/nonexistent/manifest.json');
    return { database, stop: () => server.stop() };
  },
  async PGlite({ folder }) {
    const directory = path.join(folder, 'pglite');
    await createTestDirectory(directory);
    return { database: (await openDirectory(directory)).database, stop: () => undefined };
  },
};

/** Places an order as a new shopper, so that the disk is full before a rate limit is reached. */
const placeOrder = async (app: FastifyInstance) =>
  app.inject({
    method: 'POST',
    url: '/api/orders',
    payload: anOrderBy(`shopper-${newKey()}`),
    headers: { 'idempotency-key': newKey() },
    remoteAddress: aNetwork(),
  });
const readReadyStatus = async (app: FastifyInstance): Promise<number> =>
  (await app.inject('/api/health/ready')).statusCode;

const waitUntil = async (condition: () => Promise<boolean>): Promise<boolean> => {
  for (const end = Date.now() + TIMEOUT_MS; Date.now() < end; await sleep(100)) if (await condition()) return true;
  return false;
};

test.each(databaseKinds)(
  'on %s a full disk causes 503 and fails readiness; both recover once there is space again',
  async (kind) => {
    const disk = mountSmallDisk(200);
    if (!disk) return; // mountSmallDisk has printed a warning
    const { database, stop } = await openOnDisk[kind](disk);
    const app = await buildTestApp(database);
    try {
      await database.query('UPDATE products SET stock = 100000');
      expect((await placeOrder(app)).statusCode).toBe(200);
      expect(await readReadyStatus(app)).toBe(200);

      disk.fill();
      const refused = [];
      for (let n = 0; n < MAX_ORDERS && refused.length < 3; n += 1) {
        const response = await placeOrder(app);
        expect([200, 503]).toContain(response.statusCode);
        if (response.statusCode === 503) refused.push(response);
      }
      expect(refused).toHaveLength(3);
      for (const response of refused) {
        expect(response.headers['retry-after']).toBe('2');
        expect(response.json()).toMatchObject({ status: false, code: 'UNAVAILABLE' });
      }
      expect(await waitUntil(async () => (await readReadyStatus(app)) === 503)).toBe(true);
      expect([200, 503]).toContain((await app.inject('/api/products?store=organic-store&q=a')).statusCode);

      disk.free();
      expect(await waitUntil(async () => (await readReadyStatus(app)) === 200)).toBe(true);
      expect((await placeOrder(app)).statusCode).toBe(200);
      expect((await app.inject('/api/products?store=organic-store')).statusCode).toBe(200);
    } finally {
      await app.close();
      await database.close();
      stop();
      disk.remove();
    }
  },
  90_000,
);
