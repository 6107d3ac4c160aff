import fs from 'node:fs';
import path from 'node:path';
import { classifyStatement, type Columns, type Kind } from './classifyStatement';
import { collectStatements, UNKNOWN, type Statement } from './collectStatements';
import { distribution, TABLES_OF_FUNCTIONS } from './tableDistribution';
import { readSchema } from './readSchema';

const api = path.resolve(__dirname, '../../..');
const schema = readSchema();
const columns: Columns = Object.fromEntries(schema.map((table) => [table.name, table.columns]));

const listFiles = (folder: string): string[] =>
  fs
    .readdirSync(path.join(api, folder), { encoding: 'utf8', recursive: true })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .map((file) => path.join(folder, file));

const statements = ['src/modules', 'src/limits', 'operator', 'content', 'seeds']
  .flatMap(listFiles)
  .flatMap(collectStatements);

/** Parts of these are made when they run. */
const ASSEMBLED: Readonly<Record<string, string>> = {
  'src/modules/catalog/productsRepository.ts findProductPage': 'the listing: see the tables of its builders below',
  'src/modules/catalog/productsRepository.ts findRelated': 'columns of a product',
  'src/modules/catalog/productsRepository.ts findProductDetail': 'columns of a product',
  'src/modules/catalog/productsRepository.ts findProductsById': 'columns of a product',
  'src/modules/catalog/suggestRepository.ts findSuggestions': 'conditions on names',
  'src/modules/catalog/topProductsRepository.ts findTopProducts': 'columns of a product',
  'src/modules/catalog/topProductsRepository.ts findTrendingProducts': 'columns of a product',
  'src/modules/profile/addressesRepository.ts findAddresses': 'column names',
  'src/modules/profile/addressesRepository.ts updateAddress': 'column names',
  'src/modules/profile/addressesRepository.ts setDefault': 'one of two column names',
  'src/modules/reviews/reviewsRepository.ts findReviewPage': 'the order of the reviews',
  'src/limits/countersRepository.ts incrementCounters': 'one insertion for each of several keys: crosses shards',
  'seeds/cli.ts run': 'VACUUM of a table',
};

