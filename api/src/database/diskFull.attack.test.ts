import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { mountSmallDisk, type SmallDisk } from '@shop/server-kit/testing/smallDisk';
import pg from 'pg';
import type { FastifyInstance } from 'fastify';
import { syncCatalogue } from '../../content/syncCatalogue';
import { startPostgresServer } from '../testing/postgresServer';
import { aNetwork, anOrderBy, buildTestApp, newKey } from '../testing/testApp';
import { databaseKinds, createTestDirectory, type TestDatabaseKind } from '../testing/testDatabase';
import { createDatabase } from './createDatabase';
import type { Database } from './Database';
import { migrateDatabase } from './migrateDatabase';
import { openDirectory } from './openDatabase';

const MAX_ORDERS = 200;
const WITHIN_MS = 8_000;

interface OnDisk {
  readonly database: Database;
  stop(): void;
}

/** A real server, or the embedded database, with all its files on the disk. */
const open: Readonly<Record<TestDatabaseKind, (disk: SmallDisk) => Promise<OnDisk>>> = {
  async PostgreSQL({ folder }) {
    const server = startPostgresServer({ folder: path.join(folder, 'cluster') });
    if (!server) throw new Error('There is no PostgreSQL for this test');
    const database = createDatabase(new pg.Pool({ connectionString: server.url, max: 5 }), 'postgresql');
    await migrateDatabase(database);
    await syncCatalogue(database, '/nonexistent/manifest.json');
    return { database, stop: () => server.stop() };
  },
  async PGlite({ folder }) {
    const directory = path.join(folder, 'pglite');
    await createTestDirectory(directory);
    return { database: (await openDirectory(directory)).database, stop: () => undefined };
  },
};

/** Each order is another shopper's, so that no limit is reached before the disk is full. */
const placeOrder = async (app: FastifyInstance) =>
  app.inject({
    method: 'POST',
    url: '/api/orders',
    payload: anOrderBy(`shopper-${newKey()}`),
    headers: { 'idempotency-key': newKey() },
    remoteAddress: aNetwork(),
  });
const isReady = async (app: FastifyInstance): Promise<number> => (await app.inject('/api/health/ready')).statusCode;

const until = async (condition: () => Promise<boolean>): Promise<boolean> => {
  for (const end = Date.now() + WITHIN_MS; Date.now() < end; await sleep(100)) if (await condition()) return true;
  return false;
};

test.each(databaseKinds)(
  'on %s a full disk is "come again", not ready and no failure; when there is room again, all goes on by itself',
  async (kind) => {
    const disk = mountSmallDisk(200);
    if (!disk) return; // said loudly
    const { database, stop } = await open[kind](disk);
    const app = await buildTestApp(database);
    try {
      await database.query('UPDATE products SET stock = 100000');
      expect((await placeOrder(app)).statusCode).toBe(200);
      expect(await isReady(app)).toBe(200);

      disk.fill();
      const refused = [];
      for (let n = 0; n < MAX_ORDERS && refused.length < 3; n += 1) {
        const answer = await placeOrder(app);
        expect([200, 503]).toContain(answer.statusCode);
        if (answer.statusCode === 503) refused.push(answer);
      }
      expect(refused).toHaveLength(3);
      for (const answer of refused) {
        expect(answer.headers['retry-after']).toBe('2');
        expect(answer.json()).toMatchObject({ status: false, code: 'UNAVAILABLE' });
      }
      expect(await until(async () => (await isReady(app)) === 503)).toBe(true);
      expect([200, 503]).toContain((await app.inject('/api/products?store=organic-store&q=a')).statusCode);

      disk.free();
      expect(await until(async () => (await isReady(app)) === 200)).toBe(true);
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
