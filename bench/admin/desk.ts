import type { Database } from '../../api/src/database/Database';
import { openForJob } from '../../api/src/database/openDatabase';
import { createSecret, hashSecret } from '../../api/src/secrets';
import { benchData } from '../startShop';

/** Two names of this machine: the API serves shop and back office by the name that is called. */
export const PUBLIC_URL = 'http://127.0.0.1:4920';
export const ADMIN_URL = 'http://localhost:4920';
const BATCH = 20_000;
const BATCH_TIMEOUT_MS = 120_000;

/** Opens the database for statements that take longer than those of the shop may. */
export const openForFilling = (databaseUrl: string): Promise<Database> =>
  openForJob({ databaseUrl, dataDirectory: benchData }, BATCH_TIMEOUT_MS);

/** In batches. The statement gets `parameter`, the first and the last number as $1 to $3. */
export const insertMany = async (
  database: Database,
  count: number,
  statement: string,
  parameter: number,
): Promise<void> => {
  for (let first = 0; first < count; first += BATCH)
    await database.query(statement, [parameter, first, Math.min(count, first + BATCH) - 1]);
};

/** Returns the cookie of a member of staff. */
export const signIn = async (database: Database): Promise<string> => {
  const secret = createSecret();
  await database.query(
    "INSERT INTO staff (id, email, name, role, created_at) VALUES ('ada', 'ada@example.com', 'Ada', 'owner', now())",
  );
  await database.query(
    `INSERT INTO staff_sessions (id, secret_hash, staff_id, device, network, created_at, last_seen_at, confirmed_at, expires_at)
     VALUES ('session', $1, 'ada', '', '', now(), now(), now(), now() + interval '12 hours')`,
    [hashSecret(secret)],
  );
  return `staff=${secret}`;
};

/** Returns the path of a question below /api/admin, with its query. */
export type Question = (index: number) => string;

const QUESTIONS = 300;
const WARM_UP = 30;

/** Asks again and again, for the next page of a list if there is one. Returns the milliseconds of each answer. */
export const ask = async (question: Question, cookie: string): Promise<number[]> => {
  const times: number[] = [];
  let cursor = '';
  for (let index = 0; index < WARM_UP + QUESTIONS; index += 1) {
    const path = question(index) + cursor;
    const started = performance.now();
    const response = await fetch(`${ADMIN_URL}/api/admin/${path}`, { headers: { cookie } });
    const { data } = (await response.json()) as { readonly data: { readonly next?: string | null } };
    if (index >= WARM_UP) times.push(performance.now() - started);
    if (response.status !== 200) throw new Error(`${path} gave ${response.status}`);
    cursor = data.next && !path.includes('q=') ? `&cursor=${encodeURIComponent(data.next)}` : '';
  }
  return times;
};

const findShare = (times: readonly number[], share: number): number => {
  const sorted = [...times].sort((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) * share)] ?? Number.NaN;
};

export const findP95 = (times: readonly number[]): number => findShare(times, 0.95);

/** "p50 3.1 ms, p95 4.0 ms, slowest 9.9 ms (p95 at most 40 ms)". */
export const describeTimes = (times: readonly number[], limitMs: number): string => {
  const at = (share: number): string => findShare(times, share).toFixed(1);
  return `p50 ${at(0.5)} ms, p95 ${at(0.95)} ms, slowest ${at(1)} ms (p95 at most ${limitMs} ms)`;
};
