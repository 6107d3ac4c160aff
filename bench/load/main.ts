import { parseArgs } from 'node:util';
import autocannon from 'autocannon';
import { startBenchTopology, type BenchTopology } from '../startTopology';
import { growthPerMinute, residentMb, type MemorySample } from './memory';
import { anOrder, aSignIn, buildJourney, readProducts } from './shoppers';

const CONNECTIONS = 16;
const WARM_UP_S = 3;
const SECONDS = 10;
/** Steps per second, below the machine's capacity: the run looks for growth, not for the limit. */
const JOURNEY_RATE = 60;
/**
 * Warm-up: compiles code, fills caches and pools, and lets heaps reach their size, which takes about ten thousand steps
 * per process.
 */
const WARM_UP_RATE = 240;
const WARM_UP_MINUTES = 4;
const SAMPLED_EVERY_MS = 2_000;
const MAX_GROWTH_MB = 1;

const say = (line: string): void => void process.stdout.write(`${line}\n`);

interface Measured {
  readonly title: string;
  readonly url: string;
  readonly requests: readonly autocannon.Request[];
  /** Expected statuses besides 2xx, such as 401 for a wrong password and 503 under load. */
  readonly expected?: readonly number[];
  readonly atLeast?: number;
}

/** Measures responses per second and latency. @throws {Error} on unexpected statuses. */
const measure = async ({ title, url, requests, expected = [200, 304], atLeast }: Measured): Promise<void> => {
  const options: autocannon.Options = { url, connections: CONNECTIONS, requests: [...requests] };
  await autocannon({ ...options, duration: WARM_UP_S });
  const { statusCodeStats, latency, errors, duration } = await autocannon({ ...options, duration: SECONDS });
  const counts = Object.entries(statusCodeStats ?? {}).map(
    ([status, { count = 0 }]) => [Number(status), count] as const,
  );
  const others = counts.filter(([status]) => !expected.includes(status));
  if (errors > 0 || others.length > 0)
    throw new Error(`${title}: ${errors} errors, and other answers than expected: ${JSON.stringify(others)}`);
  const [first = 200] = expected;
  const served = counts
    .filter(([status]) => status === first || (first === 200 && status === 304))
    .reduce((sum, [, count]) => sum + count, 0);
  const shed = counts.filter(([status]) => status === 503).reduce((sum, [, count]) => sum + count, 0);
  say(
    `  ${title.padEnd(54)} ${(served / duration).toFixed(0).padStart(6)}/s  p50 ${latency.p50} ms  p99 ${latency.p99} ms${shed > 0 ? `  (${(shed / duration).toFixed(0)}/s asked to retry)` : ''}${atLeast === undefined ? '' : `  (at least ${atLeast}/s)`}`,
  );
};

const page = (path: string): autocannon.Request => ({ method: 'GET', path, headers: { 'accept-encoding': 'br' } });

const loadFromCache = async ({ url, ports, apis }: BenchTopology): Promise<void> => {
  const [api] = ports.apis;
  const [host] = ports.hosts;
  if (apis.length === 0) throw new Error('There is no API');
  const products = await readProducts(`http://127.0.0.1:${api}`);
  const pages = ['/?store=jewellery', '/shop', `/products/${products[0]?.id}`, '/about'].map(page);
  say('\nPages');
  await measure({
    title: 'from the cache, one host',
    url: `http://127.0.0.1:${host}`,
    requests: pages,
    atLeast: 2_000,
  });
  await measure({ title: 'from the cache, through nginx with TLS', url, requests: pages, atLeast: 2_000 });
  say('\nCatalog');
  const listings = [1, 2, 3].map((number) => page(`/api/products?store=organic-store&page=${number}`));
  await measure({ title: 'listings, one API process', url: `http://127.0.0.1:${api}`, requests: listings });
  await measure({ title: 'listings, through nginx with TLS', url, requests: listings });
  say('\nOrders and sign-ins (through nginx, two API processes)');
  await measure({ title: 'orders', url, requests: [anOrder(products)] });
  await measure({ title: 'sign-ins, each a whole hash', url, requests: [aSignIn()], expected: [401, 503] });
};

