import pg from 'pg';
import { createDatabaseLimits } from '../limits/createDatabaseLimits';
import { buildApp } from '../buildApp';
import { noPictures } from './testApp';
import { createDatabase } from '../database/createDatabase';
import type { Database, Queryable } from '../database/Database';

/**
 * An API process for tests with several processes. `DATABASE_URL` must name a migrated database with content. Sends its
 * port to the parent. With `NAIVE_STOCK=1` stock is read and then written in two statements: the control, which must
 * oversell.
 */
const databaseUrl = process.env['DATABASE_URL'];
if (databaseUrl === undefined) throw new Error('DATABASE_URL is missing');

interface NamedQuery {
  readonly name?: string;
  readonly values?: readonly unknown[];
}

const withNaiveStock = (database: Queryable): Queryable => ({
  isPrimary: true,
  query: (async (query: NamedQuery | string, values?: unknown[]) => {
    if (typeof query === 'string' || query.name !== 'take stock') return database.query(query as string, values);
    const [id, quantity] = query.values ?? [];
    const { rows } = await database.query<{ stock: number }>('SELECT stock FROM products WHERE id = $1', [id]);
    const left = (rows[0]?.stock ?? 0) - Number(quantity);
    if (left < 0) return { rowCount: 0, rows: [] };
    return database.query('UPDATE products SET stock = $2, held = held + $3 WHERE id = $1', [id, left, quantity]);
  }) as Queryable['query'],
});

const withNaiveTransactions = (database: Database): Database => ({
  ...database,
  ...withNaiveStock(database),
  transaction: (work) => database.transaction((connection) => work(withNaiveStock(connection))),
});

const start = async (): Promise<void> => {
  const guarded = createDatabase(new pg.Pool({ connectionString: databaseUrl, max: 10 }), 'postgresql');
  const database = process.env['NAIVE_STOCK'] === '1' ? withNaiveTransactions(guarded) : guarded;
  const clock = { now: () => new Date() };
  const app = await buildApp({
    database,
    limits: createDatabaseLimits(database, clock),
    clock,
    config: {
      production: false,
      cookieSecret: 'a secret that only tests know, 32+',
      formerCookieSecrets: [],
      authSecret: 'another secret that only tests know',
      formerAuthSecrets: [],
      google: undefined,
      trustedProxies: 1,
      publicUrl: 'http://shop.test',
      adminUrl: undefined,
      smtpUrl: undefined,
      supportEmail: 'support@shop.test',
      merchantEmail: 'merchant@shop.test',
      merchantOrderMails: false,
      listingCacheMs: 0,
      payments: { provider: 'none', webhookSecret: '' },
      bankAccount: 'First Example Bank, account 0012 3456 7890',
    },
    pictures: noPictures,
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const address = app.server.address();
  process.send?.({ port: typeof address === 'object' && address ? address.port : 0 });
};

void start();