/** Statements whose rows are on several shards, and why that is fine or what it would take to change it. */
const CROSSING: Readonly<Record<string, string>> = {
  'src/modules/auth/accountsRepository.ts lockAccountByEmail': 'sign-in: a table by e-mail with the account’s id',
  'src/modules/auth/accountsRepository.ts findAccountByEmail': 'sign-in: a table by e-mail with the account’s id',
  'src/modules/auth/accountsRepository.ts lockAccountByIdentity': 'sign-in with Google: a table by subject with the id',
  'src/modules/auth/accountsRepository.ts findGrant': 'rare; the link would carry the account’s id',
  'src/modules/auth/accountsRepository.ts consumeGrant': 'rare; the link would carry the account’s id',
  'src/modules/auth/challengesRepository.ts invalidateChallenges':
    'a redeemed code, which ends all challenges of its address',
  'src/modules/auth/challengesRepository.ts deleteCodes': 'rare: an account’s e-mail address or password was changed',
  'src/modules/auth/challengesRepository.ts storeCode': 'needs the e-mail address in the outer condition, too',
  'src/modules/auth/challengesRepository.ts findLink': 'a mailed link would carry a hash of the address as its key',
  'src/modules/auth/limitsRepository.ts deleteExpired (6)': 'hourly cleanup of all shards',
  'src/modules/auth/securityEventsRepository.ts countEvent': 'needs the account’s id in the outer condition, too',
  'src/modules/auth/securityEventsRepository.ts insertAnonymousEvent': 'has no account: a table of its own on one node',
  'src/modules/auth/securityEventsRepository.ts deleteOldSecurityEvents (2)': 'cleanup of all shards',
  'src/modules/auth/securityEventsRepository.ts findSecurityEvents': 'an operator’s list',
  'src/modules/auth/sessionsRepository.ts findLiveSession':
    'each request of a customer: the cookie would carry the account’s id beside the secret',
  'src/modules/auth/sessionsRepository.ts touchSession': 'the caller has the account’s id: one more condition',
  'src/modules/auth/sessionsRepository.ts deleteSessionBySecret': 'like findLiveSession',
  'src/modules/catalog/productsImportRepository.ts writeVariants': 'an import, which adds up all unpaid orders',
  'src/modules/catalog/topProductsRepository.ts findTrendingProducts': 'sums over all orders, cached by the API',
  'src/modules/coupons/couponsRepository.ts restoreCouponUse':
    'a canceled order: the caller would pass its coupon code',
  'src/modules/delivery/deliveryRepository.ts findCutoff': 'a command of operators',
  'src/modules/delivery/deliveryRepository.ts findUsedUpSlots':
    'each order with food: what its holders have of slots would have to be rows by holder',
  'src/modules/delivery/deliveryRepository.ts returnSlot': 'a canceled order: the caller would pass its slot',
  'src/modules/orders/boughtProductsRepository.ts findBoughtLines':
    'an account’s orders: a table by account with their numbers',
  'src/modules/orders/claimGuestOrders.ts claimGuestOrders': 'some orders once, after a registration',
  'src/modules/orders/ordersRepository.ts insertOrder':
    'lines and holders take the number from the parameter as soon as they have the column',
  'src/modules/orders/ordersRepository.ts findOrder': 'reads the delivery slot, which would be a second query',
  'src/modules/orders/ordersRepository.ts findOrders (2)': 'an account’s orders: a table by account with their numbers',
  'src/modules/orders/ordersRepository.ts isBilledToOwner': 'the account’s address would be a second query',
  'src/modules/orders/ordersRepository.ts findUnpaidOrders': 'a job, which asks all shards',
  'src/modules/orders/ordersRepository.ts findSellablesAndHoldings':
    'each order: what its holders hold would have to be rows by holder, and their advisory locks are of one node',
  'src/modules/orders/ordersRepository.ts hasPaidOrder': 'an account’s orders: a table by account with their numbers',
  'src/modules/orders/ordersRepository.ts clearHold':
    'needs the number in the deletion as soon as holders have the column',
  'src/modules/orders/ordersRepository.ts findForgottenHolds': 'a job, which asks all shards',
  'src/modules/orders/orderListRepository.ts findAllOrders (2)': 'an operator’s list',
  'src/modules/orders/orderListRepository.ts findOrdersAfter': 'an operator’s export',
  'src/modules/orders/stockRepository.ts findStock': 'an operator’s list',
  'src/modules/orders/stockRepository.ts countHeldPieces': 'a metric, which asks all shards',
  'src/modules/payments/paymentsRepository.ts lockPayment': 'a payment’s id would carry the order’s number',
  'src/modules/payments/paymentsRepository.ts settlePayment': 'a payment’s id would carry the order’s number',
  'src/modules/payments/paymentsRepository.ts recordReceivedAmount': 'a payment’s id would carry the order’s number',
  'src/modules/payments/paymentsRepository.ts claimRefund': 'a payment’s id would carry the order’s number',
  'src/modules/payments/paymentsRepository.ts unclaimRefund': 'a payment’s id would carry the order’s number',
  'src/modules/payments/paymentsRepository.ts markRefunded': 'a payment’s id would carry the order’s number',
  'src/modules/reviews/reviewsRepository.ts hasBought': 'an account’s orders: a table by account with their numbers',
  'src/modules/reviews/reviewsRepository.ts findAllReviews (2)': 'an operator’s list',
  'src/modules/reviews/reviewsRepository.ts lockReview (2)': 'an operator’s command',
  'src/modules/reviews/reviewsRepository.ts setReviewStatus': 'the caller has the product’s id',
  'src/modules/reviews/reviewsRepository.ts markReviewApproved':
    'an operator’s command; the caller has the product’s id',
  'src/limits/countersRepository.ts deleteExpiredCounters': 'hourly cleanup of all shards',
  'operator/backup/requireReplaceable.ts requireReplaceable': 'an operator’s command',
  'operator/backup/restorePostgres.ts describeContents': 'an operator’s command',
  'content/syncCatalog.ts writeReviews (3)': 'once for each change of the content',
  'content/syncCatalog.ts writeCommerce': 'once for each change of the content',
};

