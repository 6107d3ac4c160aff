import fs from 'node:fs';
import path from 'node:path';
import { syncCatalog } from '../../api/content/syncCatalog';
import type { Database } from '../../api/src/database/Database';
import { migrateDatabase } from '../../api/src/database/migrateDatabase';
import { openDatabase } from '../../api/src/database/openDatabase';
import { createTestDirectory } from '../../api/src/testing/testDatabase';
import { aJob } from '../../api/src/audit/Actor';
import { createInvite } from '../../api/src/modules/staff/invites';
import { DATABASE, OWNER_LINKS, owners, repositoryRoot, SHOP_URL, stackData, toAdminUrl } from './stackConfig';

/** Many tests buy the same product: set the stock high, but below the maximum quantity of a cart line. */
const STOCK = 80;

/** Of the invitations alone, which keep no secret of the API. */
const UNUSED_SECRET = 'no invitation uses it';

/** Invites an owner for each test of the back office, and leaves the links in a file. */
const inviteOwners = async (database: Database, directory: string, publicUrl: string): Promise<void> => {
  const context = {
    database,
    clock: { now: () => new Date() },
    config: { adminUrl: toAdminUrl(publicUrl), publicUrl, authSecret: UNUSED_SECRET, formerAuthSecrets: [] },
  };
  const links: Record<string, string> = {};
  for (const name of owners) {
    const email = `owner-${name}@example.com`;
    const invited = { email, role: 'owner', actor: aJob('Tests') } as const;
    links[name] = (await database.transaction((connection) => createInvite(context, connection, invited))).link;
  }
  fs.writeFileSync(path.join(directory, OWNER_LINKS), JSON.stringify(links));
};

/**
 * Fills DATABASE_URL, otherwise a new embedded database, with the goods of the tests and invitations; or with
 * invitations alone. Arguments: a folder, the shop's address, 'empty' for a shop without goods.
 */
const run = async (directory = stackData, publicUrl = SHOP_URL, goods = 'demo'): Promise<void> => {
  const databaseUrl = process.env['DATABASE_URL'];
  const databaseDirectory = path.join(directory, DATABASE);
  const isEmpty = goods === 'empty';
  fs.mkdirSync(directory, { recursive: true });
  if (databaseUrl === undefined && !isEmpty) await createTestDirectory(databaseDirectory);
  const database = await openDatabase({ databaseUrl, dataDirectory: databaseDirectory });
  await migrateDatabase(database);
  if (!isEmpty) {
    await syncCatalog(database, path.join(repositoryRoot, '.data/media/manifest.json'));
    for (const table of ['products', 'product_variants'])
      await database.query(`UPDATE ${table} SET stock = ${STOCK} WHERE stock > 0`);
  }
  await inviteOwners(database, directory, publicUrl);
  await database.close();
};

run(...process.argv.slice(2)).catch((error: unknown) => {
  console.error(error);
  process.exit(1);
});
