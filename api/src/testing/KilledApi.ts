import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createUrlCheck, ManagedProcess, tsxArguments } from '@shop/server-kit/testing/ManagedProcess';
import { freePort } from '@shop/server-kit/testing/startServer';
import type { Database } from '../database/Database';
import { openForJob } from '../database/openDatabase';
import { aNetwork } from './testApp';
import { createTestDirectory, openTestDatabase, type TestDatabaseKind } from './testDatabase';

const START_TIMEOUT_MS = 30_000;
const QUERY_TIMEOUT_MS = 60_000;
const RETRY_MS = 50;

/** Where the API listens, and where its database is. */
export interface KillPlace {
  readonly databaseUrl: string | undefined;
  readonly dataDirectory: string;
  readonly port: number;
}

/** Creates a database, in `folder` or on the server of the tests. */
export const prepareKillPlace = async (kind: TestDatabaseKind, folder: string): Promise<KillPlace> => {
  const place = { databaseUrl: undefined, dataDirectory: path.join(folder, kind), port: await freePort() };
  if (kind === 'PGlite') {
    await createTestDirectory(place.dataDirectory);
    return place;
  }
  const database = await openTestDatabase(kind);
  const { rows } = await database.query<{ name: string }>('SELECT current_database() AS name');
  await database.close();
  const url = new URL(process.env['TEST_POSTGRES_URL'] ?? '');
  url.pathname = `/${rows[0]?.name}`;
  return { ...place, databaseUrl: url.href };
};

interface Request {
  readonly body?: object | string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Answer<Body> {
  readonly status: number;
  readonly body: Body;
  readonly cookies: readonly string[];
}

interface Traffic {
  readonly clients: number;
  /** What a client does again and again, whether the API is there or not. */
  readonly visit: () => Promise<void>;
  /** Resolves when the API is to be killed. */
  readonly untilKill: () => Promise<void>;
  /** Before each next start. */
  readonly whileDead?: () => Promise<void>;
}

/** The API as a process that is killed (SIGKILL) and started again. */
export class KilledApi {
  /** Requests without an answer because of a kill. `call` repeats them. */
  unanswered = 0;
  readonly #process: ManagedProcess;
  readonly #shopUrl: string;
  readonly #adminUrl: string;

  constructor(
    private readonly place: KillPlace,
    env: Readonly<Record<string, string>> = {},
  ) {
    const { databaseUrl, dataDirectory, port } = place;
    this.#shopUrl = `http://127.0.0.1:${port}`;
    this.#adminUrl = `http://localhost:${port}`;
    this.#process = new ManagedProcess({
      name: 'The API',
      args: tsxArguments('api/src/server.ts'),
      stdio: ['ignore', 'ignore', 'inherit'],
      env: {
        NODE_ENV: 'development',
        API_PORT: String(port),
        DATA_DIR: dataDirectory,
        LOG_LEVEL: 'error',
        TRUSTED_PROXIES: '1',
        DATABASE_URL: databaseUrl ?? '',
        PUBLIC_URL: this.#shopUrl,
        ADMIN_URL: this.#adminUrl,
        ...env,
      },
      isReady: createUrlCheck(`${this.#shopUrl}/api/health/ready`),
      timeoutMs: START_TIMEOUT_MS,
    });
  }

  /** Sends a request once. Returns undefined if it gets no answer, or that of an API without its database. */
  async callOnce<Body>(
    method: string,
    path: string,
    { body, headers = {} }: Request = {},
  ): Promise<Answer<Body> | undefined> {
    const origin = path.startsWith('/admin/') ? this.#adminUrl : this.#shopUrl;
    try {
      const response = await fetch(`${origin}/api${path}`, {
        method,
        headers: {
          origin,
          ...(body !== undefined && { 'content-type': 'application/json' }),
          'x-forwarded-for': aNetwork(),
          ...headers,
        },
        ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      });
      const answer = (await response.json()) as Body;
      if (response.status === 503) return undefined;
      return { status: response.status, body: answer, cookies: response.headers.getSetCookie() };
    } catch {
      return undefined;
    }
  }

  /** Sends a request until it is answered. */
  async call<Body>(...request: Parameters<KilledApi['callOnce']>): Promise<Answer<Body>> {
    for (let attempt = 0; ; attempt += 1) {
      const answer = await this.callOnce<Body>(...request);
      if (answer) return answer;
      if (attempt === 0) this.unanswered += 1;
      await sleep(RETRY_MS);
    }
  }

  /** Starts the API for some work, and kills it then. */
  async live(work: () => Promise<unknown> = async () => undefined): Promise<void> {
    await this.#process.start();
    try {
      await work();
    } finally {
      await this.#process.kill();
    }
  }

  /** Opens the database, which on PGlite takes a dead API. */
  async open<Result>(work: (database: Database) => Promise<Result>): Promise<Result> {
    const database = await openForJob(this.place, QUERY_TIMEOUT_MS);
    try {
      return await work(database);
    } finally {
      await database.close();
    }
  }

  /** Kills the API again and again amid traffic, which can end what it has begun while the API lives a last time. */
  async killAmid(rounds: number, { clients, visit, untilKill, whileDead }: Traffic): Promise<void> {
    let isOver = false;
    const visitAgain = async (): Promise<void> => {
      while (!isOver) await visit();
    };
    let working: Promise<unknown> | undefined;
    for (let round = 0; round < rounds; round += 1) {
      await this.live(() => {
        working ??= Promise.all(Array.from({ length: clients }, visitAgain));
        return Promise.race([working, untilKill()]);
      });
      await whileDead?.();
    }
    isOver = true;
    await this.live(async () => working);
  }
}
