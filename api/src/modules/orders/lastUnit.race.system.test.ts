import { fork, type ChildProcess } from 'node:child_process';
import http from 'node:http';
import path from 'node:path';
import type { Database } from '../../database/Database';
import { anOrderBy, aNetwork, newKey } from '../../testing/testApp';
import { databaseKinds, openTestDatabase } from '../../testing/testDatabase';

const ROUNDS = 1_000;
const BUYERS_PER_PROCESS = 2;
const CONTROL_ROUNDS = 200;

interface Api {
  readonly port: number;
  readonly child: ChildProcess;
}

const agent = new http.Agent({ keepAlive: true });

const startApi = (databaseUrl: string, env: Record<string, string>): Promise<Api> =>
  new Promise((resolve, reject) => {
    const child = fork(path.resolve(__dirname, '../../testing/orderServer.ts'), {
      execArgv: ['--require', require.resolve('tsx/cjs')],
      env: { ...process.env, DATABASE_URL: databaseUrl, ...env },
    });
    child.once('message', (message: { port: number }) => resolve({ port: message.port, child }));
    child.once('exit', (code) => reject(new Error(`An API process ended with ${code}`)));
  });

const buyLastUnit = ({ port }: Api): Promise<number> =>
  new Promise((resolve, reject) => {
    const key = newKey();
    const request = http.request(
      {
        port,
        host: '127.0.0.1',
        method: 'POST',
        path: '/api/orders',
        agent,
        headers: { 'content-type': 'application/json', 'idempotency-key': key, 'x-forwarded-for': aNetwork() },
      },
      (response) => {
        response.resume();
        response.on('end', () => resolve(response.statusCode ?? 0));
      },
    );
    request.on('error', reject);
    request.end(JSON.stringify(anOrderBy(key)));
  });

const describeOnPostgres = databaseKinds.includes('PostgreSQL') ? describe : describe.skip;

describeOnPostgres('the last unit with two API processes on one PostgreSQL', () => {
  let database: Database;
  let databaseUrl: string;
  beforeAll(async () => {
    database = await openTestDatabase('PostgreSQL');
    const { rows } = await database.query<{ name: string }>('SELECT current_database() AS name');
    const url = new URL(process.env['TEST_POSTGRES_URL'] ?? '');
    url.pathname = `/${rows[0]?.name}`;
    databaseUrl = url.href;
  }, 60_000);
  afterAll(async () => {
    agent.destroy();
    await database.close();
  });

  /** Returns the number of successful orders of each round. */
  const runRace = async (rounds: number, env: Record<string, string>): Promise<number[]> => {
    const apis = await Promise.all([startApi(databaseUrl, env), startApi(databaseUrl, env)]);
    try {
      const winners: number[] = [];
      for (let round = 0; round < rounds; round += 1) {
        await database.query("UPDATE products SET stock = 1 WHERE id = 'ring-halo'");
        const statuses = await Promise.all(
          apis.flatMap((api) => Array.from({ length: BUYERS_PER_PROCESS }, () => buyLastUnit(api))),
        );
        if (statuses.some((status) => status !== 200 && status !== 409))
          throw new Error(`Unexpected status: ${statuses.join(', ')}`);
        winners.push(statuses.filter((status) => status === 200).length);
      }
      return winners;
    } finally {
      for (const { child } of apis) {
        child.removeAllListeners('exit');
        child.kill('SIGKILL');
      }
    }
  };

  test(`${ROUNDS} rounds have one winner each`, async () => {
    const winners = await runRace(ROUNDS, {});
    expect(winners).toHaveLength(ROUNDS);
    expect(winners.filter((count) => count !== 1)).toEqual([]);
  }, 180_000);

  test('without the stock guard the same race oversells (control)', async () => {
    const winners = await runRace(CONTROL_ROUNDS, { NAIVE_STOCK: '1' });
    expect(winners.filter((count) => count > 1).length).toBeGreaterThan(0);
  }, 60_000);
});
