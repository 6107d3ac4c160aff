import { parseExposition } from '@shop/server-kit/testing/parseExposition';
import { runInRequest } from '@shop/server-kit/observability/requestContext';
import type { Span, Tracing } from '@shop/server-kit/observability/spans';
import type { FastifyInstance } from 'fastify';
import type { Database, Queryable } from '../database/Database';
import { ShopError } from '../http/ShopError';
import { anOrderBody, buildTestApp, newKey } from '../testing/testApp';
import { databaseKinds, openTestDatabase } from '../testing/testDatabase';
import { PASSWORD, Visitor } from '../testing/Visitor';
import { createApiMetrics } from './apiMetrics';
import { observeDatabase } from './observeDatabase';
import { SlowQueries } from './SlowQueries';

const ID = '0123456789abcdef0123456789abcdef';
const COMMENT = `/*request_id='${ID}'*/`;

interface RecordedQuery {
  readonly name?: string;
  readonly text: string;
}

/** Wraps the database and records every query that reaches it. */
const recordQueries = (database: Database): { readonly database: Database; readonly queries: RecordedQuery[] } => {
  const queries: RecordedQuery[] = [];
  const record = (queryable: Queryable): Queryable => ({
    isPrimary: true,
    query: ((query: string | RecordedQuery, values?: unknown[]) => {
      queries.push(typeof query === 'string' ? { text: query } : query);
      return queryable.query(query as string, values);
    }) as Queryable['query'],
  });
  return {
    queries,
    database: {
      ...database,
      ...record(database),
      transaction: (work) => database.transaction((connection) => work(record(connection))),
    },
  };
};

/** Creates a tracing that records the data of all spans. */
const recordSpans = (): { readonly tracing: Tracing; readonly spans: string[] } => {
  const spans: string[] = [];
  return {
    spans,
    tracing: {
      start({ name, attributes }): Span {
        spans.push(JSON.stringify({ name, attributes }));
        return { traceparent: '00-1-1-01', end: (outcome) => void spans.push(JSON.stringify(outcome ?? {})) };
      },
      close: async () => undefined,
    },
  };
};

