import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ManagedProcess, tsxArguments } from '@shop/server-kit/testing/ManagedProcess';
import { parseExposition } from '@shop/server-kit/testing/parseExposition';
import { runCommand } from '../../api/operator/runCommand';
import type { Database } from '../../api/src/database/Database';
import { openDatabase } from '../../api/src/database/openDatabase';
import { aNetwork, anOrderBy, buildTestApp, newKey } from '../../api/src/testing/testApp';

export interface Said {
  readonly code: number;
  readonly said: string;
}

/** A shop on PostgreSQL with orders, for tests of backups. */
export class BackedUpShop {
  constructor(
    /** For the shop's secrets. */
    private readonly folder: string,
    readonly url: string,
    private readonly environment: NodeJS.ProcessEnv = {},
  ) {}

  async query<T>(text: string): Promise<T[]> {
    return this.#withDatabase(async (database) => (await database.query<T & object>(text)).rows);
  }

  async migrate(): Promise<void> {
    const migrating = new ManagedProcess({
      name: 'Migrating',
      args: tsxArguments('api/src/migrate.ts'),
      env: { DATABASE_URL: this.url, DATA_DIR: this.#secrets },
    });
    await migrating.start();
    if ((await migrating.ended) !== 0) throw new Error(migrating.output);
    await this.query("UPDATE products SET stock = 1000 WHERE id = 'ring-halo'");
  }

  async placeOrders(count: number): Promise<void> {
    await this.#withDatabase(async (database) => {
      const app = await buildTestApp(database, { trustedProxies: 1 });
      for (let n = 0; n < count; n += 1) {
        const key = newKey();
        const placed = await app.inject({
          method: 'POST',
          url: '/api/orders',
          headers: { 'idempotency-key': key, 'x-forwarded-for': aNetwork() },
          payload: anOrderBy(key),
        });
        if (placed.statusCode !== 200) throw new Error(placed.body);
      }
      await app.close();
    });
  }

  async readOrders(): Promise<string[]> {
    const rows = await this.query<{ number: string }>('SELECT number FROM orders ORDER BY id');
    return rows.map(({ number }) => number);
  }

  async readMetric(name: string): Promise<number> {
    return this.#withDatabase(async (database) => {
      const app = await buildTestApp(database);
      const { body } = await app.inject('/metrics');
      await app.close();
      return parseExposition(body).value(name) ?? NaN;
    });
  }

  /** Returns a second of PostgreSQL's clock. All that was committed is earlier, and all that follows is later. */
  async passSecond(): Promise<string> {
    await sleep(1_000);
    const [row] = await this.query<{ now: string }>(
      "SELECT to_char(clock_timestamp() AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI:SS\"+00\"') AS now",
    );
    await sleep(1_000);
    return row?.now ?? '';
  }

  /** Runs an operator's command and prints how long it took. */
  async give(backupSettings: string, ...argv: string[]): Promise<Said> {
    const said: string[] = [];
    const say = (line: string): void => void said.push(line);
    const environment = {
      DATA_DIR: this.#secrets,
      DATABASE_URL: this.url,
      PGBACKREST_CONFIG: backupSettings,
      ...this.environment,
    };
    const started = performance.now();
    const code = await runCommand([...argv, '--by', 'grace'], environment, { print: say, printError: say, write: say });
    console.warn(`${argv.join(' ')}: ${((performance.now() - started) / 1_000).toFixed(1)} s: ${said.join(' ')}`);
    return { code, said: said.join('\n') };
  }

  get #secrets(): string {
    return path.join(this.folder, 'secrets');
  }

  async #withDatabase<T>(work: (database: Database) => Promise<T>): Promise<T> {
    const database = await openDatabase({ databaseUrl: this.url, dataDirectory: '' });
    try {
      return await work(database);
    } finally {
      await database.close();
    }
  }
}
