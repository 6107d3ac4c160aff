import http from 'node:http';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import type { StaffImport } from '@shop/contracts';
import type { FastifyInstance } from 'fastify';
import type { Database } from '../../../database/Database';
import { openDatabase } from '../../../database/openDatabase';
import { alterRole } from '../../../database/roleSettings';
import { ADMIN, StaffVisitor } from '../../../testing/StaffVisitor';
import { buildTestApp } from '../../../testing/testApp';
import { databaseKinds, openTestDatabase } from '../../../testing/testDatabase';
import { startImportQueue } from './startImportQueue';

const ROWS = 100_000;
const HEADER = 'id,store,sku,name,category,brand,price,stock,short_description,description,features';
const clock = { now: () => new Date() };
const PAUSE_MS = 20;
/** Of an answer beside an import, on a machine that does both. */
const MAX_WAIT_MS = 1_000;

const aFile = (price: string): string =>
  [
    HEADER,
    ...Array.from(
      { length: ROWS },
      (_, index) =>
        `large-${index},jewellery-store,LARGE-${index},Large Ring ${index},rings,tiffany,${price},7,A ring number ${index}.,"${'A ring of many, with a description that is as long as others. '.repeat(2)}","Gold\nRound"`,
    ),
  ].join('\n');

const describeOnPostgres = databaseKinds.includes('PostgreSQL') ? describe : describe.skip;

describeOnPostgres('a file of 100,000 products', () => {
  let first: Database;
  let database: Database;
  let app: FastifyInstance;
  let ada: StaffVisitor;
  let port: number;
  let queue: ReturnType<typeof startImportQueue>;
  beforeAll(async () => {
    first = await openTestDatabase('PostgreSQL');
    await alterRole(first);
    const { rows } = await first.query<{ name: string }>('SELECT current_database() AS name');
    const url = new URL(process.env['TEST_POSTGRES_URL'] ?? '');
    url.pathname = `/${rows[0]?.name}`;
    // With the timeouts of production.
    const location = { databaseUrl: url.href, dataDirectory: '' };
    database = await openDatabase(location);
    queue = startImportQueue({
      database,
      clock,
      location,
      onError: (error) => {
        throw error;
      },
    });
    app = await buildTestApp(database, {}, clock);
    ada = await new StaffVisitor(app, database, clock).join('ada@example.com', 'catalog');
    port = Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port);
  }, 60_000);
  afterAll(async () => {
    await queue.stop();
    await app.close();
    await database.close();
    await first.close();
  });

  const get = (path: string): Promise<number> =>
    new Promise((resolve, reject) => {
      const request = http.get({ port, host: '127.0.0.1', path, headers: { host: 'shop.test' } }, (response) => {
        response.resume();
        response.on('end', () => resolve(response.statusCode ?? 0));
      });
      request.on('error', reject);
    });

  /** Does work, and asks for products all the while. Returns how long it took and the longest wait. */
  const beside = async (what: string, work: () => Promise<unknown>): Promise<number> => {
    const waits: number[] = [];
    let isDone = false;
    const delay = monitorEventLoopDelay({ resolution: 5 });
    delay.enable();
    const began = performance.now();
    const asking = (async () => {
      while (!isDone) {
        const asked = performance.now();
        expect(await get('/api/products?category=rings')).toBe(200);
        waits.push(performance.now() - asked);
        await sleep(PAUSE_MS);
      }
    })();
    await work().finally(() => (isDone = true));
    await asking;
    delay.disable();
    waits.sort((a, b) => a - b);
    const at = (part: number): string => `${Math.round(waits[Math.floor((waits.length - 1) * part)] ?? 0)} ms`;
    process.stdout.write(
      `${what}: ${Math.round(performance.now() - began)} ms; answers ${at(0.5)}, p99 ${at(0.99)}, at most ${at(1)}; ` +
        `event loop p99 ${Math.round(delay.percentile(99) / 1e6)} ms, at most ${Math.round(delay.max / 1e6)} ms; ` +
        `${Math.round(process.memoryUsage().rss / 1e6)} MB\n`,
    );
    return waits.at(-1) ?? 0;
  };
  const read = async (id: number) => (await ada.get(`/imports/${id}`)).json<{ data: StaffImport }>().data;
  /** Waits until the thread has done what there is to do. */
  const end = (id: number) => async (): Promise<void> => {
    while (['waiting', 'planning', 'applying', 'undoing'].includes((await read(id)).state)) await sleep(200);
  };
  const bring = async (content: string): Promise<{ readonly id: number; readonly waits: readonly number[] }> => {
    const cookie = [...ada.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    let id = 0;
    const sent = await beside('upload', async () => {
      const response = await app.inject({
        method: 'PUT',
        url: '/api/admin/imports',
        headers: {
          host: new URL(ADMIN).host,
          origin: ADMIN,
          'sec-fetch-site': 'same-origin',
          'content-type': 'application/octet-stream',
          cookie,
        },
        payload: Buffer.from(content),
      });
      ({ id } = response.json<{ data: StaffImport }>().data);
    });
    const planned = await beside('plan', end(id));
    const { hash } = await read(id);
    await ada.post(`/imports/${id}/apply`, { hash });
    return { id, waits: [sent, planned, await beside('import', end(id))] };
  };

  test('is planned, imported, changed and undone while the shop answers (product 16.58, 16.64)', async () => {
    const created = await bring(aFile('12.50'));
    expect(await read(created.id)).toMatchObject({ state: 'applied', totals: { created: ROWS }, can_undo: true });
    const changed = await bring(aFile('13.50'));
    expect(await read(changed.id)).toMatchObject({ state: 'applied', totals: { changed: ROWS }, can_undo: true });
    await ada.post(`/imports/${changed.id}/undo`);
    const undone = await beside('undo', end(changed.id));
    expect(await read(changed.id)).toMatchObject({ state: 'undone' });
    expect(Math.max(...created.waits, ...changed.waits, undone)).toBeLessThan(MAX_WAIT_MS);
  }, 1_800_000);
});
