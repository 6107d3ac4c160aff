import { PRODUCT_VIEWS } from '@shop/contracts';
import type { Database } from '../../api/src/database/Database';
import { startPostgresServer } from '../../api/src/testing/postgresServer';
import { seedProducts } from '../catalog/seedProducts';
import { startApi } from '../startShop';
import { comparePlacing } from './comparePlacing';
import { ADMIN_URL, ask, describeTimes, findP95, openForFilling, PUBLIC_URL, signIn, type Question } from './desk';

const PRODUCTS = 100_000;
const P95_MS = 60;

/** Of a generated product. */
const NUMBER = 'right(id, 7)::int';

/** Fifty drafts, the oldest; one in ten is archived and gone, one in ten has three variants; some are gone or few. */
const spreadStates = async (database: Database): Promise<void> => {
  await database.query(
    `UPDATE products SET price_from = ${NUMBER} % 10 = 0,
       status = CASE WHEN ${NUMBER} <= 50 THEN 'draft' WHEN ${NUMBER} % 10 = 2 THEN 'archived' ELSE 'published' END,
       imported_at = CASE WHEN ${NUMBER} % 3 = 0 THEN created_at + interval '90 days' END,
       stock = CASE WHEN ${NUMBER} <= 50 OR ${NUMBER} % 10 = 2 OR ${NUMBER} % 50 = 4 THEN 0
         WHEN ${NUMBER} % 50 = 5 THEN 1 + ${NUMBER} / 50 % 5 ELSE stock END
     WHERE id LIKE 'gen-%'`,
  );
  await database.query(
    `UPDATE products SET brand = 'rare', brand_name = 'Rare'
     WHERE id LIKE 'gen-%' AND ${NUMBER} % 2000 = 7 AND store = 'jewellery-store'`,
  );
  await database.query(
    `INSERT INTO product_variants (product_id, id, name, sku, price_cents, stock, position)
     SELECT id, 'v' || n, 'Variant ' || n, sku || '-' || n, price_cents + n * 100,
       CASE WHEN (${NUMBER} / 10 + n) % 20 = 0 THEN n ELSE 20 END, n
     FROM products, generate_series(0, 2) n WHERE id LIKE 'gen-%' AND ${NUMBER} % 10 = 0`,
  );
  await database.query('VACUUM ANALYZE');
};

const SKU_STRIDE = 7_919;
const toNumber = (index: number): string => String(1 + ((index * SKU_STRIDE) % PRODUCTS)).padStart(7, '0');
const ALPHABET = 'abcdefghijklmnopqrstuvwxyz';

/** Questions at the desk of products, as people ask them. */
const QUESTIONS: readonly (readonly [string, Question])[] = [
  ...PRODUCT_VIEWS.map((view) => [`${view}, page after page`, () => `products?view=${view}`] as const),
  ['of one storefront', () => 'products?view=all&store=jewellery-store'],
  ['of one category', () => 'products?view=all&store=jewellery-store&category=rings'],
  ['of one brand', () => 'products?view=all&store=jewellery-store&brand=tiffany'],
  ['of a brand with few products', () => 'products?view=all&store=jewellery-store&brand=rare'],
  ['by the beginning of a word', (index) => `products?q=${ALPHABET[index % 26]}${'aeiou'[index % 5]}`],
  ['by two words', () => 'products?q=ring%20meadow'],
  ['by a name that thousands have', () => 'products?q=meadow'],
  ['by a name that nobody has', (index) => `products?q=nobody${index}`],
  ['by number', (index) => `products?q=gen-${toNumber(index)}`],
  ["by a variant's number", (index) => `products?q=gen-${toNumber(index * 10 + 1)}-1`],
  ['low stock on home', () => 'stock/low'],
  ['page of a product', (index) => `products/gen-${toNumber(index)}`],
  ['choices of a product', () => 'product-choices'],
  ['categories and brands', () => 'groups'],
];

/** What only the desk reads. */
const DESK_NEEDS = {
  indexes: ['products_unpublished', 'products_on_sale', 'products_of_brand', 'products_named'],
  triggers: ['products_low_stock', 'products_filled_stock', 'products_deleted_stock'],
};

/** Asks everything. Returns the names of what is too slow. */
const measureLists = async (cookie: string): Promise<readonly string[]> => {
  const slow: string[] = [];
  for (const [name, question] of QUESTIONS) {
    const times = await ask(question, cookie);
    if (findP95(times) > P95_MS) slow.push(name);
    console.log(`  ${PRODUCTS.toLocaleString('en-US')} products, ${name.padEnd(29)} ${describeTimes(times, P95_MS)}`);
  }
  return slow;
};

/** Lists of the back office with 100,000 products on PostgreSQL, and what they cost orders. Fails if one is slow. */
export const benchAdminProducts = async (): Promise<void> => {
  console.log('\nProducts in the back office: PostgreSQL, one question at a time');
  const postgres = startPostgresServer();
  if (!postgres) return;
  try {
    const env = { DATABASE_URL: postgres.url, PUBLIC_URL, ADMIN_URL };
    seedProducts(env, PRODUCTS);
    const database = await openForFilling(postgres.url);
    await spreadStates(database);
    const cookie = await signIn(database);
    await database.close();
    const api = await startApi(env, [], { fresh: false });
    const slow = await measureLists(cookie).finally(() => api.stop());
    await comparePlacing(postgres.url, DESK_NEEDS);
    if (slow.length > 0) throw new Error(`Slower than ${P95_MS} ms: ${slow.join('; ')}`);
  } finally {
    postgres.stop();
  }
};
