import { randomBytes, randomUUID } from 'node:crypto';
import http from 'node:http';
import { ask } from '@shop/server-kit/testing/startServer';
import fc from 'fast-check';
import pLimit from 'p-limit';
import { startPostgresServer } from '../../../api/src/testing/postgresServer';
import { startApi } from '../../startShop';
import { createAccount, PASSWORD } from '../accounts';
import { callApi } from '../sendRequest';
import { atMost, none, type Fault } from '../Fault';
import { requestTo, type FuzzRequest, type KnownValues } from './arbitraries';
import { findFault, type FuzzAnswer } from './checkAnswer';
import { generateExtremes } from './extremes';
import { listOperations, type OpenApi, type Operation } from './jsonSchema';
import { MAX_PAUSE_MS, measurePause, readLongestPause } from './pauses';

const REQUESTS = 10_000;
const QUICK_REQUESTS = 1_500;
/** Seed of the requests; FUZZ_SEED overrides it. */
const SEED = 20_261_121;
const AT_ONCE = 8;
const GIVEN_UP_AFTER_MS = 5_000;
const NO_ANSWER = `no answer within ${GIVEN_UP_AFTER_MS} ms`;
const SHOPPERS = 4;
/** Number of requests between checks of sessions and pauses: signed-out shoppers are signed in again. */
const BATCH = 100;
/** Stop after this many faults. */
const GIVEN_UP_AT_FAULTS = 10;
const MAX_TOLD = 10;

interface Shopper {
  readonly email: string;
  readonly headers: Readonly<Record<string, string>>;
}

const newShopper = async (url: string): Promise<Shopper> => {
  const { email, verified } = await createAccount(url);
  const { token } = JSON.parse(verified.body) as { token: string };
  const cookie = (verified.headers['set-cookie'] ?? []).map((line) => line.split(';')[0]).join('; ');
  return { email, headers: { cookie, authorization: `Bearer ${token}` } };
};

const stillSignedIn = async (url: string, shopper: Shopper): Promise<Shopper> =>
  (await callApi(url, '/me', undefined, { headers: shopper.headers })).status === 200 ? shopper : newShopper(url);

/** Well-formed and wrong: dates that are none, the ends of ranges, keys that no row has. */
const WRONG_CURSORS = [
  ['newest', ['2026-02-31T00:00:00+00:00', 'ring-halo']],
  ['newest', ['9999-12-31T23:59:59.999999+14:59', 'ring-halo']],
  ['newest', ['0001-01-01T00:00:00-14:59', '']],
  ['price-low', [2_147_483_647, 'ring-halo']],
  ['price-high', [-2_147_483_648, '\u{10ffff}']],
  ['rating', [99, -1, 'x'.repeat(200)]],
  ['featured', [1, "'; --"]],
].map(([sort, key]) => Buffer.from(JSON.stringify({ sort, key })).toString('base64url'));

/** Collects ids and words that exist in the shop, by field name. */
const knownValues = async (url: string, shoppers: readonly Shopper[]): Promise<KnownValues> => {
  const pages = await Promise.all(
    ['jewellery-store', 'organic-store'].map(
      async (store) =>
        JSON.parse((await callApi(url, `/products?store=${store}`)).body) as {
          data: { items: { id: string; category: string; brand: string }[] };
        },
    ),
  );
  const products = pages.flatMap(({ data }) => data.items);
  const ids = products.map(({ id }) => id);
  const emails = shoppers.map(({ email }) => email);
  return {
    id: ids,
    product_id: ids,
    product_ids: ids,
    ids: [...ids, ids.slice(0, 3).join(',')],
    q: ['ring', 'a', 'gold ring', '\0', '%'],
    after: WRONG_CURSORS,
    sort: ['featured', 'newest', 'price-low', 'price-high', 'rating'],
    number: ['ORD-0000-0000', 'ORD-ZZZZ-ZZZZ'],
    user_id: [randomBytes(32).toString('base64url')],
    otp: ['000000'],
    link_key: [randomBytes(32).toString('base64url')],
    category: products.map(({ category }) => category),
    brand: products.map(({ brand }) => brand),
    variant_id: [null],
    page: ['1', '2', '999'],
    code: ['WELCOME10', 'TAKE5'],
    coupon_code: [null, 'WELCOME10', 'TAKE5'],
    email: [...emails, `${randomUUID()}@example.com`],
    password: [PASSWORD],
    current_password: [PASSWORD],
    country: ['US'],
    state: ['NY'],
    zipCode: ['10001'],
    version: [0, 1],
    quantity: [1, 2],
    expected_total: [320],
  };
};

const send = async (
  url: string,
  { operation, path, headers, body, shopper }: FuzzRequest,
  shoppers: readonly Shopper[],
  agent: http.Agent,
): Promise<FuzzAnswer | string> => {
  const began = performance.now();
  const own = shopper === undefined ? {} : shoppers[shopper]?.headers;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<string>((resolve) => (timer = setTimeout(() => resolve(NO_ANSWER), GIVEN_UP_AFTER_MS)));
  const answered = ask(url, path, {
    method: operation.method,
    headers: { ...headers, ...own },
    body: body ?? '',
    agent,
  }).then(
    (answer) => ({ ...answer, ms: performance.now() - began }),
    (error: Error) => `no answer: ${error.message}`,
  );
  const answer = await Promise.race([answered, late]);
  clearTimeout(timer);
  return answer;
};

function* allOf(
  requests: readonly FuzzRequest[],
  operations: readonly Operation[],
  known: KnownValues,
): Generator<FuzzRequest> {
  yield* requests;
  for (const operation of operations) yield* generateExtremes(operation, known);
}