const loadRendering = async ({ ports }: BenchTopology): Promise<void> => {
  const [host] = ports.hosts;
  const products = await readProducts(`http://127.0.0.1:${ports.apis[0]}`);
  say('\nPages rendered for each visit (no cache), one host');
  const paths = {
    home: '/?store=jewellery',
    listing: '/shop',
    product: `/products/${products[0]?.id}`,
    text: '/about',
  };
  for (const [name, path] of Object.entries(paths))
    await measure({ title: name, url: `http://127.0.0.1:${host}`, requests: [page(path)] });
  await measure({
    title: 'all of them in turns',
    url: `http://127.0.0.1:${host}`,
    requests: Object.values(paths).map(page),
    atLeast: 60,
  });
};

/** Runs mixed journeys for minutes to check whether any process grows. */
const runJourney = async ({ url, ports, apis, hosts }: BenchTopology, minutes: number): Promise<void> => {
  say(
    `\nMixed journeys through nginx for ${minutes} minutes, ${JOURNEY_RATE} steps a second, after ${WARM_UP_MINUTES} minutes of ${WARM_UP_RATE} steps a second`,
  );
  const products = await readProducts(`http://127.0.0.1:${ports.apis[0]}`);
  const processes = [...apis, ...hosts];
  const samples = new Map<string, MemorySample[]>(processes.map(({ name }) => [name, []]));
  const shoppers: autocannon.Options = { url, connections: CONNECTIONS, requests: buildJourney(products) };
  await autocannon({ ...shoppers, overallRate: WARM_UP_RATE, duration: WARM_UP_MINUTES * 60 });
  const began = Date.now();
  const sampling = setInterval(() => {
    const minute = (Date.now() - began) / 60_000;
    for (const { name, pid } of processes)
      if (pid !== undefined) samples.get(name)?.push({ minute, mb: residentMb(pid) });
  }, SAMPLED_EVERY_MS);
  const result = await autocannon({ ...shoppers, overallRate: JOURNEY_RATE, duration: minutes * 60 });
  clearInterval(sampling);
  const counts = Object.entries(result.statusCodeStats ?? {}).map(([status, { count }]) => `${status}: ${count}`);
  say(
    `  ${result.requests.total} steps (${counts.join(', ')}), ${result.errors} errors, p50 ${result.latency.p50} ms, p99 ${result.latency.p99} ms`,
  );
  for (const [name, of] of samples) {
    const growth = growthPerMinute(of);
    say(
      `  ${name.padEnd(10)} ${of[0]?.mb.toFixed(0)} MB to ${of.at(-1)?.mb.toFixed(0)} MB, ${growth.toFixed(2)} MB/min (at most ${MAX_GROWTH_MB})`,
    );
    if (growth > MAX_GROWTH_MB) process.exitCode = 1;
  }
};

const withTopology = async (
  env: Parameters<typeof startBenchTopology>[0],
  work: (topology: BenchTopology) => Promise<void>,
): Promise<void> => {
  const topology = await startBenchTopology(env);
  try {
    await work(topology);
  } finally {
    await topology.stop();
  }
};

/** `npm run load` (about 3 minutes), `npm run load -- --journey 10` for minutes of mixed journeys. */
const run = async (): Promise<void> => {
  const { values } = parseArgs({ options: { journey: { type: 'string' } } });
  if (values.journey !== undefined) {
    const minutes = Number(values.journey);
    if (!(minutes > 0)) throw new Error('--journey takes a number of minutes.');
    // A small page cache that is full before memory is measured: filling it is not a leak.
    await withTopology({ hostEnv: { PAGE_CACHE_MB: '8' } }, (topology) => runJourney(topology, minutes));
    return;
  }
  await withTopology({}, loadFromCache);
  await withTopology({ hostEnv: { PAGE_CACHE_MS: '0' } }, loadRendering);
};

run().then(
  () => process.exit(),
  (error: unknown) => {
    console.error(error);
    process.exit(1);
  },
);
