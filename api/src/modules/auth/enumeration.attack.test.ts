import { subscribe } from 'node:diagnostics_channel';
import type { FastifyInstance } from 'fastify';
import type { Database } from '../../database/Database';
import { buildTestApp } from '../../testing/testApp';
import { databaseKinds, openTestDatabase } from '../../testing/testDatabase';
import { PASSWORD, Visitor } from '../../testing/Visitor';
import { PasswordHasher, type Hashing } from './PasswordHasher';

/** What the response waits for: SQL statements and password hashes. Work after it (afterReply) does not count. */
let work: string[] = [];
let isSent = false;
const record = (step: string): void => {
  if (!isSent) work.push(step);
};

// Fastify publishes this when the handler of a route has finished.
subscribe('tracing:fastify.request.handler:asyncEnd', () => void (isSent = true));

class ObservedHasher extends PasswordHasher {
  override admit<T>(caller: Parameters<PasswordHasher['admit']>[0], run: (hashing: Hashing) => Promise<T>): Promise<T> {
    return super.admit(caller, (hashing) =>
      run({
        hash: (password) => (record('hash'), hashing.hash(password)),
        verify: (hash, password) => (record('verify'), hashing.verify(hash, password)),
      }),
    );
  }
}

const REQUEST_ID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

/** Records the statements of every connection. */
const observeStatements = ({ pool }: Database): void => {
  pool.on('connect', (connection) => {
    const query = connection.query.bind(connection) as (...args: unknown[]) => unknown;
    connection.query = ((statement: string | { text: string }, ...rest: unknown[]) => {
      record((typeof statement === 'string' ? statement : statement.text).replaceAll(REQUEST_ID, 'a request'));
      return query(statement, ...rest);
    }) as typeof connection.query;
  });
};

const KNOWN = 'known@example.com';
const CHEAP_HASH = { memoryCost: 1_024, timeCost: 2, parallelism: 1 };

describe.each(databaseKinds)('on %s', (kind) => {
  let database: Database;
  let app: FastifyInstance;
  beforeAll(async () => {
    database = await openTestDatabase(kind);
    observeStatements(database);
    const hasher = new ObservedHasher(CHEAP_HASH);
    app = await buildTestApp(database, {}, undefined, { hasher });
    const hash = await hasher.admit({ lane: 'login', network: '' }, (hashing) => hashing.hash(PASSWORD));
    await database.query(
      "INSERT INTO accounts (id, email, name, phone, password_hash, created_at) VALUES ('known', $1, 'Ada', '', $2, now())",
      [KNOWN, hash],
    );
  });
  afterAll(async () => {
    await app.close();
    await database.close();
  });

  test.each([
    ['/forgot-password', {}, 0],
    ['/login', { password: 'wrong password' }, 1],
    ['/register', { name: 'Ada', password: PASSWORD }, 1],
  ])('%s does the same work for an address with an account as for one without', async (path, body, hashes) => {
    const observe = async (email: string, network: string): Promise<string[]> => {
      const visitor = new Visitor(app, database, network);
      work = [];
      isSent = false;
      await visitor.post(path, { ...body, email });
      await app.afterReply.settled();
      return work;
    };
    const known = await observe(KNOWN, '10.0.0.1');
    expect(known.length).toBeGreaterThan(1);
    expect(known.filter((step) => step === 'hash' || step === 'verify')).toHaveLength(hashes);
    expect(await observe('unknown@example.com', '10.0.0.2')).toEqual(known);
  });
});