/** Generated on demand: all large requests together would not fit into memory. */
function* splitIntoBatches(requests: Iterable<FuzzRequest>): Generator<FuzzRequest[]> {
  let batch: FuzzRequest[] = [];
  for (const request of requests) {
    batch.push(request);
    if (batch.length < BATCH) continue;
    yield batch;
    batch = [];
  }
  yield batch;
}

/** Formats a request for the report. */
const describe = ({ operation, path, headers, body, shopper }: FuzzRequest): string =>
  `${operation.method} ${path.slice(0, 300)} ${shopper === undefined ? '' : '(signed in) '}${JSON.stringify(headers)} ${body?.slice(0, 600) ?? ''}`;

export const fuzz: Fault = {
  summary: `${REQUESTS.toLocaleString('en')} requests made from /openapi.json, and as large, long, many and deep as they can be: no 5xx, no answer after 2 s, no pause of 100 ms, every answer as documented`,
  inQuick: true,
  async run({ quick }) {
    const postgres = startPostgresServer();
    const google = {
      GOOGLE_CLIENT_ID: 'shop',
      GOOGLE_CLIENT_SECRET: 'a secret between shop and provider',
      GOOGLE_ISSUER: 'http://127.0.0.1:1',
    };
    const api = await startApi({
      TRUSTED_PROXIES: '2',
      ...google,
      ...(postgres ? { DATABASE_URL: postgres.url } : {}),
    });
    try {
      // Alone, because nothing of it happens again: schemas that are compiled when they are first used.
      await readLongestPause(api.url);
      const refused = await callApi(api.url, '/orders', { billing: {} });
      const firstRefusalMs = await readLongestPause(api.url);
      const operations = listOperations(JSON.parse((await callApi(api.url, '/openapi.json')).body) as OpenApi);
      const shoppers = await Promise.all(Array.from({ length: SHOPPERS }, () => newShopper(api.url)));
      const known = await knownValues(api.url, shoppers);
      const seed = Number(process.env['FUZZ_SEED'] ?? SEED);
      const any = fc.oneof(...operations.map((operation) => requestTo(operation, known, SHOPPERS)));
      const requests = fc.sample(any, { numRuns: quick ? QUICK_REQUESTS : REQUESTS, seed });

      const counts = new Map<string, number>();
      const reached = new Set<string>();
      const faults: string[] = [];
      const times: number[] = [];
      const agent = new http.Agent({ keepAlive: true, maxSockets: AT_ONCE });
      const check = async (request: FuzzRequest): Promise<void> => {
        const answer = await send(api.url, request, shoppers, agent);
        const status = typeof answer === 'string' ? 'none' : String(answer.status);
        counts.set(status, (counts.get(status) ?? 0) + 1);
        if (status === '200') reached.add(`${request.operation.method} ${request.operation.path}`);
        if (typeof answer !== 'string') times.push(answer.ms);
        const fault = findFault(request.operation, answer);
        if (fault !== undefined) faults.push(`${fault}\n    ${describe(request)}`);
      };
      let longestPauseMs = firstRefusalMs;
      if (refused.status < 400 || firstRefusalMs > MAX_PAUSE_MS)
        faults.push(
          `the first order, an invalid one, gave ${refused.status} and paused ${Math.round(firstRefusalMs)} ms`,
        );
      await readLongestPause(api.url);
      /**
       * Sends them in parallel; if the event loop paused for too long, sends each again alone to find the cause.
       */
      const checkBatch = async (batch: readonly FuzzRequest[]): Promise<void> => {
        await pLimit(AT_ONCE).map(batch, async (request) => {
          if (faults.length < GIVEN_UP_AT_FAULTS) await check(request);
        });
        if (faults.length >= GIVEN_UP_AT_FAULTS) return;
        const pauseMs = await readLongestPause(api.url);
        if (pauseMs <= MAX_PAUSE_MS) return void (longestPauseMs = Math.max(longestPauseMs, pauseMs));
        for (const request of batch) {
          const ownMs = await measurePause(api.url, () => send(api.url, request, shoppers, agent));
          longestPauseMs = Math.max(longestPauseMs, ownMs);
          if (ownMs > MAX_PAUSE_MS)
            faults.push(`the event loop paused for ${Math.round(ownMs)} ms\n    ${describe(request)}`);
          if (faults.length >= GIVEN_UP_AT_FAULTS) return;
        }
      };
      let sent = 0;
      for (const batch of splitIntoBatches(allOf(requests, operations, known))) {
        for (const [index, shopper] of shoppers.entries()) shoppers[index] = await stillSignedIn(api.url, shopper);
        await checkBatch(batch);
        sent += batch.length;
        if (faults.length >= GIVEN_UP_AT_FAULTS) break;
      }
      agent.destroy();
      for (const fault of faults.slice(0, MAX_TOLD)) process.stderr.write(`  ${fault}\n`);
      const byStatus = [...counts]
        .sort(([a], [b]) => a.localeCompare(b))
        .map(([status, count]) => `${status}: ${count}`)
        .join(', ');
      return [
        none(
          `of ${sent} answers wrong, larger than a refusal is, late or missing (${byStatus}; slowest ${Math.round(Math.max(...times))} ms; ${reached.size} of ${operations.length} operations answered 200; on ${postgres ? 'PostgreSQL' : 'PGlite'}, seed ${seed})`,
          faults.length,
        ),
        atMost("the event loop's longest pause", longestPauseMs, MAX_PAUSE_MS, 'ms'),
      ];
    } finally {
      await api.stop();
      postgres?.stop();
    }
  },
};
