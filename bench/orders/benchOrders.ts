import { randomUUID } from 'node:crypto';
import { type listProducts, type Product, type ResponseOf } from '@shop/contracts';
import autocannon from 'autocannon';
import { openDatabase } from '../../api/src/database/openDatabase';
import { startPostgresServer } from '../../api/src/testing/postgresServer';
import { anOrderBy, aNetwork } from '../../api/src/testing/testApp';
import { benchData, startApi } from '../startShop';

const CONNECTIONS = 16;
const WARM_UP_S = 3;
const SECONDS = 10;
const PAGES = 3;

const readProducts = async (url: string): Promise<Product[]> => {
  const pages = await Promise.all(
    Array.from({ length: PAGES }, async (_, page) => {
      const answer = await fetch(
        `${url}/api/products?store=jewellery-store&category=necklaces,earrings,bracelets&page=${page + 1}`,
      );
      return ((await answer.json()) as ResponseOf<typeof listProducts>).data.items;
    }),
  );
  return pages.flat().filter(({ priceFrom, stock }) => !priceFrom && stock > 0);
};

/** Orders of one product each, with their own key and network, so that rate limits do not limit the load. */
const load = async (url: string): Promise<autocannon.Result> => {
  const products = await readProducts(url);
  let sent = 0;
  const nextBody = (shopper: string): string => {
    const product = products[(sent += 1) % products.length];
    if (!product) throw new Error('Nothing is sold');
    return JSON.stringify(
      anOrderBy(shopper, {
        items: [{ product_id: product.id, variant_id: null, quantity: 1 }],
        expected_total: product.price,
      }),
    );
  };
  const options: autocannon.Options = {
    url,
    connections: CONNECTIONS,
    requests: [
      {
        method: 'POST',
        path: '/api/orders',
        setupRequest(request) {
          const key = randomUUID();
          return {
            ...request,
            headers: { 'content-type': 'application/json', 'idempotency-key': key, 'x-forwarded-for': aNetwork() },
            body: nextBody(key),
          };
        },
      },
    ],
  };
  await autocannon({ ...options, duration: WARM_UP_S });
  return autocannon({ ...options, duration: SECONDS });
};

/** Measures how many orders an API takes a second. */
export const measureOrders = async (
  url: string,
): Promise<{ readonly perSecond: number; readonly latency: autocannon.Histogram }> => {
  const { '2xx': placed, non2xx, errors, latency } = await load(url);
  if (errors > 0 || non2xx > 0) throw new Error(`${non2xx} orders were refused, ${errors} failed`);
  return { perSecond: placed / SECONDS, latency };
};

/** Stock that no run uses up. */
const fillShelves = async (databaseUrl: string | undefined): Promise<void> => {
  await (await startApi(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl })).stop(); // Migrates and seeds.
  const database = await openDatabase({ databaseUrl, dataDirectory: benchData });
  await database.query('UPDATE products SET stock = 1000000');
  await database.close();
};

const benchOn = async (name: string, databaseUrl: string | undefined): Promise<void> => {
  await fillShelves(databaseUrl);
  const api = await startApi(
    { TRUSTED_PROXIES: '1', ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }) },
    [],
    { fresh: false },
  );
  const { perSecond, latency } = await measureOrders(api.url);
  await api.stop();
  console.log(
    `  ${name.padEnd(11)} POST /api/orders ${perSecond.toFixed(0)}/s, p50 ${latency.p50} ms, p99 ${latency.p99} ms`,
  );
};

/** POST /api/orders at 16 connections: API, database and load generator share this machine's processors. */
export const benchOrders = async (): Promise<void> => {
  console.log(`\nOrders: ${CONNECTIONS} connections (PostgreSQL: at least 300/s, p99 under 150 ms)`);
  const postgres = startPostgresServer();
  if (postgres) {
    try {
      await benchOn('PostgreSQL', postgres.url);
    } finally {
      postgres.stop();
    }
  }
  await benchOn('PGlite', undefined);
};