describe.each(databaseKinds)('the API on %s', (kind) => {
  let database: Database;
  beforeAll(async () => {
    database = await openTestDatabase(kind);
  }, 60_000);
  afterAll(() => database.close());

  const withApp = async (
    parts: Parameters<typeof buildTestApp>[3],
    work: (app: FastifyInstance) => Promise<void>,
    on = database,
  ): Promise<void> => {
    const app = await buildTestApp(on, {}, undefined, parts);
    await work(app).finally(() => app.close());
  };

  test('a valid request id is kept in the response and the log; an invalid one is replaced', async () => {
    const lines: string[] = [];
    await withApp({ logger: { level: 'info', stream: { write: (line) => void lines.push(line) } } }, async (app) => {
      const kept = await app.inject({ url: '/api/categories?store=organic-store', headers: { 'x-request-id': ID } });
      expect(kept.headers['x-request-id']).toBe(ID);
      const replaced = await app.inject({ url: '/nowhere', headers: { 'x-request-id': 'ada@example.com' } });
      expect(replaced.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
      const requests = lines.map((line) => JSON.parse(line) as { msg: string }).filter(({ msg }) => msg === 'request');
      expect(requests).toMatchObject([
        { requestId: ID, method: 'GET', route: '/api/categories', status: 200, ms: expect.any(Number), msg: 'request' },
        { requestId: replaced.headers['x-request-id'], route: 'unknown', status: 404 },
      ]);
    });
  });

  test('every query of a request has its id in a comment, except prepared statements, whose text must not change', async () => {
    const { database: recordingDatabase, queries } = recordQueries(database);
    await withApp(
      {},
      async (app) => {
        const visitor = new Visitor(app, database);
        await visitor.register(`ids-${Date.now()}@example.com`);
        queries.length = 0;
        const headers = { 'x-request-id': ID, 'idempotency-key': newKey() };
        expect((await visitor.post('/orders', anOrderBody(), { headers })).statusCode).toBe(200);
        await visitor.put('/cart', { version: 0, items: [] }, { headers });
        await visitor.get('/orders', { headers });
        for (const { name, text } of queries) expect(text.endsWith(COMMENT)).toBe(name === undefined);
        expect(queries.filter(({ name }) => name === undefined).length).toBeGreaterThan(0);
        expect(queries.filter(({ name }) => name !== undefined).length).toBeGreaterThan(5);
      },
      recordingDatabase,
    );
  });

  test('during a transaction its connection is named after the request', async () => {
    const readConnectionName = async (): Promise<string | undefined> =>
      database.transaction(
        async (connection) =>
          (await connection.query<{ name: string }>("SELECT current_setting('application_name') AS name")).rows[0]
            ?.name,
      );
    const named = await new Promise<string | undefined>((resolve, reject) =>
      runInRequest({ requestId: ID, span: undefined }, () => void readConnectionName().then(resolve, reject)),
    );
    expect(named).toBe(`shop-api ${ID}`);
    expect(await readConnectionName()).not.toContain(ID);
  });

  test('PostgreSQL receives the comment, with and without values; prepared statements work across requests', async () => {
    const log = { warn: jest.fn() };
    const metrics = createApiMetrics();
    const observed = observeDatabase(database, {
      metrics,
      tracing: undefined,
      slowQueries: new SlowQueries(metrics.slowQueries, log),
    });
    const runWithId = <T>(requestId: string, work: () => Promise<T>): Promise<T> =>
      new Promise((resolve, reject) =>
        runInRequest({ requestId, span: undefined }, () => void work().then(resolve, reject)),
      );
    for (const values of [undefined, []]) {
      const { rows } = await runWithId(ID, () =>
        observed.query<{ query: string }>('SELECT current_query() AS query', values),
      );
      expect(rows[0]?.query).toContain(COMMENT);
    }
    for (const [index, id] of [ID, ID.replaceAll('0', 'f')].entries()) {
      const { rows } = await runWithId(id, () =>
        observed.query<{ n: number }>({ name: 'named', text: 'SELECT $1::int AS n', values: [index] }),
      );
      expect(rows).toEqual([{ n: index }]);
    }
  });

  test('slow queries are logged with the request id and without values; fast ones are not', async () => {
    const log = { warn: jest.fn() };
    const metrics = createApiMetrics();
    const observe = (slowQueryMs: number) =>
      observeDatabase(database, {
        metrics,
        tracing: undefined,
        slowQueries: new SlowQueries(metrics.slowQueries, log, slowQueryMs),
      });
    await new Promise<void>((resolve) =>
      runInRequest(
        { requestId: ID, span: undefined },
        () =>
          void observe(0)
            .query("SELECT $1::text, 'canary literal'", ['canary value'])
            .then(() => resolve()),
      ),
    );
    await observe(60_000).query('SELECT 1');
    expect(log.warn.mock.calls).toEqual([
      [{ requestId: ID, ms: expect.any(Number), failed: false, statement: "SELECT $1::text, '…'" }, 'slow query'],
    ]);
    expect(parseExposition(await metrics.register.metrics()).value('shop_database_slow_queries_total')).toBe(1);
  });

  test.each([
    'TOO_MANY_ATTEMPTS',
    'TOO_MANY_ORDERS',
    'TOO_MANY_GUEST_ORDERS',
    'TOO_MANY_MESSAGES',
    'CODE_TRIES_EXHAUSTED',
    'CODE_TRIES_EXHAUSTED_TODAY',
    'BUSY',
  ] as const)('refusals with %s are counted', async (code) => {
    const metrics = createApiMetrics();
    metrics.countRefusal(new ShopError(code), '/api/orders');
    expect(
      parseExposition(await metrics.register.metrics()).value('shop_limit_refusals_total', {
        route: '/api/orders',
        code,
      }),
    ).toBe(1);
  });

  test('metrics count requests, refusals and orders; an order that is sent twice counts once', async () => {
    await withApp({}, async (app) => {
      const read = async () => parseExposition((await app.inject('/metrics')).body);
      const headers = { 'content-type': 'application/json', 'idempotency-key': newKey() };
      for (let n = 0; n < 2; n += 1)
        await app.inject({ method: 'POST', url: '/api/orders', headers, payload: JSON.stringify(anOrderBody()) });
      for (let n = 0; n < 12; n += 1)
        await app.inject({
          method: 'POST',
          url: '/api/login',
          headers: { 'content-type': 'application/json' },
          payload: JSON.stringify({ email: 'limit@example.com', password: 'wrong password' }),
        });
      for (const url of [
        '/api/products/ring-halo',
        '/api/products/nothing-like-that',
        '/no/such/place',
        '/api/nothing?x=1',
      ])
        await app.inject(url);
      const { value, samples } = await read();
      expect(value('shop_orders_placed_total', { payment_method: 'bank' })).toBe(1);
      expect(
        value('http_request_duration_seconds_count', { route: '/api/orders', method: 'POST', status: '2xx' }),
      ).toBe(2);
      expect(value('shop_limit_refusals_total', { route: '/api/login', code: 'TOO_MANY_ATTEMPTS' })).toBeGreaterThan(0);
      expect(value('http_request_duration_seconds_count', { route: 'unknown', status: '4xx' })).toBe(2);
      expect(value('http_request_duration_seconds_count', { route: '/api/products/:id', status: '4xx' })).toBe(1);
      expect(value('http_requests_in_flight')).toBe(1); // this one
      expect(value('shop_database_pool', { state: 'total' })).toBeGreaterThan(0);
      expect(value('shop_password_hashes_waiting')).toBe(0);
      // No label contains user input.
      for (const { labels } of samples)
        for (const text of Object.values(labels)) expect(text).not.toMatch(/ring-halo|nothing|such|@|\?/);
    });
  });

  test('logs, metrics and traces contain no personal data', async () => {
    const lines: string[] = [];
    const { tracing, spans } = recordSpans();
    let exposed = '';
    const email = `canary-${Date.now()}@example.com`;
    let secrets: string[] = [];
    await withApp(
      { tracing, slowQueryMs: 0, logger: { level: 'trace', stream: { write: (line) => void lines.push(line) } } },
      async (app) => {
        const visitor = new Visitor(app, database, '203.0.113.99');
        await visitor.register(email, `canary ${PASSWORD}`);
        const code = await visitor.readCode(email);
        await visitor.get('/me?canary=canary', {
          headers: { 'x-request-id': 'canary', traceparent: 'canary', 'user-agent': 'canary' },
        });
        await visitor.get('/products/canary-id');
        await visitor.get('/products?q=canary');
        const ordered = await visitor.post(
          '/orders',
          anOrderBody({ billing: { ...anOrderBody().billing, firstName: 'Canary', email } }),
          { headers: { 'idempotency-key': newKey() } },
        );
        const { order } = ordered.json<{ order: { number: string } }>();
        await visitor.get(`/orders/${order.number}`);
        await visitor.login(email, 'canary wrong');
        secrets = [
          'canary',
          'Canary',
          email,
          code,
          order.number,
          visitor.token ?? '-',
          visitor.cookies.get('sid') ?? '-',
          '203.0.113.99',
          '12 Analytical Row',
        ];
        exposed = (await app.inject('/metrics')).body;
      },
    );
    expect(lines.filter((line) => line.includes('slow query')).length).toBeGreaterThan(10);
    expect(spans.length).toBeGreaterThan(20);
    for (const secret of secrets)
      for (const output of [lines.join(''), spans.join(''), exposed]) expect(output).not.toContain(secret);
  });
});

describe('access to /metrics', () => {
  const token = 'a token of the operators';
  let database: Database;
  beforeAll(async () => {
    database = await openTestDatabase('PGlite');
  }, 60_000);
  afterAll(() => database.close());

  test.each([
    ['is allowed from this machine', {}, {}, 200],
    ['is refused from another machine', { remoteAddress: '203.0.113.7' }, {}, 404],
    ['is refused through a proxy', { headers: { 'x-forwarded-for': '203.0.113.7' } }, {}, 404],
    ['is refused without the configured token', {}, { metricsToken: token }, 404],
    ['is refused with a wrong token', { headers: { authorization: 'Bearer wrong' } }, { metricsToken: token }, 404],
    [
      'is allowed with the token',
      { remoteAddress: '203.0.113.7', headers: { authorization: `Bearer ${token}` } },
      { metricsToken: token },
      200,
    ],
    [
      'is refused with the token through a proxy',
      { headers: { authorization: `Bearer ${token}`, 'x-forwarded-for': '203.0.113.7' } },
      { metricsToken: token },
      404,
    ],
  ])('%s', async (_title, request, parts, status) => {
    const app = await buildTestApp(database, { trustedProxies: 1 }, undefined, parts);
    const response = await app.inject({ url: '/metrics', ...request });
    expect(response.statusCode).toBe(status);
    if (status === 200) expect(parseExposition(response.body).value('shop_mails_queued')).toBe(0);
    else expect(response.body).not.toContain('shop_');
    expect((await app.inject({ url: '/api/metrics' })).statusCode).toBe(404);
    await app.close();
  });
});