/** Statements that commit on all nodes. */
const WRITING_EVERYWHERE: Readonly<Record<string, string>> = {
  'src/modules/orders/stockRepository.ts decrementStock (2)':
    'each order: stock has to become a table by product first',
  'src/modules/orders/stockRepository.ts changeStock (2)': 'each paid or canceled order: likewise',
  'src/modules/reviews/reviewsRepository.ts changeVotes': 'each published review, and each that its order ends',
  'src/modules/catalog/productsImportRepository.ts writeProducts': 'an import',
  'src/modules/catalog/productsImportRepository.ts writeVariants (2)': 'an import',
  'content/syncCatalog.ts writeCatalog (4)': 'once for each change of the content',
  'content/syncCatalog.ts writePosts (2)': 'once for each change of the content',
  'content/syncCatalog.ts writeCommerce': 'once for each change of the content',
  'content/syncCatalog.ts syncCatalog': 'once for each change of the content',
  'seeds/cli.ts run (2)': 'a catalog for load tests',
};

/** Unique columns without the distribution column, and what keeps their values unique then. */
const UNKEPT_UNIQUES: Readonly<Record<string, string>> = {
  'account_events (id)': 'a sequence; the key becomes (account_id, id)',
  'account_identities (provider,subject)': 'nothing: needs a table by subject',
  'accounts (email)': 'nothing: needs a table by e-mail',
  'addresses (id)': 'random; the key becomes (account_id, id)',
  'code_mails (id)': 'a sequence; the key becomes (email, id)',
  'coupon_uses (order_number)': 'an order has one coupon; the key becomes (code, order_number)',
  'mailed_codes (id)': 'a sequence; the key becomes (email, id)',
  'orders (id)': 'a sequence; the key becomes the number',
  'payment_events (id)': 'nothing: a notification that comes twice would have to come to the same shard',
  'payments (id)': 'random; the key becomes (order_number, id)',
  'reset_grants (secret_hash)': 'random; the key becomes (account_id, secret_hash)',
  'reviews (id)': 'a sequence; the key becomes (product_id, id)',
  'sessions (id)': 'random; the key becomes (account_id, id)',
  'sessions (secret_hash)': 'random; the key becomes (account_id, secret_hash)',
};

/** The application would have to keep these. */
const UNKEPT_FOREIGN_KEYS = [
  'challenges.account_id → accounts.id',
  'coupon_uses.account_id → accounts.id',
  'coupon_uses.order_number → orders.number',
  'orders.account_id → accounts.id',
  'payment_events.payment_id → payments.id',
  'reviews.account_id → accounts.id',
];

/** Unknown parts do not change where a statement runs if what is known can be read. */
const classify = ({ place, text }: Statement): Kind | 'assembled' => {
  if (text.includes(UNKNOWN) && !(place in ASSEMBLED)) throw new Error(`${place}: name its unknown parts`);
  return /^\s*(?:WITH )?<unknown>/.test(text) ? 'assembled' : classifyStatement(text, columns);
};

/** Each place once, with the number of its statements if there are several. */
const listPlaces = (kind: Kind): string[] => {
  const counts = new Map<string, number>();
  for (const statement of statements)
    if (classify(statement) === kind) counts.set(statement.place, (counts.get(statement.place) ?? 0) + 1);
  return [...counts].map(([place, count]) => (count > 1 ? `${place} (${count})` : place));
};

test('every table of the newest migration has a place, and no other', () => {
  expect(Object.keys(distribution).sort()).toEqual(schema.map(({ name }) => name).sort());
});

test('distribution columns exist, and those that have to be added do not', () => {
  for (const [table, placement] of Object.entries(distribution)) {
    if (placement.on !== 'shards') continue;
    expect(columns[table]).toContain(placement.by);
    expect(columns[table]).not.toContain(placement.becomes);
    if (placement.identifiedBy) expect(columns[table]).toContain(placement.identifiedBy);
  }
});

test('all statements are found and understood', () => {
  expect(statements.length).toBeGreaterThan(200);
  expect(() => statements.forEach(classify)).not.toThrow();
  const assembled = statements.filter(({ text }) => text.includes(UNKNOWN)).map(({ place }) => place);
  expect([...new Set(assembled)].sort()).toEqual(Object.keys(ASSEMBLED).sort());
});

test('statements that cross shards are named', () => {
  expect(listPlaces('crosses shards').sort()).toEqual(Object.keys(CROSSING).sort());
});

test('statements that write a table of every node are named', () => {
  expect(listPlaces('every node').sort()).toEqual(Object.keys(WRITING_EVERYWHERE).sort());
});

