import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { createUrlCheck, ManagedProcess, repositoryRoot, tsxArguments } from '@shop/server-kit/testing/ManagedProcess';
import { freePort } from '@shop/server-kit/testing/startServer';
import { checkOutRelease } from '../testing/checkOutRelease';
import { findReleaseBefore } from '../testing/releaseBefore';
import { ReleaseTraffic, type Target } from '../testing/ReleaseTraffic';
import { databaseKinds } from '../testing/testDatabase';
import { createDatabase } from './createDatabase';
import type { Database } from './Database';
import { readSchemaState } from './schemaState';

/** Between the steps of a deployment. */
const PHASE_MS = 3_000;
const STOCK = 1_000_000;
/** Orders of this release that the one before shows in the end. */
const READ_AGAIN = 50;

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'two-versions-'));
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

const commit = findReleaseBefore('api/migrations');
if (commit === undefined) console.warn('There is no git history here: the release before is not run next to this one.');
const onPostgres = commit !== undefined && databaseKinds.includes('PostgreSQL') ? test : test.skip;

const createDatabaseUrl = async (): Promise<string> => {
  const name = `two_versions_${randomUUID().replaceAll('-', '')}`;
  const admin = new pg.Client({ connectionString: process.env['TEST_POSTGRES_URL'] });
  await admin.connect();
  await admin.query(`CREATE DATABASE ${name}`);
  await admin.end();
  const url = new URL(process.env['TEST_POSTGRES_URL'] ?? '');
  url.pathname = `/${name}`;
  return url.href;
};

/** A release of the API with its own sources, on the shared database. */
class Release {
  readonly #servers: ManagedProcess[] = [];

  constructor(
    private readonly name: string,
    private readonly directory: string,
    private readonly databaseUrl: string,
  ) {}

  /** Runs its `migrate.ts`. */
  async migrate(): Promise<void> {
    const migration = await this.create('api/src/migrate.ts').start();
    const code = await migration.ended;
    if (code !== 0) throw new Error(`${this.name} did not migrate: ${migration.output}`);
  }

  async serve(): Promise<Target> {
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    const server = this.create('api/src/server.ts', {
      env: { API_PORT: String(port) },
      isReady: createUrlCheck(`${url}/api/health/ready`),
    });
    this.#servers.push(await server.start());
    return { release: this.name, url };
  }

  /** Ends its servers as a deployment does. */
  async stop(): Promise<void> {
    for (const server of this.#servers.splice(0)) expect(await server.stop()).toBe(0);
  }

  private create(
    file: string,
    { env = {}, isReady }: { readonly env?: Record<string, string>; readonly isReady?: () => Promise<boolean> } = {},
  ): ManagedProcess {
    return new ManagedProcess({
      name: `${this.name}: ${file}`,
      args: tsxArguments(file),
      cwd: this.directory,
      env: {
        NODE_ENV: 'development',
        LOG_LEVEL: 'error',
        DATABASE_URL: this.databaseUrl,
        DATA_DIR: path.join(folder, 'secrets'),
        MIGRATE_ON_START: 'off',
        TRUSTED_PROXIES: '1',
        ...env,
      },
      ...(isReady ? { isReady } : {}),
    });
  }
}

/** Lets every order have a place, if the release knows delivery slots. */
const widenSlots = async (database: Database): Promise<void> => {
  const { rows } = await database.query<{ known: boolean }>(
    "SELECT to_regclass('delivery_slots') IS NOT NULL AS known",
  );
  if (rows[0]?.known) await database.query(`UPDATE delivery_slots SET capacity = ${STOCK}`);
};

onPostgres(
  'the release before and this one serve side by side through the last migration, and the one before alone after a rollback',
  async () => {
    const before = path.join(folder, 'before');
    checkOutRelease(commit ?? '', before);
    const databaseUrl = await createDatabaseUrl();
    const pool = new pg.Pool({ connectionString: databaseUrl });
    const database = createDatabase(pool, 'postgresql');
    const old = new Release('the release before', before, databaseUrl);
    const current = new Release('this release', repositoryRoot, databaseUrl);
    const traffic = new ReleaseTraffic(database);
    try {
      await old.migrate();
      const oldServer = await old.serve();
      await database.query(`UPDATE products SET stock = ${STOCK}`);
      await widenSlots(database);
      await traffic.use(oldServer);
      traffic.start();
      await sleep(PHASE_MS);

      expect(await readSchemaState(database)).toBe('older');
      await current.migrate();
      const newServer = await current.serve();
      await widenSlots(database);
      await traffic.use(oldServer, newServer);
      await sleep(PHASE_MS);

      await traffic.use(newServer);
      await old.stop();
      await sleep(PHASE_MS);

      await old.migrate(); // as a deployment of the release before does, also on the newer schema
      const restarted = await old.serve();
      await traffic.use(newServer, restarted);
      await sleep(PHASE_MS);
      await traffic.use(restarted);
      await current.stop();
      await sleep(PHASE_MS);
      await traffic.stop();

      const byNew = traffic.orders.filter(({ release }) => release === 'this release');
      expect(byNew.length).toBeGreaterThan(0);
      expect(traffic.accounts).toBeGreaterThan(0);
      for (const placed of byNew.slice(0, READ_AGAIN)) await traffic.expectOrder(placed);
      expect([...new Set(traffic.failures)]).toEqual([]);

      const { rows: orders } = await database.query<{ number: string }>('SELECT number FROM orders ORDER BY number');
      expect(orders.map(({ number }) => number)).toEqual(traffic.orders.map(({ order }) => order.number).sort());
      const { rows: off } = await database.query(
        `SELECT p.id, p.stock, sum(l.quantity) AS sold FROM products p JOIN order_lines l ON l.product_id = p.id
         GROUP BY p.id HAVING p.stock + sum(l.quantity) <> ${STOCK}`,
      );
      expect(off).toEqual([]);
      console.warn(
        `${[...traffic.requests].map(([release, count]) => `${count} requests to ${release}`).join(', ')}: ${traffic.orders.length} orders, ${byNew.length} of them placed by this release, and ${traffic.accounts} accounts; ${traffic.repriced} orders were refused because the price had changed; the longest response took ${Math.round(traffic.longestMs)} ms`,
      );
    } finally {
      await traffic.stop();
      await Promise.all([old.stop(), current.stop()]);
      await database.close();
    }
  },
  300_000,
);
