import path from 'node:path';
import { syncCatalog } from '../../api/content/syncCatalog';
import { migrateDatabase } from '../../api/src/database/migrateDatabase';
import { openDatabase } from '../../api/src/database/openDatabase';
import { createTestDirectory } from '../../api/src/testing/testDatabase';
import { databaseDirectory, repositoryRoot } from './stackConfig';

/** Many tests buy the same product: set the stock high, but below the maximum quantity of a cart line. */
const STOCK = 80;

/** Sets the stock in DATABASE_URL, otherwise in a new embedded database of the tests. */
const run = async (): Promise<void> => {
  const databaseUrl = process.env['DATABASE_URL'];
  if (databaseUrl === undefined) await createTestDirectory(databaseDirectory);
  const database = await openDatabase({ databaseUrl, dataDirectory: databaseDirectory });
  await migrateDatabase(database);
  await syncCatalog(database, path.join(repositoryRoot, '.data/media/manifest.json'));
  for (const table of ['products', 'product_variants'])
    await database.query(`UPDATE ${table} SET stock = ${STOCK} WHERE stock > 0`);
  await database.close();
};

run().catch((error: unknown) => {
  console.error(error);
  process.exit(1);
});
