import { randomUUID } from 'node:crypto';
import autocannon from 'autocannon';
import { startPostgresServer, type PostgresServer } from '../../api/src/testing/postgresServer';
import { startApi } from '../startShop';
import { readCpuSeconds } from './readCpuSeconds';

const CONNECTIONS = 16;
const WARM_UP_S = 3;
const SECONDS = 10;
const STANDBYS = 2;

const requireServer = (server: PostgresServer | undefined): PostgresServer => {
  if (!server) throw new Error('PostgreSQL is not available.');
  return server;
};

/** Listings that no cache has. */
const options = (url: string): autocannon.Options => ({
  url,
  connections: CONNECTIONS,
  requests: [
    {
      method: 'GET',
      setupRequest: (request) => ({
        ...request,
        path: `/api/products?store=organic-store&q=${randomUUID().slice(0, 2)}&max_price=${5 + Math.floor(Math.random() * 30)}`,
      }),
    },
  ],
});

/**
 * Listings a second with none, one and two standbys, and the processor time of each server. All share one machine, so
 * the rate shows what replicas cost, and the primary's time what they take off it.
 */
export const benchReplicas = async (): Promise<void> => {
  const primary = requireServer(startPostgresServer());
  const standbys: PostgresServer[] = [];
  try {
    await (await startApi({ DATABASE_URL: primary.url })).stop(); // migrates and seeds
    for (let count = 0; count < STANDBYS; count += 1) standbys.push(requireServer(startPostgresServer({ primary })));
    console.log("\nListings, not from the API's cache, one API process");
    for (let count = 0; count <= STANDBYS; count += 1) {
      const servers = [primary, ...standbys.slice(0, count)];
      const api = await startApi({
        DATABASE_URL: primary.url,
        DATABASE_READ_URL: servers
          .slice(1)
          .map(({ url }) => url)
          .join(','),
        LISTING_CACHE_MS: '0',
      });
      await autocannon({ ...options(api.url), duration: WARM_UP_S });
      const before = servers.map(readCpuSeconds);
      const { requests, latency, non2xx, errors } = await autocannon({ ...options(api.url), duration: SECONDS });
      const times = servers.map(
        (server, index) => ((readCpuSeconds(server) - (before[index] ?? 0)) * 1_000) / requests.total,
      );
      await api.stop();
      if (non2xx + errors > 0) throw new Error(`${non2xx + errors} listings failed.`);
      const perServer = times.map((ms, index) => `${index === 0 ? 'primary' : `standby ${index}`} ${ms.toFixed(2)} ms`);
      console.log(
        `  ${count} standbys  ${requests.average.toFixed(0).padStart(5)}/s  p50 ${latency.p50} ms  p99 ${latency.p99} ms  processor time per listing: ${perServer.join(', ')}`,
      );
    }
  } finally {
    for (const standby of standbys) standby.stop();
    primary.stop();
  }
};
