import os from 'node:os';
import { startPostgresServer } from '../../api/src/testing/postgresServer';
import { startApi, type Running } from '../startShop';
import {
  createRandom,
  listingQuestion,
  readVocabulary,
  searchQuestion,
  suggestQuestion,
  wordsQuestion,
  type Vocabulary,
} from './questions';
import { seedProducts } from './seedProducts';

const SIZES = (process.env['CATALOG_PRODUCTS'] ?? '100000').split(',').map(Number);
const QUESTIONS = 400;
const WARM_UP = 60;
const LARGER_MAY_TAKE = 3;
const SEED = 20_261_121;

interface Task {
  readonly name: string;
  readonly ask: (random: () => number, vocabulary: Vocabulary) => string;
  readonly p95Ms: number;
}
const TASKS: readonly Task[] = [
  { name: 'listing, two filters and facets', ask: listingQuestion, p95Ms: 60 },
  { name: 'search for words with facets', ask: wordsQuestion, p95Ms: 50 },
  { name: 'substring search with facets', ask: searchQuestion, p95Ms: 50 },
  { name: 'suggestions', ask: suggestQuestion, p95Ms: 25 },
];

/** Pins the API to one core where taskset exists; PostgreSQL and the load generator use the other. */
const onOneCore: readonly string[] =
  os.platform() === 'linux' && os.availableParallelism() > 1 ? ['taskset', '-c', '0'] : [];

const percentile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;

/** Sends different queries sequentially, uncached. Returns the client's milliseconds. */
const time = async (apiUrl: string, task: Task, vocabulary: Vocabulary): Promise<number[]> => {
  const random = createRandom(SEED);
  const times: number[] = [];
  for (let index = 0; index < WARM_UP + QUESTIONS; index += 1) {
    const question = task.ask(random, vocabulary);
    const started = performance.now();
    const response = await fetch(apiUrl + question);
    await response.arrayBuffer();
    if (response.status !== 200) throw new Error(`${question} gave ${response.status}`);
    if (index >= WARM_UP) times.push(performance.now() - started);
  }
  return times.sort((a, b) => a - b);
};

/** Listing, search and suggestions of large catalogs on PostgreSQL: CATALOG_PRODUCTS=100000,1000000. */
export const benchCatalog = async (): Promise<void> => {
  console.log('\nCatalog: PostgreSQL, the API on one core, one question at a time, no answer kept');
  const first = new Map<string, number>();
  const running: Running[] = [];
  for (const size of SIZES) {
    const postgres = startPostgresServer();
    if (!postgres) return;
    try {
      const env = { DATABASE_URL: postgres.url, LISTING_CACHE_MS: '0' };
      seedProducts(env, size);
      const api = await startApi(env, onOneCore);
      running.push(api);
      const vocabulary = await readVocabulary(api.url);
      for (const task of TASKS) {
        const times = await time(api.url, task, vocabulary);
        const p95 = percentile(times, 0.95);
        const smaller = first.get(task.name);
        if (smaller === undefined) first.set(task.name, p95);
        const limit =
          smaller === undefined
            ? `at most ${task.p95Ms} ms`
            : `${(p95 / smaller).toFixed(2)}x of ${SIZES[0]?.toLocaleString('en-US')}, at most ${LARGER_MAY_TAKE}x`;
        console.log(
          `  ${size.toLocaleString('en-US').padStart(9)} products, ${task.name.padEnd(31)} p50 ${percentile(times, 0.5).toFixed(1)} ms, p95 ${p95.toFixed(1)} ms, slowest ${times.at(-1)?.toFixed(1)} ms (${limit})`,
        );
      }
    } finally {
      for (const api of running.splice(0)) await api.stop();
      postgres.stop();
    }
  }
};
