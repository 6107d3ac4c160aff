import os from 'node:os';
import autocannon from 'autocannon';
import { startPostgresServer } from '../../api/src/testing/postgresServer';
import { startApi } from '../startShop';

const CONNECTIONS = 16;
const WARM_UP_S = 3;
const SECONDS = 8;

/** Pins the API to one core where taskset exists: the figure is requests per second and core. */
const onOneCore: readonly string[] =
  os.platform() === 'linux' && os.availableParallelism() > 1 ? ['taskset', '-c', '0'] : [];

const facets = [
  'category=rings',
  'material=gold',
  'color=white',
  'stone=diamond',
  'offers=true',
  'sort=price-low',
  'rating=4',
  'brand=cartier',
];
/** Forty different queries, so that no cached response is reused. */
const distinct = Array.from(
  { length: 40 },
  (_, index) => `/api/products?${facets[index % facets.length]}&page=${1 + (index % 3)}&q=${'abcdeghiln'[index % 10]}`,
);

const load = async (url: string, paths: readonly string[]): Promise<{ rate: number; p99: number }> => {
  // Each connection starts at a different query.
  let started = 0;
  const setupClient = (client: autocannon.Client): void => {
    const first = (started++ * 7) % paths.length;
    client.setRequests(
      [...paths.slice(first), ...paths.slice(0, first)].map((path) => ({ method: 'GET' as const, path })),
    );
  };
  await autocannon({ url, connections: CONNECTIONS, duration: WARM_UP_S, setupClient });
  const result = await autocannon({ url, connections: CONNECTIONS, duration: SECONDS, setupClient });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${result.non2xx} answers were not 2xx, ${result.errors} failed`);
  return { rate: result.requests.average, p99: result.latency.p99 };
};

const benchOn = async (name: string, env: Record<string, string>): Promise<number> => {
  const api = await startApi(env, onOneCore);
  const same = await load(api.url, ['/api/products']);
  await api.stop();
  const uncached = await startApi({ ...env, LISTING_CACHE_MS: '0' }, onOneCore);
  const different = await load(uncached.url, distinct);
  await uncached.stop();
  console.log(
    `  ${name.padEnd(11)} GET /api/products ${same.rate.toFixed(0)}/s, p99 ${same.p99} ms; 40 different listings, nothing kept: ${different.rate.toFixed(0)}/s, p99 ${different.p99} ms`,
  );
  return same.rate;
};

/** GET /api/products on the seeded catalog at 16 connections. */
export const benchApi = async (): Promise<void> => {
  console.log(`\nAPI: ${CONNECTIONS} connections, the API on one core (at least 1500/s on PostgreSQL)`);
  const postgres = startPostgresServer();
  if (postgres) {
    try {
      const onPostgres = await benchOn('PostgreSQL', { DATABASE_URL: postgres.url });
      const onPglite = await benchOn('PGlite', {});
      console.log(`  PGlite gives ${(onPglite / onPostgres).toFixed(2)} of PostgreSQL`);
    } finally {
      postgres.stop();
    }
  } else await benchOn('PGlite', {});
};