test('each statement of one shard crosses shards without its key', () => {
  const mutated = statements
    .filter((statement) => classify(statement) === 'one shard' && !statement.text.includes('INSERT'))
    .map(({ place, text }) => ({ place, text: text.replace(/= (?=\$\d)/g, '<> ') }));
  expect(mutated.length).toBeGreaterThan(40);
  expect(mutated.filter((statement) => classify(statement) !== 'crosses shards')).toEqual([]);
});

test('listings are built of tables that every node has', () => {
  const builders = ['buildListingSql', 'facetCounts', 'facetSql', 'ListingTerms', 'hasFeature', 'suggestRepository'];
  const text = builders.map((name) => fs.readFileSync(path.join(api, `src/modules/catalog/${name}.ts`), 'utf8')).join();
  const tables = [...text.matchAll(/\b(?:FROM|JOIN|INTO|UPDATE) (\w+)/g)].flatMap(([, name = '']) =>
    name in distribution ? [name] : [],
  );
  expect(tables).toContain('facet_cells');
  expect(tables.filter((name) => distribution[name]?.on !== 'every node')).toEqual([]);
});

test('functions of the database that read distributed tables are known', () => {
  const folder = path.join(api, 'migrations');
  const migrations = fs.readdirSync(folder).filter((file) => file.endsWith('.sql'));
  const text = migrations.map((file) => fs.readFileSync(path.join(folder, file), 'utf8')).join('\n');
  const reading = text.split(/CREATE (?:OR REPLACE )?FUNCTION /).flatMap((created) => {
    const [name = '', ...body] = created.split('$$;', 1).join().split('(');
    const tables = [...body.join('(').matchAll(/\b(?:FROM|JOIN|INTO|UPDATE) (\w+)/g)].map(([, table = '']) => table);
    return /^\w+$/.test(name) && tables.some((table) => distribution[table]?.on === 'shards') ? [name] : [];
  });
  expect(reading).toEqual(Object.keys(TABLES_OF_FUNCTIONS));
});

/** Citus keeps a constraint only within a shard, and a foreign key only to the same shard or to every node. */
test('constraints that Citus cannot keep are named', () => {
  const uniques = schema.flatMap(({ name, uniques: keys }) => {
    const placement = distribution[name];
    return placement?.on === 'shards'
      ? keys.filter((key) => !key.includes(placement.by)).map((key) => `${name} (${key.join()})`)
      : [];
  });
  expect(uniques.sort()).toEqual(Object.keys(UNKEPT_UNIQUES).sort());
  const foreignKeys = schema.flatMap(({ name, foreignKeys: keys }) =>
    keys
      .filter(({ from, table, to }) => {
        const [source, target] = [distribution[name], distribution[table]];
        if (target?.on === 'every node') return false;
        if (source?.on !== 'shards' || target?.on !== 'shards') return source?.on !== target?.on;
        const refersToKey = to === target.by || (to === target.identifiedBy && source.becomes !== undefined);
        return source.group !== target.group || from !== source.by || !refersToKey;
      })
      .map(({ from, table, to }) => `${name}.${from} → ${table}.${to}`),
  );
  expect(foreignKeys.sort()).toEqual(UNKEPT_FOREIGN_KEYS);
});

