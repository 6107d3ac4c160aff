import type { StaffContent, StaffProduct } from '@shop/contracts';
import type { Topology } from '../../ops/stack/startTopology';
import { newAgent, sendRequest } from '../chaos/sendRequest';
import { startBenchTopology } from '../startTopology';
import { openForFilling, signIn } from './desk';

const ROUNDS = 20;
const SEEN_WITHIN_MS = 5_000;
const ASK_EVERY_MS = 50;
const TERMS_PATH = 'content/every-store/terms';
const PRODUCT_PATH = 'products/ring-halo-sapphire';

type Call = <Answer>(method: string, path: string, body?: object) => Promise<Answer>;

const agent = newAgent();

/** Calls the back office as a member of staff. Node does not resolve its name, which is below that of the shop. */
const createCall =
  ({ url, adminUrl }: Topology, cookie: string): Call =>
  async <Answer>(method: string, path: string, body?: object) => {
    const answer = await sendRequest(`${url}/api/admin/${path}`, {
      method,
      agent,
      headers: { host: new URL(adminUrl).host, cookie, origin: adminUrl, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (answer.status !== 200) throw new Error(`${method} ${path} gave ${answer.status}: ${answer.body}`);
    return (JSON.parse(answer.body) as { readonly data: Answer }).data;
  };

const readPage = async (url: string): Promise<string> => (await sendRequest(url, { agent })).body;

/** Asks until all pages have a text. Returns the milliseconds that the slowest took. */
const waitForText = async (urls: readonly string[], text: string): Promise<number> => {
  const began = performance.now();
  await Promise.all(
    urls.map(async (url) => {
      while (!(await readPage(url)).includes(text)) {
        if (performance.now() - began > SEEN_WITHIN_MS) throw new Error(`${url} does not show "${text}" in time`);
        await new Promise((resolve) => setTimeout(resolve, ASK_EVERY_MS));
      }
    }),
  );
  return performance.now() - began;
};

interface Change {
  readonly name: string;
  /** Pages of a host that show it. */
  readonly pages: readonly string[];
  /** Makes a text visible; `urls` must not show it before. */
  readonly make: (call: Call, text: string, urls: readonly string[]) => Promise<void>;
}

const CHANGES: readonly Change[] = [
  {
    name: 'a text of both storefronts is published',
    pages: ['/terms', '/terms?store=organic'],
    make: async (call, text, urls) => {
      const { version } = await call<StaffContent>('GET', TERMS_PATH);
      const body = [{ kind: 'paragraph', runs: [{ text }] }];
      const document = { title: 'Terms', lead: 'Short.', description: 'Short.', body };
      const draft = await call<StaffContent>('PUT', TERMS_PATH, { version, document });
      for (const url of urls) if ((await readPage(url)).includes(text)) throw new Error(`${url} shows a draft`);
      await call('POST', `${TERMS_PATH}/publish`, { version: draft.version });
    },
  },
  {
    name: 'a product gets another name',
    pages: ['/products/ring-halo-sapphire'],
    make: async (call, name) => {
      const { version } = await call<StaffProduct>('GET', PRODUCT_PATH);
      await call('PATCH', PRODUCT_PATH, { version, fields: { name } });
    },
  },
];

/**
 * How soon pages show what staff change: through nginx, and of each of two hosts, which ask two processes of the API
 * through nginx. Fails above five seconds, and if a page shows a draft.
 */
export const benchPublished = async (): Promise<void> => {
  console.log('\nChanges of the back office: PostgreSQL, nginx, two APIs, two hosts');
  const topology = await startBenchTopology();
  try {
    const { url, databaseUrl, ports } = topology;
    const database = await openForFilling(databaseUrl);
    const call = createCall(topology, `__Host-${await signIn(database)}`);
    await database.close();
    const shops = [url, ...ports.hosts.map((port) => `http://127.0.0.1:${port}`)];
    for (const { name, pages, make } of CHANGES) {
      const urls = shops.flatMap((shop) => pages.map((page) => shop + page));
      const times: number[] = [];
      for (let round = 1; round <= ROUNDS; round += 1) {
        const text = `Round ${round} of ${ROUNDS}`;
        await make(call, text, urls);
        times.push(await waitForText(urls, text));
      }
      const [slowest, median] = [Math.max(...times), [...times].sort((a, b) => a - b)[ROUNDS / 2] ?? Number.NaN];
      console.log(
        `  ${name.padEnd(40)} on all ${urls.length} pages after ${(median / 1_000).toFixed(2)} s, at most ${(slowest / 1_000).toFixed(2)} s (limit ${SEEN_WITHIN_MS / 1_000} s), ${ROUNDS} rounds`,
      );
    }
  } finally {
    await topology.stop();
  }
};
