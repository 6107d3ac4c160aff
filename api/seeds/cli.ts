import { parseArgs } from 'node:util';
import { exitWithReason } from '@shop/server-kit/lifecycle/exitWithReason';
import { StartError } from '@shop/server-kit/lifecycle/StartError';
import { readConfig } from '../src/config';
import { migrateDatabase } from '../src/database/migrateDatabase';
import { openForJob } from '../src/database/openDatabase';
import { buildCatalog } from '../content/buildCatalog';
import { generateProducts } from './generateProducts';
import { createPictureLookup } from '../content/createPictureLookup';
import { originalsManifest, syncCatalog } from '../content/syncCatalog';
import { upsertRows } from '../src/database/upsertRows';

const BATCH_SIZE = 2_000;
const SEED_QUERY_TIMEOUT_MS = 120_000;

/**
 * `npm run seed -- --products 100000`: syncs the catalog and adds generated products. `--fresh` removes generated
 * products first.
 */
const run = async (): Promise<void> => {
  const { values } = parseArgs({
    options: { products: { type: 'string', default: '0' }, fresh: { type: 'boolean', default: false } },
  });
  const count = Number(values.products);
  if (!Number.isInteger(count) || count < 0)
    throw new StartError(`--products takes a whole number, not "${values.products}".`);
  const config = readConfig(process.env);
  const database = await openForJob(config, SEED_QUERY_TIMEOUT_MS);
  try {
    await migrateDatabase(database);
    await syncCatalog(database, config.mediaManifest);
    if (values.fresh) await database.query(`DELETE FROM products WHERE id LIKE 'gen-%'`);
    const { products } = await buildCatalog(createPictureLookup(config.mediaManifest, originalsManifest));
    const templates = products.map(({ row }) => ({ ...row }));
    let batch: Record<string, unknown>[] = [];
    let written = 0;
    const flush = async (): Promise<void> => {
      await upsertRows(database, 'products', batch, { conflict: ['id'] });
      written += batch.length;
      batch = [];
      console.log(`  ${written} of ${count} products`);
    };
    for (const row of generateProducts(templates, count)) {
      if (batch.push(row) >= BATCH_SIZE) await flush();
    }
    if (batch.length > 0) await flush();
    // Do at once what autovacuum would do later, so that statistics and visibility maps are up to date.
    for (const table of ['products', 'facet_cells', 'attribute_sets', 'search_words'])
      await database.query(`VACUUM ANALYZE ${table}`);
    console.log('The catalog is seeded.');
  } finally {
    await database.close();
  }
};

run().catch(exitWithReason);