test.each<[string, string, Kind]>([
  ['a key', 'SELECT items FROM carts WHERE account_id = $1 AND version > $2', 'one shard'],
  ['no key', 'SELECT items FROM carts WHERE version > $2', 'crosses shards'],
  ['another column', 'SELECT id FROM sessions WHERE id = $1', 'crosses shards'],
  ['a key beside OR', 'SELECT items FROM carts WHERE account_id = $1 OR version = $2', 'crosses shards'],
  [
    'a key in AND beside OR in parentheses',
    'DELETE FROM carts WHERE account_id = $1 AND (version = 1 OR version = 2)',
    'one shard',
  ],
  [
    'a key in OR in parentheses',
    'DELETE FROM carts WHERE version = 1 AND (account_id = $1 OR version = 2)',
    'crosses shards',
  ],
  ['a negated key', 'SELECT items FROM carts WHERE NOT (account_id = $1)', 'crosses shards'],
  ['a key that differs', 'SELECT items FROM carts WHERE account_id <> $1', 'crosses shards'],
  ['several keys', 'SELECT items FROM carts WHERE account_id = ANY($1::text[])', 'crosses shards'],
  ['a key that is only selected', 'SELECT account_id = $1 FROM carts', 'crosses shards'],
  ['a key that is only set', 'UPDATE sessions SET account_id = $1 WHERE id = $2', 'crosses shards'],
  ['a joined key', 'SELECT 1 FROM carts c JOIN accounts a ON a.id = c.account_id WHERE a.id = $1', 'one shard'],
  [
    'a join of other columns',
    'SELECT 1 FROM carts c JOIN accounts a ON a.id = c.coupon_code WHERE a.id = $1',
    'crosses shards',
  ],
  [
    'a key of an outer join',
    'SELECT 1 FROM carts c LEFT JOIN products p ON c.account_id = $1 WHERE c.version = 1',
    'crosses shards',
  ],
  [
    'an outer key',
    'SELECT (SELECT count(*) FROM carts c WHERE c.account_id = a.id) FROM accounts a WHERE id = $1',
    'one shard',
  ],
  [
    'no outer key',
    'SELECT (SELECT count(*) FROM carts c WHERE c.version = 1) FROM accounts a WHERE id = $1',
    'crosses shards',
  ],
  ['two values of a key', 'SELECT 1 FROM carts c, accounts a WHERE c.account_id = $1 AND a.id = $2', 'crosses shards'],
  ['two groups', 'SELECT 1 FROM carts c, reviews r WHERE c.account_id = $1 AND r.product_id = $1', 'crosses shards'],
  [
    'lines of an order',
    'SELECT 1 FROM orders o JOIN order_lines l ON l.order_id = o.id WHERE o.number = $1',
    'one shard',
  ],
  ['an order by id', 'SELECT 1 FROM orders WHERE id = $1', 'crosses shards'],
  ['a table of every node', 'SELECT 1 FROM carts c, products p WHERE c.account_id = $1 AND p.id = $2', 'one shard'],
  ['a table of one node', 'SELECT 1 FROM carts c, mails m WHERE c.account_id = $1 AND m.id = $2', 'crosses shards'],
  ['only a table of every node', 'SELECT 1 FROM products WHERE id = $1', 'one node'],
  ['a write on every node', 'UPDATE products SET stock = 1 WHERE id = $1', 'every node'],
  ['a subquery of a write', 'DELETE FROM mails WHERE id IN (SELECT id FROM carts)', 'crosses shards'],
  ['an inserted key', 'INSERT INTO counters (key, count) VALUES ($1, 1) ON CONFLICT (key) DO NOTHING', 'one shard'],
  ['an insertion without the key', 'INSERT INTO counters (count) VALUES (1)', 'crosses shards'],
  ['an inserted key of a query', 'INSERT INTO carts (version, account_id) SELECT 1, $1 WHERE $2 = 0', 'one shard'],
  ['inserted rows of a query', 'INSERT INTO carts (account_id, version) SELECT id, 1 FROM accounts', 'crosses shards'],
  ['a common table expression', 'WITH a AS (SELECT version FROM carts) SELECT version FROM a', 'crosses shards'],
  [
    'a union with a key',
    '(SELECT 1 FROM carts WHERE account_id = $1) UNION ALL (SELECT 2 FROM accounts WHERE id = $1)',
    'one shard',
  ],
  [
    'a union without one',
    'SELECT 1 FROM carts WHERE account_id = $1 UNION ALL SELECT 2 FROM accounts',
    'crosses shards',
  ],
  ['a function', 'SELECT * FROM lock_holdings($1)', 'crosses shards'],
  ['no table', 'SELECT pg_advisory_xact_lock($1)', 'no table'],
])('a statement with %s', (_name, text, kind) => expect(classifyStatement(text, columns)).toBe(kind));

test.each([
  ['an unknown table', 'SELECT 1 FROM unheard_of WHERE id = $1'],
  ['an unknown statement', 'MERGE INTO carts USING accounts ON true'],
  ['a table that is not known', `SELECT 1 FROM ${UNKNOWN}`],
  ['a parenthesis too many', 'SELECT 1 FROM carts)'],
])('a statement with %s is refused', (_name, text) => expect(() => classifyStatement(text, columns)).toThrow());
